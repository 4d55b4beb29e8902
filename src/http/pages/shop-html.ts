/** How a shop looks on pages without scripts, and what ends them, as `web/parts/{merchant,foot,contact}.tsx` draw it. */
import { type Language, languageNames } from '../../../web/messages/translate.ts'
import { linkToPage, type Shop, type ShopLink } from '../../../web/parts/shop.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'

/** A link to another language carries at most this much of the address on: it stands in the page three times. */
const carriedLengthMax = 2_000

export function writeMerchant({ merchantName: name, shop }: { merchantName: string; shop: Shop }) {
  const { logo } = shop
  const initial = Array.from(name)[0]?.toUpperCase() ?? ''
  const picture = logo
    ? `<img src="./logo/${logo.file}" alt="" width="${logo.width}" height="${logo.height}">`
    : `<span class="monogram" aria-hidden="true">${escapeHtml(initial)}</span>`
  return `<p class="merchant" translate="no">${picture}${escapeHtml(name)}</p>`
}

export const writeOutLink = ({ href, text }: ShopLink, className = ''): string =>
  `<a${className && ` class="${className}"`} href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${escapeHtml(text)}</a>`

export type Foot = {
  language: Language
  /** The page's own query, from its question mark on. */
  search: string
  shop?: { site: string | null; support: ShopLink | null }
}

export function writeFoot({ language, search, shop }: Foot): string {
  const links = shop ? [shop.site && linkToPage(shop.site), shop.support] : []
  const languages = Object.entries(languageNames).map(([one, name]) => {
    const current = one === language ? ' aria-current="true"' : ''
    return `<a href="${escapeHtml(inLanguage(search, one))}" lang="${one}" translate="no"${current}>${name}</a>`
  })
  return `<footer class="foot">
<p translate="no">${links.flatMap((link) => (link ? [writeOutLink(link)] : [])).join('')}</p>
<nav>${languages.join('')}</nav>
</footer>`
}

function inLanguage(search: string, language: string): string {
  const parameters = new URLSearchParams(search.length > carriedLengthMax ? '' : search)
  parameters.set('lang', language)
  return `?${parameters.toString()}`
}
