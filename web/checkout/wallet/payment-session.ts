/**
 * A wallet's session for one payment: nothing is signed before the chain has named the address that
 * the page shows, and what is signed is one plain transfer of what is due.
 */
import { readFunds, type WalletFunds } from '../../wallet/funds.ts'
import { type Purpose, WalletSession } from '../../wallet/wallet-session.ts'
import type { WalletState } from '../../wallet/wallet-state.ts'
import type { AddressRefusal } from '../address-check.ts'
import type { PaymentView } from '../payment-view.ts'
import { checkOnChain } from './chain-check.ts'
import type { SentTransaction } from './sent-transaction.ts'
import { transfer } from './transfer.ts'

export type PaymentWalletState = WalletState<WalletFunds, AddressRefusal>

export type PaymentSessionListener = {
  onState: (state: PaymentWalletState) => void
  onSent: (sent: SentTransaction) => void
}

export class PaymentSession extends WalletSession<WalletFunds, AddressRefusal> {
  #view: PaymentView
  readonly #onSent: PaymentSessionListener['onSent']

  constructor(view: PaymentView, { onState, onSent }: PaymentSessionListener) {
    super(purposeOf(view), onState)
    this.#view = view
    this.#onSent = onSent
  }

  /** The amount due may have changed: somebody else paid, or a reorganisation removed a payment. */
  followPayment(view: PaymentView): void {
    this.#view = view
    this.follow(purposeOf(view))
  }

  /** The second tap. */
  async pay(): Promise<void> {
    const view = this.#view
    await this.act(async (connection) => {
      // A payer who tapped on one amount is not asked to sign another.
      if (view.dueBaseUnits !== this.#view.dueBaseUnits) return
      const hash = await transfer(connection, view)
      this.#onSent({ hash, walletRdns: connection.wallet.rdns, sentAtMs: Date.now() })
    })
  }
}

const purposeOf = (view: PaymentView): Purpose<WalletFunds, AddressRefusal> => ({
  blockchain: view.blockchain,
  async check({ wallet: { provider }, account }) {
    const refusal = await checkOnChain(provider, view)
    return refusal ? { refusal } : { found: await readFunds(provider, view.asset.address, account) }
  },
})
