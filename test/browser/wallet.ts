/**
 * A wallet whose owner is the test: it holds a real key, signs real transactions and asks real
 * nodes. The test can make it refuse, wait, or use another network.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { type Address, createClient, defineChain, type Hex, http, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { type Announcement, announceWallets, type Answer, askBinding } from './injected-wallet.ts'

export type WalletChain = { name: string; chainId: number; rpcUrl: string }
type Transaction = { from: Address; to: Address; data?: Hex; value?: Hex; gas?: Hex }

const refusedByUser = { code: 4001, message: 'User rejected the request.' }
const unknownChain = { code: 4902, message: 'Unrecognized chain ID.' }
const notSupported = { code: 4200, message: 'The method is not supported.' }

class Refusal extends Error {
  readonly code: number
  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

export class TestWallet {
  readonly account = privateKeyToAccount(generatePrivateKey())
  /** Every request that the page has made, in its order. */
  readonly requests: { method: string; params: unknown[] }[] = []
  readonly info: Announcement
  #chains: WalletChain[]
  #chainId: number
  #isConnected = false
  readonly #refusals = new Map<string, { code: number; message: string }>()
  readonly #lies = new Map<string, Hex>()
  readonly #gates = new Map<string, Promise<void>>()
  readonly #sent: (Transaction & { hash: Hex })[] = []
  readonly #pages = new Set<Page>()

  /** The wallet knows these networks and uses the first. */
  constructor(chains: WalletChain[], name = 'Test Wallet') {
    this.#chains = chains
    this.#chainId = chains[0]!.chainId
    const rdns = `example.${name.toLowerCase().replaceAll(' ', '-')}`
    this.info = { uuid: randomUUID(), name, rdns, icon }
  }

  /** Refuses the next request of this method, as its owner would. */
  refuseNext(method: string, refusal = refusedByUser): void {
    this.#refusals.set(method, refusal)
  }

  /** Leaves requests of this method unanswered until the returned function is called. */
  hold(method: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gates.set(method, promise)
    return () => {
      this.#gates.delete(method)
      resolve()
    }
  }

  /** Answers calls of this contract with `result`, whatever the chain says. */
  lieAbout(contract: Address, result: Hex): void {
    this.#lies.set(contract.toLowerCase(), result)
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

  async answer(page: Page, method: string, params: unknown[]): Promise<Answer> {
    this.#pages.add(page)
    this.requests.push({ method, params })
    try {
      await this.#gates.get(method)
      return { result: (await this.#decide(method, params)) ?? null }
    } catch (error) {
      const { code = -32_603, message } = error as { code?: number; message: string }
      return { error: { code, message } }
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
      default:
        if (!/^eth_(get|estimate|blockNumber)/.test(method)) throw new Refusal(notSupported)
        return this.#node().request({ method, params } as never)
    }
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

  /** Signs with the key, whatever account the page named, as wallets do. */
  async #send(transaction: Transaction): Promise<Hex> {
    const { from, to, data, value } = transaction
    if (from.toLowerCase() !== this.account.address.toLowerCase()) throw new Refusal(refusedByUser)
    const hash = await sendTransaction(this.#node(), {
      account: this.account,
      to,
      value: BigInt(value ?? 0),
      ...(data && { data }),
    })
    this.#sent.push({ ...transaction, hash })
    return hash
  }

  #node() {
    const { name, chainId, rpcUrl } = this.#chains.find((chain) => chain.chainId === this.#chainId)!
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const rpcUrls = { default: { http: [rpcUrl] } }
    const chain = defineChain({ id: chainId, name, nativeCurrency, rpcUrls })
    return createClient({ chain, transport: http(rpcUrl) })
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
