/** A value as the API writes it: an address, a hash, or a text with its sums and moments, each as people read it. */
import { AddressText } from '../../../parts/address-text.tsx'
import { Told } from '../../../parts/told.tsx'

const address = /^0x[0-9a-fA-F]{40}$/
const hash = /^0x[0-9a-fA-F]{64}$/

export function Written({ text }: { text: string }) {
  if (address.test(text)) return <AddressText address={text} />
  return hash.test(text) ? <code translate={false}>{text}</code> : <Told text={text} />
}
