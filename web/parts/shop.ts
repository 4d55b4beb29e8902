/** How payers know a shop by sight, and reach it. */
import { parseUrl } from '../input/parse-url.ts'

export type Shop = {
  site: string | null
  /** A mail address, or that of a page. */
  support: string | null
  /** `file` is found beside the page, as `./logo/{file}`. */
  logo: { file: string; width: number; height: number } | null
}

export const noShop: Shop = { site: null, support: null, logo: null }

export type ShopLink = { href: string; text: string }

/** A page is shown by its host alone, so that its path pretends nothing; null where the text is no page's address. */
export function linkToPage(address: string): ShopLink | null {
  const url = parseUrl(address)
  return url && /^https?:$/.test(url.protocol) ? { href: url.href, text: url.host } : null
}

/** A mail says by its subject what it is about, so that nobody has to copy a number. */
export function linkToSupport({ support }: Shop, subject: string): ShopLink | null {
  if (support === null) return null
  const page = linkToPage(support)
  if (page) return page
  const to = encodeURIComponent(support).replace('%40', '@')
  return { href: `mailto:${to}?subject=${encodeURIComponent(subject)}`, text: support }
}
