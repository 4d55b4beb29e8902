/** A value as the API writes it: a moment, an address, or a text, each as people read it. */
import { AddressText } from '../../../parts/address-text.tsx'
import { When } from '../../parts/when.tsx'

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const address = /^0x[0-9a-fA-F]{40}$/
const hash = /^0x[0-9a-fA-F]{64}$/

export function Written({ text }: { text: string }) {
  if (moment.test(text)) return <When at={text} />
  if (address.test(text)) return <AddressText address={text} />
  return hash.test(text) ? <code translate={false}>{text}</code> : <>{text}</>
}
