/** An address of an EVM chain, with the checksum that catches typing errors (EIP-55). */
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'

/** Base58 without 0, O, I and l. */
const base58 = '[1-9A-HJ-NP-Za-km-z]'
const foreign: [string, RegExp][] = [
  ['Tron', new RegExp(`^T${base58}{33}$`)],
  ['Bitcoin', new RegExp(`^(bc1[0-9a-z]{20,80}|[13]${base58}{25,34})$`)],
  ['TON', /^[EU]Q[A-Za-z0-9_-]{46}$/],
  ['Solana', new RegExp(`^${base58}{32,44}$`)],
]

const faultOf = (text: string): string => {
  const chain = foreign.find(([, form]) => form.test(text))?.[0]
  return chain
    ? `is an address of ${chain}, which is no EVM chain: only chains that understand Ethereum's contracts and wallets can be served`
    : 'must be an address with a valid checksum: 0x and 40 digits, spelt as an explorer shows it'
}

export const Address = z
  .string()
  .superRefine((text, context) => {
    if (!isAddress(text)) context.addIssue({ code: 'custom', message: faultOf(text) })
  })
  .transform((text) => (isAddress(text) ? getAddress(text) : z.NEVER))
