/**
 * Guesses what the text in the search box means: an address, a transaction's hash, an id, an amount, words;
 * also out of a pasted link of an explorer or of the checkout page.
 */
import { type Address, getAddress } from 'viem'
import { idPattern } from '../../shared/ids.ts'

export type Meanings = {
  address: Address | null
  hash: string | null
  id: string | null
  amount: { decimal: string; asset: string | null } | null
  /** Words that it has; null where the text is a link. */
  words: string | null
}

const amountPattern = /^(\d{1,60}(?:\.\d{1,36})?)(?:\s+([A-Za-z][A-Za-z0-9]{0,49}))?$/
const hexWord = (digits: number) =>
  new RegExp(`(?<![0-9a-zA-Z])0x[0-9a-fA-F]{${digits}}(?![0-9a-zA-Z])`)
const [hashPattern, addressPattern] = [hexWord(64), hexWord(40)]

export function readMeanings(given: string): Meanings {
  const text = given.trim()
  const [hash] = hashPattern.exec(text) ?? []
  const [address] = addressPattern.exec(text) ?? []
  const isLink = /^(https?:)?\/\/|^[\w.-]+\.[a-z]{2,}\//i.test(text)
  const [, decimal, asset = null] = amountPattern.exec(text) ?? []
  const parts = isLink ? text.split(/[/?#&=]/) : [text]
  return {
    hash: hash?.toLowerCase() ?? null,
    address: address ? getAddress(address.toLowerCase()) : null,
    id: parts.findLast((part) => idPattern.test(part)) ?? null,
    amount: decimal === undefined ? null : { decimal, asset },
    words: isLink ? null : text,
  }
}
