/** Shows the API that the page names, and tries its calls. Runs in the browser, as it stands here. */
const place = document.getElementById('calls')
const night = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', night.matches)
night.addEventListener('change', follow)
follow()

/** A problem's `type` leads into a chapter that is closed. */
function openChapter() {
  const target = document.getElementById(location.hash.slice(1))
  target?.closest('details')?.setAttribute('open', '')
  target?.scrollIntoView()
}
addEventListener('hashchange', openChapter)
openChapter()

globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.description,
  // An address leads to one call.
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  // Its colours are too pale to be read by everybody.
  syntaxHighlight: { activated: false },
  // It would ask a server of its makers whether the document is valid.
  validatorUrl: null,
  // Secrets are gone with the page.
  persistAuthorization: false,
})
