/**
 * The page as it was built, cut at the places that the service fills. Nothing of a payment ever
 * stands in a script: it is data between two tags, in which no tag can begin.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaymentView } from '../../../web/checkout/payment-view.ts'
import {
  settingsElementId,
  type WalletConnectSettings,
} from '../../../web/checkout/walletconnect-settings.ts'

/** HTML for each place, escaped already, and the data that the page's script reads. */
type PageParts = {
  language: string
  head: string
  noscript: string
  view: PaymentView
  /** Null where the page is not to offer it. */
  walletConnect: WalletConnectSettings | null
}

const places = {
  language: '<html lang="en"',
  head: '<!--checkout:head-->',
  noscript: '<!--checkout:noscript-->',
  view: '<!--checkout:view-->',
}

export type PageTemplate = {
  fill: (parts: PageParts) => string
  /** The elements that bring in its style and its icon, for other pages beside it. */
  links: string
}

/** Reads the built page; throws where it lacks a place. */
export function readPageTemplate(folder: string): PageTemplate {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const place of Object.values(places))
    if (!template.includes(place)) throw new Error(`the built page of ${folder} has no ${place}`)
  const links = [...template.matchAll(/<link [^>]*>/g)].join('\n')
  const fill = ({ language, head, noscript, view, walletConnect }: PageParts): string => {
    const filled = {
      [places.language]: `<html lang="${language}"`,
      [places.head]: head,
      [places.noscript]: noscript,
      [places.view]:
        dataElement('payment-view', view) +
        (walletConnect ? dataElement(settingsElementId, walletConnect) : ''),
    }
    const anyPlace = /<html lang="en"|<!--checkout:(?:head|noscript|view)-->/g
    return template.replaceAll(anyPlace, (place) => filled[place] ?? '')
  }
  return { fill, links }
}

const dataElement = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${escapeForScript(JSON.stringify(data))}</script>`

/** In JSON these characters stand only inside texts, where an escape means the same. */
const escapeForScript = (json: string) =>
  json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
