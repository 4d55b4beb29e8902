/**
 * The widget needs a wallet for this: a subscription of the connected account, whose contract the chain itself confirms
 * before anything is signed.
 */
import type { OwnSubscription } from '../api/session.generated.ts'
import type { Address } from 'viem'
import type { SessionClient } from '../session/client.ts'
import { ServiceAway, SessionProblem } from '../session/client.ts'
import { checkContract } from '../subscription/chain/check-contract.ts'
import { readContract } from '../subscription/chain/read-contract.ts'
import type { ContractReading } from '../subscription/contract-reading.ts'
import type { TermsRefusal } from '../subscription/terms-check.ts'
import type { OnChainSubscription } from '../subscription/terms.ts'
import { readFunds, type WalletFunds } from '../wallet/funds.ts'
import type { Purpose } from '../wallet/wallet-session.ts'
import { isBegun, isOver, takeSubscription, type WantedSubscription } from './draft.ts'
import { shownTermsOf } from './offer.ts'

export type FoundPurpose = {
  subscription: OwnSubscription
  onChain: OnChainSubscription
  reading: ContractReading
  funds: WalletFunds
}

/** Why the page asks for no signature: something is not as shown, or the service said no. */
export type Refusal =
  | TermsRefusal
  | { reason: 'serviceRefuses'; problem: SessionProblem }
  | { reason: 'serviceAway' }
  | { reason: 'begun'; subscription: OwnSubscription }
  /** The Draft has ended: approving it would serve nobody. */
  | { reason: 'over' }
  | { reason: 'otherPayer'; payer: Address }

/** `startsAt` is Unix seconds; null: at once. */
export function purposeOf(
  client: SessionClient,
  { offer, startsAt, drafted }: Omit<WantedSubscription, 'payer'>,
): Purpose<FoundPurpose, Refusal> {
  return {
    blockchain: offer.chain,
    async check({ wallet: { provider }, account: payer }) {
      const asked = await takeSubscription(client, { offer, payer, startsAt, drafted }).catch(
        toRefusal,
      )
      if ('reason' in asked && !('terms' in asked)) return { refusal: asked }
      const { terms, contractAddress, factory } = asked
      if (terms.payer.toLowerCase() !== payer.toLowerCase())
        return { refusal: { reason: 'otherPayer', payer: terms.payer } }
      if (isBegun(asked)) return { refusal: { reason: 'begun', subscription: asked } }
      if (isOver(asked)) return { refusal: { reason: 'over' } }
      if (!factory) return { refusal: { reason: 'serviceAway' } }
      const onChain = { terms, contractAddress, factory, chainId: offer.chain.chainId }
      const shown = shownTermsOf(offer, payer, startsAt ?? 0)
      const refusal = await checkContract(provider, onChain, shown, offer.token.decimals)
      if (refusal) return { refusal }
      const [reading, funds] = await Promise.all([
        readContract(provider, onChain),
        readFunds(provider, offer.token.address, payer),
      ])
      return { found: { subscription: asked, onChain, reading, funds } }
    },
  }
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof SessionProblem) return { reason: 'serviceRefuses', problem: error }
  if (error instanceof ServiceAway) return { reason: 'serviceAway' }
  throw error
}
