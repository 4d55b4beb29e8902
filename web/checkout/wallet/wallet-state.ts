/** Where the payer is with the wallet. One tap connects, another pays; nothing happens in between. */
import type { Address } from 'viem'
import type { AddressRefusal } from '../address-check.ts'
import type { Wallet } from './wallet.ts'
import type { WalletFunds } from './funds.ts'
import type { Trouble } from './provider.ts'

export type Connected = { wallet: Wallet; account: Address }
type Troubled = { trouble: Trouble | null }

export type WalletState =
  | ({ step: 'choosing' } & Troubled)
  | { step: 'connecting'; wallet: Wallet }
  /** The page checks network, contract and funds; or the check failed, and can be repeated. */
  | ({ step: 'checking' } & Connected)
  | ({ step: 'unchecked'; trouble: Trouble } & Connected)
  | ({ step: 'wrongNetwork' } & Connected & Troubled)
  | ({ step: 'switching' } & Connected)
  | ({ step: 'refused'; refusal: AddressRefusal } & Connected)
  | ({ step: 'ready'; funds: WalletFunds } & Connected & Troubled)
  | ({ step: 'paying'; funds: WalletFunds } & Connected)

/** The connected account and its wallet; null where there is none. */
export function connectionOf(state: WalletState): Connected | null {
  return 'account' in state ? { wallet: state.wallet, account: state.account } : null
}

/** The wallet has a question open, which a second one would only hide. */
export const isAsking = ({ step }: WalletState): boolean =>
  step === 'connecting' || step === 'switching' || step === 'paying'
