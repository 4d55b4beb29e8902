/**
 * A wallet whose owner is the test: it holds real keys, signs real transactions, messages and batches,
 * and asks real nodes. The test can make it refuse, wait, lower what is allowed, or use another network
 * or account.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { type Address, type Hex, numberToHex, type TypedDataDefinition } from 'viem'
import { type Announcement, announceWallets, type Answer, askBinding } from './injected-wallet.ts'
import { type Call, clientOf, WalletAccount, type WalletChain } from './wallet-account.ts'
import { type CallsRequest, WalletBatches } from './wallet-batches.ts'
import { notSupported, refusedByUser, Refusal, toAnswer, unknownChain } from './wallet-refusals.ts'

export type { WalletChain } from './wallet-account.ts'
type Transaction = Call & { from: Address; gas?: Hex }

/** A wallet can do this beside sending transactions; a plain one can do no more. */
export type Abilities = {
  /** It signs typed data (EIP-712), and so permits. */
  signsTypedData?: boolean
  /** It runs several calls as one (EIP-5792), or says so and upgrades the account when it is asked to. */
  batches?: 'supported' | 'ready'
  /** It stands at `window.ethereum`, and does not announce itself (EIP-6963). */
  isSilent?: boolean
}

export class TestWallet {
  /** The account that it shows. */
  account = new WalletAccount()
  readonly #batches: WalletBatches | null
  readonly #signsTypedData: boolean
  /** Every request that the page has made, in its order. */
  readonly requests: { method: string; params: unknown[] }[] = []
  readonly info: Announcement
  #chains: WalletChain[]
  #chainId: number
  #isConnected = false
  readonly #refusals = new Map<string, { code: number; message: string }>()
  readonly #lies = new Map<string, Hex>()
  readonly #gates = new Map<string, PromiseWithResolvers<void>>()
  readonly #sent: (Transaction & { hash: Hex })[] = []
  readonly #pages = new Set<Page>()

  /** The wallet knows these networks and uses the first. */
  constructor(
    chains: WalletChain[],
    name = 'Test Wallet',
    { signsTypedData = false, batches, isSilent = false }: Abilities = {},
  ) {
    this.#signsTypedData = signsTypedData
    this.#batches = batches ? new WalletBatches() : null
    this.#chains = chains
    this.#chainId = chains[0]!.chainId
    const rdns = `example.${name.toLowerCase().replaceAll(' ', '-')}`
    this.info = { uuid: randomUUID(), name, rdns, icon, isSilent }
  }

  /** Refuses the next request of this method, as its owner would. */
  refuseNext(method: string, refusal = refusedByUser): void {
    this.#refusals.set(method, refusal)
  }

  /** Leaves requests of this method unanswered until the returned function is called. */
  hold(method: string): () => void {
    this.#gates.set(method, Promise.withResolvers<void>())
    return () => this.letGo(method)
  }

  /** Answers what is held. */
  letGo(method: string): void {
    this.#gates.get(method)?.resolve()
    this.#gates.delete(method)
  }

  /** Answers calls of this contract with `result`, whatever the chain says. */
  lieAbout(contract: Address, result: Hex): void {
    this.#lies.set(contract.toLowerCase(), result)
  }

  /** Allows no more than this, in base units, whatever pages ask for; null: what they ask for. */
  lowerCapTo(baseUnits: bigint | null): void {
    this.account.capBaseUnits = baseUnits
  }

  /** Shows another account from now on, as its owner would choose. */
  async changeAccount(account = new WalletAccount()): Promise<void> {
    this.account = account
    await this.tell('accountsChanged', [account.address])
  }

  learn(chain: WalletChain): void {
    this.#chains = [...this.#chains, chain]
  }

  /** Switches to another network that it knows, as its owner would. */
  async moveTo({ chainId }: WalletChain): Promise<void> {
    this.#chainId = chainId
    await this.tell('chainChanged', numberToHex(chainId))
  }

  /** The transactions that it has sent, with the hashes that its node gave. */
  sent(): readonly (Transaction & { hash: Hex })[] {
    return this.#sent
  }

  countOf(method: string): number {
    return this.requests.filter((request) => request.method === method).length
  }

  answer(page: Page, method: string, params: unknown[]): Promise<Answer> {
    this.#pages.add(page)
    return this.#answer(method, params)
  }

  /** The wallet as a page has it (EIP-1193), for tests without a browser. */
  readonly provider = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      const answer = await this.#answer(method, [...params])
      if ('result' in answer) return answer.result
      throw Object.assign(new Error(answer.error.message), answer.error)
    },
  }

  async #answer(method: string, params: unknown[]): Promise<Answer> {
    this.requests.push({ method, params })
    try {
      await this.#gates.get(method)?.promise
      return { result: (await this.#decide(method, params)) ?? null }
    } catch (error) {
      return { error: toAnswer(error) }
    }
  }

  /** Sends an event to the pages, as when its owner changes the network. */
  async tell(event: string, value: unknown): Promise<void> {
    const told = JSON.stringify({ detail: { name: event, value } })
    const script = `dispatchEvent(new CustomEvent('wallet:${this.info.uuid}', ${told}))`
    for (const page of this.#pages) if (!page.isClosed()) await page.evaluate(script)
  }

  async #decide(method: string, params: unknown[]): Promise<unknown> {
    const refusal = this.#refusals.get(method)
    if (refusal) {
      this.#refusals.delete(method)
      throw new Refusal(refusal)
    }
    const { address } = this.account
    switch (method) {
      case 'eth_requestAccounts':
        this.#isConnected = true
        return [address]
      case 'eth_accounts':
        return this.#isConnected ? [address] : []
      case 'eth_chainId':
        return numberToHex(this.#chainId)
      case 'wallet_switchEthereumChain':
        return this.#switch((params[0] as { chainId: Hex }).chainId)
      case 'wallet_addEthereumChain':
        return this.#add(params[0] as { chainId: Hex; chainName: string; rpcUrls: string[] })
      case 'eth_call':
        return this.#call(params as [{ to: Address }])
      case 'eth_sendTransaction':
        return this.#send(params[0] as Transaction)
      case 'eth_signTypedData_v4':
        return this.#signTypedData(params as [Address, string])
      default:
        if (method.startsWith('wallet_') && this.#batches) return this.#batch(method, params)
        if (!/^eth_(get|estimate|blockNumber)/.test(method)) throw new Refusal(notSupported)
        return this.#node().request({ method, params } as never)
    }
  }

  #signTypedData([signer, message]: [Address, string]): Promise<Hex> {
    if (!this.#signsTypedData) throw new Refusal(notSupported)
    this.#requireOwn(signer)
    return this.account.signTypedData(JSON.parse(message) as TypedDataDefinition)
  }

  #batch(method: string, params: unknown[]): Promise<unknown> {
    const batches = this.#batches!
    switch (method) {
      case 'wallet_getCapabilities':
        return batches.capabilities(this.account, this.#chain())
      case 'wallet_sendCalls':
        this.#requireOwn((params[0] as CallsRequest).from)
        return batches.send(this.account, this.#chain(), params[0] as CallsRequest)
      case 'wallet_getCallsStatus':
        return batches.statusOf(this.#chain(), params[0] as Hex)
      default:
        throw new Refusal(notSupported)
    }
  }

  #requireOwn(account: Address): void {
    if (account.toLowerCase() !== this.account.address.toLowerCase())
      throw new Refusal(refusedByUser)
  }

  #switch(chainId: Hex): null {
    const chain = this.#chains.find((known) => known.chainId === Number(chainId))
    if (!chain) throw new Refusal(unknownChain)
    void this.moveTo(chain)
    return null
  }

  #add({ chainId, chainName, rpcUrls }: { chainId: Hex; chainName: string; rpcUrls: string[] }) {
    this.learn({ name: chainName, chainId: Number(chainId), rpcUrl: rpcUrls[0]! })
    return null
  }

  async #call(params: [{ to: Address }]): Promise<unknown> {
    const lie = this.#lies.get(params[0].to.toLowerCase())
    return lie ?? this.#node().request({ method: 'eth_call', params } as never)
  }

  async #send(transaction: Transaction): Promise<Hex> {
    this.#requireOwn(transaction.from)
    const hash = await this.account.send(this.#chain(), transaction)
    this.#sent.push({ ...transaction, hash })
    return hash
  }

  #chain(): WalletChain {
    return this.#chains.find(({ chainId }) => chainId === this.#chainId)!
  }

  #node() {
    return clientOf(this.#chain())
  }
}

/** Puts wallets into every page of a browser's profile. */
export async function installWallets(
  context: BrowserContext,
  wallets: readonly TestWallet[],
): Promise<void> {
  await context.exposeBinding(
    askBinding,
    ({ page }, uuid: string, method: string, params: unknown[]) =>
      wallets.find(({ info }) => info.uuid === uuid)!.answer(page, method, params),
  )
  await context.addInitScript(
    announceWallets,
    wallets.map(({ info }) => info),
  )
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#35507a"/><path d="M8 12h16v10H8z" fill="#fff"/></svg>',
)}`
