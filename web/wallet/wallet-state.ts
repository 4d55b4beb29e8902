/**
 * Says where the payer is with the wallet. One tap connects, another acts; nothing happens in between. `Found` is what
 * a page learns by its check of the chain, `Refusal` why it asks for no signature.
 */
import type { Address } from 'viem'
import type { Trouble } from './refusals.ts'
import type { Wallet } from './provider.ts'

export type Connected = { wallet: Wallet; account: Address }
type Troubled = { trouble: Trouble | null }

export type WalletState<Found, Refusal> =
  | ({ step: 'choosing' } & Troubled)
  | { step: 'connecting'; wallet: Wallet }
  /** The page checks network, contracts and funds; or the check failed, and can be repeated. */
  | ({ step: 'checking' } & Connected)
  | ({ step: 'unchecked'; trouble: Trouble } & Connected)
  | ({ step: 'wrongNetwork' } & Connected & Troubled)
  | ({ step: 'switching' } & Connected)
  | ({ step: 'refused'; refusal: Refusal } & Connected)
  | ({ step: 'ready'; found: Found } & Connected & Troubled)
  /** The wallet has a question of the page's open. */
  | ({ step: 'acting'; found: Found } & Connected)

/** The connected account and its wallet; null where there is none. */
export function connectionOf(state: WalletState<unknown, unknown>): Connected | null {
  return 'account' in state ? { wallet: state.wallet, account: state.account } : null
}

/** The wallet has a question open, which a second one would only hide. */
export const isAsking = ({ step }: WalletState<unknown, unknown>): boolean =>
  step === 'connecting' || step === 'switching' || step === 'acting'
