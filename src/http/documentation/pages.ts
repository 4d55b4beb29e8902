/** The pages of the documentation: what all of them have, around one guide or one API. */
import { type Api, apis } from '../openapi/apis.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import type { PageTemplate } from '../pages/page-template.ts'
import { type Guides, type MenuGroup } from './guides/guides.ts'
import { firstGuide, guidesAddress } from './guides/served-files.ts'
import { rendererAddress } from './renderer.ts'

export class DocumentationPages {
  readonly #fill: PageTemplate['fill']
  readonly #guides: Guides
  readonly #root: string

  /** `root` is the path that the service lives under, without a last slash. */
  constructor({ fill }: PageTemplate, guides: Guides, root: string) {
    this.#fill = fill
    this.#guides = guides
    this.#root = root
  }

  ofApi(api: Api): string {
    const document = `${this.#root}/${api.file}`
    const main = `<div id="calls" data-description="${document}" data-renderer="${this.#root}${rendererAddress}">
<main class="guide"><h1>${escapeHtml(api.title)}</h1>
<p>A script shows the calls here, and tries them. They are those of the <a href="${document}">OpenAPI document</a>; the <a href="${this.#root}${guidesAddress}">guides</a> need no script.</p></main></div>`
    return this.#write(api.title, api.page, main)
  }

  ofGuide(path: string): string {
    const { title, html } = this.#guides.read(path)
    const address = this.#guides.files.get(path)!
    const menu = this.#guides.menu().map((group) => writeGroup(group, `${this.#root}${address}`))
    const main = `<div class="reading"><nav class="menu" aria-label="Guides"><details><summary>All guides</summary>${menu.join('')}</details></nav>
<main class="guide">${html}</main></div>`
    return this.#write(title, path === firstGuide ? guidesAddress : address, main)
  }

  #write(title: string, shown: string, main: string): string {
    const places = [
      { page: guidesAddress, title: 'Guides' },
      ...apis.map(({ page, title: ofApi }) => ({ page, title: ofApi })),
    ]
    const links = places.map(({ page, title: name }) => {
      const isHere = page === shown || (page === guidesAddress && shown.startsWith(`${page}/`))
      return `<li><a href="${this.#root}${page}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a></li>`
    })
    const first = `<div class="top"><nav aria-label="Documentation"><ul>${links.join('')}</ul></nav>
<search class="finder"><label class="search" hidden>Search <input type="search" autocomplete="off" aria-controls="found" data-index="${this.#root}/docs/search.json"></label>
<ul id="found" class="found" hidden></ul></search></div>
${main}`
    return this.#fill({
      language: 'en',
      head: `<title>${escapeHtml(title)} · Mandate</title>`,
      noscript: '',
      first,
      data: {},
    }).replaceAll('="./assets/', `="${this.#root}/docs/assets/`)
  }
}

function writeGroup({ heading, links }: MenuGroup, shown: string): string {
  const items = links.map(
    ({ name, address }) =>
      `<li><a href="${address}"${address === shown ? ' aria-current="page"' : ''}>${name}</a></li>`,
  )
  return `<h2>${heading}</h2><ul>${items.join('')}</ul>`
}
