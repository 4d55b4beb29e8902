import { type Hex, isHex, keccak256 } from 'viem'
import { type Provider, read } from './provider.ts'

/**
 * The hash of a contract's code, with zeros where its constructor wrote the address it knows; null
 * where the answer is no code.
 */
export async function codeHash(provider: Provider, address: Hex, known: Hex): Promise<Hex | null> {
  const code = await read(provider, 'eth_getCode', [address, 'latest'])
  if (!isHex(code)) return null
  const written = known.slice(2).toLowerCase()
  return keccak256(`0x${code.slice(2).toLowerCase().replaceAll(written, '0'.repeat(40))}`)
}
