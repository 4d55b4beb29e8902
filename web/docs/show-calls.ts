/** Shows the API that the page names, and tries its calls, by a renderer whose script the service has beside the page. */
import { adoptStyles } from './adopt-styles.ts'

type Renderer = { createApiReference: (place: HTMLElement, settings: object) => unknown }
type Global = { Scalar?: Renderer; __zod_globalConfig?: { jitless: boolean } }

/** No example is offered in these: merchants' servers are written in Node, PHP, Python, Go and Ruby. */
const hiddenLanguages =
  'c clojure csharp dart fsharp http java js kotlin objc ocaml powershell r rust swift'.split(' ')

const settings = {
  theme: 'none',
  // Nothing is asked of other hosts, nothing is told to its makers, and secrets are gone with the page.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  // The page has a search over guides and calls, and follows the device's theme.
  hideSearch: true,
  hideDarkModeToggle: true,
  documentDownloadType: 'json',
  hiddenClients: Object.fromEntries(hiddenLanguages.map((name) => [name, true])),
}

export function showCalls(place: HTMLElement): void {
  const { description, renderer } = place.dataset
  const global = globalThis as Global
  // It would try whether the page's policy lets it make code of text, which it does not.
  global.__zod_globalConfig = { jitless: true }
  adoptStyles()
  const script = document.createElement('script')
  script.src = renderer!
  script.addEventListener('load', () => {
    place.replaceChildren()
    global.Scalar!.createApiReference(place, { ...settings, url: description })
  })
  document.head.append(script)
  new MutationObserver(() => completeFields(place)).observe(place, { childList: true, subtree: true })
}

/** A field with suggestions has to say to screen readers whether they are open; the renderer says so only once they were. */
function completeFields(place: HTMLElement): void {
  for (const field of place.querySelectorAll('[role=combobox]:not([aria-expanded])'))
    field.setAttribute('aria-expanded', 'false')
}
