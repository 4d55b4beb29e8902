/**
 * Leads the payer's wallet through a payment: connect, check, pay. Nothing is signed before the
 * chain itself, asked anew each time, has named the address that the page shows. An answer to a
 * step that the payer has left is dropped.
 */
import type { Address } from 'viem'
import type { PaymentView } from '../payment-view.ts'
import { checkOnChain } from './chain-check.ts'
import type { Wallet } from './wallet.ts'
import { readFunds } from './funds.ts'
import { transfer } from './transfer.ts'
import { isOnNetwork, NetworkUnknown, switchNetwork } from './network.ts'
import { accountsOf, type Trouble, troubleOf } from './provider.ts'
import { connectionOf, isAsking, type WalletState } from './wallet-state.ts'
import type { SentTransaction } from './sent-transaction.ts'

export type SessionListener = {
  onState: (state: WalletState) => void
  onSent: (sent: SentTransaction) => void
}

const changes = ['accountsChanged', 'chainChanged', 'disconnect']

export class WalletSession {
  #state: WalletState = { step: 'choosing', trouble: null }
  #view: PaymentView
  readonly #listener: SessionListener
  /** Grows with every step that the payer starts; an answer to an older step is dropped. */
  #attempt = 0
  #forget: (() => void) | null = null

  constructor(view: PaymentView, listener: SessionListener) {
    this.#view = view
    this.#listener = listener
  }

  /** The amount due may have changed: somebody else paid, or a reorganisation removed a payment. */
  follow(view: PaymentView): void {
    this.#view = view
  }

  /** The first tap: asks for the account. */
  async connect(wallet: Wallet): Promise<void> {
    if (this.#state.step === 'connecting' && this.#state.wallet.rdns === wallet.rdns) return
    const attempt = this.#begin({ step: 'connecting', wallet })
    try {
      await wallet.provider.request({ method: 'eth_requestAccounts' })
      await this.#use(attempt, wallet, await accountsOf(wallet.provider))
    } catch (error) {
      this.#moveTo(attempt, { step: 'choosing', trouble: troubleOf(error) })
    }
  }

  /** Continues with a wallet that has shown its account before, without asking the payer. */
  async resume(wallet: Wallet): Promise<void> {
    const attempt = ++this.#attempt
    await this.#use(attempt, wallet, await accountsOf(wallet.provider).catch(() => []))
  }

  leave(): void {
    if ('wallet' in this.#state) this.#state.wallet.end?.()
    this.#forget?.()
    this.#forget = null
    this.#begin({ step: 'choosing', trouble: null })
  }

  /** Checks account, network, contract and funds again, unless the wallet has a question open. */
  async check(): Promise<void> {
    const connection = connectionOf(this.#state)
    if (!connection || isAsking(this.#state)) return
    const attempt = this.#begin({ step: 'checking', ...connection })
    try {
      this.#moveTo(attempt, await this.#checkWallet(this.#view, connection.wallet))
    } catch (error) {
      this.#moveTo(attempt, { step: 'unchecked', ...connection, trouble: troubleOf(error) })
    }
  }

  async switchNetwork(): Promise<void> {
    const connection = connectionOf(this.#state)
    if (!connection) return
    const attempt = this.#begin({ step: 'switching', ...connection })
    try {
      await switchNetwork(connection.wallet.provider, this.#view.blockchain)
      this.#moveTo(attempt, await this.#checkWallet(this.#view, connection.wallet))
    } catch (error) {
      this.#moveTo(attempt, { step: 'wrongNetwork', ...connection, trouble: switchTrouble(error) })
    }
  }

  /** The second tap: one plain transfer of what is due. */
  async pay(): Promise<void> {
    if (this.#state.step !== 'ready') return
    const { wallet, account, funds } = this.#state
    const view = this.#view
    const attempt = this.#begin({ step: 'paying', wallet, account, funds })
    try {
      const found = await this.#checkWallet(view, wallet)
      if (attempt !== this.#attempt) return
      // A payer who tapped on one amount, with one account, is not asked to sign another.
      const isSameAmount = view.dueBaseUnits === this.#view.dueBaseUnits
      if (found.step === 'ready' && found.account === account && isSameAmount) {
        const hash = await transfer(found, view)
        this.#listener.onSent({ hash, walletRdns: wallet.rdns, sentAtMs: Date.now() })
      }
      this.#moveTo(attempt, found)
    } catch (error) {
      this.#moveTo(attempt, { step: 'ready', wallet, account, funds, trouble: troubleOf(error) })
    }
  }

  /** The account is the first that the wallet names: that is its owner's choice. */
  async #checkWallet(view: PaymentView, wallet: Wallet): Promise<WalletState> {
    const { provider } = wallet
    const [account] = await accountsOf(provider)
    if (!account) return { step: 'choosing', trouble: null }
    const connection = { wallet, account }
    if (!(await isOnNetwork(provider, view.blockchain)))
      return { step: 'wrongNetwork', ...connection, trouble: null }
    const refusal = await checkOnChain(provider, view)
    if (refusal) return { step: 'refused', ...connection, refusal }
    const funds = await readFunds(provider, view, account)
    return { step: 'ready', ...connection, funds, trouble: null }
  }

  async #use(attempt: number, wallet: Wallet, accounts: readonly Address[]): Promise<void> {
    const [account] = accounts
    if (attempt !== this.#attempt || !account) return
    this.#listenTo(wallet)
    this.#moveTo(attempt, { step: 'checking', wallet, account })
    await this.check()
  }

  /** After a change of account or network the wallet is checked again. */
  #listenTo({ provider }: Wallet): void {
    this.#forget?.()
    const onChange = () => void this.check()
    for (const change of changes) provider.on?.(change, onChange)
    this.#forget = () => changes.forEach((change) => provider.removeListener?.(change, onChange))
  }

  #begin(state: WalletState): number {
    this.#attempt++
    this.#moveTo(this.#attempt, state)
    return this.#attempt
  }

  #moveTo(attempt: number, state: WalletState): void {
    if (attempt !== this.#attempt) return
    this.#state = state
    this.#listener.onState(state)
  }
}

function switchTrouble(error: unknown): Trouble {
  if (error instanceof NetworkUnknown) return { reason: 'networkUnknown' }
  const trouble = troubleOf(error)
  return trouble.reason === 'declined' ? { reason: 'switchRefused' } : trouble
}
