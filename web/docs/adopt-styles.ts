/**
 * The policy lets no element bring a style, and the renderer brings its styles by elements. It gets elements of data instead, whose text
 * becomes sheets of the document: only a script of the page can make such, so the policy stays as it is, whatever a version of the
 * renderer has.
 */
export function adoptStyles(): void {
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement =>
    name === 'style' ? adopt(create('script')) : create(name, options)
}

function adopt(element: HTMLScriptElement): HTMLElement {
  // A type that is no script is not run.
  element.type = 'text/css'
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  new MutationObserver(() => sheet.replaceSync(element.text)).observe(element, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return element
}
