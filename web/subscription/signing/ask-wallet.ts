/**
 * Asks the payer's wallet for a signature: right before it, the wallet must show the payer's account
 * and the subscription's network; and the page does not wait for an answer for ever.
 */
import type { Address } from 'viem'
import type { Blockchain } from '../../wallet/blockchain.ts'
import { isOnNetwork } from '../../wallet/network.ts'
import { accountsOf, type Provider } from '../../wallet/provider.ts'
import { codeOf, troubleOf } from '../../wallet/refusals.ts'
import { SigningStopped, type SigningTrouble } from './outcome.ts'

export type Signer = { provider: Provider; account: Address; blockchain: Blockchain }

const promptMinutesMax = 10
const unsupportedCodes = [4200, -32_601, 5700, 5710, 5750, 5760]

export async function askWallet(
  { provider, account, blockchain }: Signer,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const [found = null] = await accountsOf(provider)
  if (found?.toLowerCase() !== account.toLowerCase())
    throw new SigningStopped({ trouble: 'otherAccount', expected: account, found })
  if (!(await isOnNetwork(provider, blockchain)))
    throw new SigningStopped({ trouble: 'wrongNetwork' })
  return withinLimit(provider.request({ method, params }))
}

async function withinLimit(asking: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_, reject) => {
    const stop = () => reject(new SigningStopped({ trouble: 'unanswered' }))
    timer = setTimeout(stop, promptMinutesMax * 60_000)
  })
  try {
    return await Promise.race([asking, patience])
  } finally {
    clearTimeout(timer)
  }
}

/** Translates whatever went wrong into a state with a way on. */
export function toSigningTrouble(error: unknown): SigningTrouble {
  if (error instanceof SigningStopped) return error.trouble
  const trouble = troubleOf(error)
  if (trouble.reason !== 'declined' && unsupportedCodes.includes(codeOf(error) ?? 0))
    return { trouble: 'unsupported' }
  switch (trouble.reason) {
    case 'declined':
    case 'switchRefused':
      return { trouble: 'declined' }
    case 'alreadyAsked':
      return { trouble: 'alreadyAsked' }
    case 'silent':
      return { trouble: 'unanswered' }
    case 'networkUnknown':
      return { trouble: 'wrongNetwork' }
    case 'failed':
      return { trouble: 'failed', message: trouble.message }
  }
}
