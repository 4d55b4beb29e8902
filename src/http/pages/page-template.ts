/**
 * A hosted page as it was built, cut at the places that the service fills. Nothing that the service
 * knows ever stands in a script: it is data between two tags, in which no tag can begin. The page's
 * style stands in the page itself, so that the first answer is enough to show something.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageName } from '../../../web/build.ts'
import type { Language } from '../../../web/messages/translate.ts'

/** HTML for each place, escaped already, and the data that the page's script reads. */
type PageParts = {
  language: string
  head: string
  noscript: string
  /** The page shows this until its scripts have come. */
  first: string
  /** By the id of the element that is to hold it; what is null is left out. */
  data: Record<string, object | null>
}

const places = {
  language: '<html lang="en"',
  head: '<!--page:head-->',
  noscript: '<!--page:noscript-->',
  first: '<!--page:first-->',
  data: '<!--page:data-->',
}

export type PageTemplate = {
  fill: (parts: PageParts) => string
  /** The elements that bring in its style and its icon, for other pages beside it. */
  links: string
  /** By which a policy allows the style that stands in the page: `sha256-…`. */
  styleHash: string
}

const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/

/** Returns the style and the icon of a built page for another one, from which the files are found at `assets`. */
export const readPageLinks = (folder: string, page: PageName, assets = './assets/'): string =>
  readPageTemplate(folder, page).links.replaceAll('="./assets/', `="${assets}`)

/** Reads a built page; throws where it lacks a place. */
export function readPageTemplate(folder: string, page: PageName): PageTemplate {
  const built = readFileSync(join(folder, `${page}.html`), 'utf8')
  const [link = '', path = ''] = stylesheet.exec(built) ?? []
  if (!path) throw new Error(`the page ${page} of ${folder} has no style`)
  const style = readFileSync(join(folder, path), 'utf8')
  const template = built.replace(link, () => `<style>${style}</style>`)
  for (const place of Object.values(places))
    if (!template.includes(place)) throw new Error(`the page ${page} of ${folder} has no ${place}`)
  const links = [...built.matchAll(/<link rel="(?:icon|stylesheet)"[^>]*>/g)].join('\n')
  const fill = ({ language, head, noscript, first, data }: PageParts): string => {
    const elements = Object.entries(data).map(([id, value]) => value && dataElement(id, value))
    const filled = {
      [places.language]: `<html lang="${language}"`,
      [places.head]: head,
      [places.noscript]: noscript,
      [places.first]: first,
      [places.data]: elements.join(''),
    }
    const anyPlace = /<html lang="en"|<!--page:(?:head|noscript|first|data)-->/g
    return template.replaceAll(anyPlace, (place) => filled[place] ?? '')
  }
  const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`
  return { fill, links, styleHash }
}

const languageNames = {
  en: 'english',
  es: 'spanish',
  ru: 'russian',
} as const satisfies Record<Language, string>

/**
 * Writes for each language the element that has a page's sentences loaded at once, beside its script:
 * the page knows only later which of them it needs.
 */
export function writeLanguageLinks(folder: string, page: PageName): Record<Language, string> {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  const linkOf = (name: string): string => {
    const found = assets.find((asset) => asset.startsWith(`${page}-${name}-`))
    if (!found) throw new Error(`the page ${page} of ${folder} does not speak ${name}`)
    return `<link rel="modulepreload" crossorigin href="./assets/${found}">`
  }
  const { en, es, ru } = languageNames
  return { en: linkOf(en), es: linkOf(es), ru: linkOf(ru) }
}

const dataElement = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${escapeForScript(JSON.stringify(data))}</script>`

/** In JSON these characters stand only inside texts, where an escape means the same. */
const escapeForScript = (json: string) =>
  json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
