/**
 * Guesses what the text in the search box means: a transaction's hash, an id, an amount, words, of which addresses are some;
 * also out of a pasted link of an explorer or of the checkout page.
 */
import { idPattern } from '../../shared/ids.ts'

export type Meanings = {
  /** The beginning of a transaction's hash, or all of it. */
  hash: string | null
  id: string | null
  amount: { decimal: string; asset: string | null } | null
  /** Words that it has; null where the text is a link to anything but an address or a hash. */
  words: string | null
  /** How the hash and the word end, where the text has both ends alone, as lists do; empty for any. */
  ending: string
}

const amountPattern = /^(\d{1,60}(?:\.\d{1,36})?)(?:\s*([A-Za-z][A-Za-z0-9]{0,49}))?$/
const wholePattern = /(?<![0-9a-z])0x([0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-z])/i
const beginningPattern = /^(?:0x)?([0-9a-f]{6,64})(?:(?:…|\.\.\.)([0-9a-f]{4,}))?$/i

export function readMeanings(given: string): Meanings {
  const text = given.trim()
  const [, digits, ending = ''] = wholePattern.exec(text) ?? beginningPattern.exec(text) ?? []
  const isLink = /^(https?:)?\/\/|^[\w.-]+\.[a-z]{2,}\//i.test(text)
  const [, decimal, asset = null] = amountPattern.exec(text) ?? []
  const parts = isLink ? text.split(/[/?#&=]/) : [text]
  return {
    hash: digits ? `0x${digits.toLowerCase()}` : null,
    id: parts.findLast((part) => idPattern.test(part)) ?? null,
    amount: decimal === undefined ? null : { decimal, asset },
    words: digits ?? (isLink ? null : text),
    ending: ending.toLowerCase(),
  }
}
