/** Addresses as they are written everywhere here, with the checksum in their capitals: a hash for each, so they are remembered. */
import { type Address, getAddress, type Hex } from 'viem'

/** Two generations of so many addresses are remembered: about 5 MB. */
const rememberedMax = 10_000

let recent = new Map<Hex, Address>()
let older = new Map<Hex, Address>()

/** Writes an address with its checksum; throws where it is none. */
export function checksummed(address: Hex): Address {
  const known = recent.get(address)
  if (known) return known
  const written = older.get(address) ?? getAddress(address)
  if (recent.size >= rememberedMax) {
    older = recent
    recent = new Map()
  }
  recent.set(address, written)
  return written
}

/** The address that stands in a topic of a log. */
export const addressInTopic = (topic: Hex): Address => checksummed(`0x${topic.slice(-40)}`)
