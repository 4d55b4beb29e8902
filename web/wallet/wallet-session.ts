/**
 * Leads the payer's wallet through what a page does with it: connect, check, act. Nothing is signed
 * before the chain itself, asked anew each time, has confirmed what the page shows. An answer to a
 * step that the payer has left is dropped.
 */
import type { Address } from 'viem'
import type { Blockchain } from './blockchain.ts'
import { isOnNetwork, NetworkUnknown, switchNetwork } from './network.ts'
import { accountsOf, type Wallet } from './provider.ts'
import { troubleOf, type Trouble } from './refusals.ts'
import { type Connected, connectionOf, isAsking, type WalletState } from './wallet-state.ts'

/** A page needs a wallet for this. */
export type Purpose<Found, Refusal> = {
  blockchain: Blockchain
  /** Asks the chain, through the wallet, whether the page may ask for a signature. */
  check: (connection: Connected) => Promise<{ found: Found } | { refusal: Refusal }>
}

const changes = ['accountsChanged', 'chainChanged', 'disconnect']

export class WalletSession<Found, Refusal> {
  #state: WalletState<Found, Refusal> = { step: 'choosing', trouble: null }
  #purpose: Purpose<Found, Refusal>
  readonly #onState: (state: WalletState<Found, Refusal>) => void
  /** Grows with every step that the payer starts; an answer to an older step is dropped. */
  #attempt = 0
  #forget: (() => void) | null = null

  constructor(
    purpose: Purpose<Found, Refusal>,
    onState: (state: WalletState<Found, Refusal>) => void,
  ) {
    this.#purpose = purpose
    this.#onState = onState
  }

  /** The purpose may change while the page is open, such as the amount that is due. */
  follow(purpose: Purpose<Found, Refusal>): void {
    this.#purpose = purpose
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
      this.#moveTo(attempt, await this.#checkWallet(connection.wallet))
    } catch (error) {
      this.#moveTo(attempt, { step: 'unchecked', ...connection, trouble: troubleOf(error) })
    }
  }

  async switchNetwork(): Promise<void> {
    const connection = connectionOf(this.#state)
    if (!connection) return
    const attempt = this.#begin({ step: 'switching', ...connection })
    try {
      await switchNetwork(connection.wallet.provider, this.#purpose.blockchain)
      this.#moveTo(attempt, await this.#checkWallet(connection.wallet))
    } catch (error) {
      this.#moveTo(attempt, { step: 'wrongNetwork', ...connection, trouble: switchTrouble(error) })
    }
  }

  /**
   * The second tap: checks everything once more, then does the work, which may ask the wallet. A
   * payer who tapped with one account is not asked to sign with another.
   */
  async act(work: (connection: Connected, found: Found) => Promise<void>): Promise<void> {
    if (this.#state.step !== 'ready') return
    const { wallet, account, found } = this.#state
    const purpose = this.#purpose
    const attempt = this.#begin({ step: 'acting', wallet, account, found })
    try {
      const checked = await this.#checkWallet(wallet, purpose)
      if (attempt !== this.#attempt) return
      if (checked.step === 'ready' && checked.account === account)
        await work({ wallet, account }, checked.found)
      this.#moveTo(attempt, checked)
    } catch (error) {
      this.#moveTo(attempt, { step: 'ready', wallet, account, found, trouble: troubleOf(error) })
    }
  }

  /** The account is the first that the wallet names: that is its owner's choice. */
  async #checkWallet(
    wallet: Wallet,
    { blockchain, check } = this.#purpose,
  ): Promise<WalletState<Found, Refusal>> {
    const { provider } = wallet
    const [account] = await accountsOf(provider)
    if (!account) return { step: 'choosing', trouble: null }
    const connection = { wallet, account }
    if (!(await isOnNetwork(provider, blockchain)))
      return { step: 'wrongNetwork', ...connection, trouble: null }
    const answer = await check(connection)
    if ('refusal' in answer) return { step: 'refused', ...connection, refusal: answer.refusal }
    return { step: 'ready', ...connection, found: answer.found, trouble: null }
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

  #begin(state: WalletState<Found, Refusal>): number {
    this.#attempt++
    this.#moveTo(this.#attempt, state)
    return this.#attempt
  }

  #moveTo(attempt: number, state: WalletState<Found, Refusal>): void {
    if (attempt !== this.#attempt) return
    this.#state = state
    this.#onState(state)
  }
}

function switchTrouble(error: unknown): Trouble {
  if (error instanceof NetworkUnknown) return { reason: 'networkUnknown' }
  const trouble = troubleOf(error)
  return trouble.reason === 'declined' ? { reason: 'switchRefused' } : trouble
}
