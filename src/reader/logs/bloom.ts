/**
 * A block's bloom filter: whether an address may have logged in it. "No" is certain. So a "maybe"
 * with no logs is a reason to ask for that block's logs by hash, where a node cannot answer from
 * ignorance.
 */
import { type Address, hexToBytes, type Hex, keccak256 } from 'viem'

const bloomBytes = 256

export function mayHaveLogged(logsBloom: Hex, address: Address): boolean {
  const bloom = hexToBytes(logsBloom)
  if (bloom.length !== bloomBytes) return true
  const hash = keccak256(hexToBytes(address), 'bytes')
  return [0, 2, 4].every((at) => {
    const bit = ((hash[at]! << 8) | hash[at + 1]!) & 0x7ff
    return (bloom[bloomBytes - 1 - (bit >> 3)]! & (1 << (bit & 7))) !== 0
  })
}
