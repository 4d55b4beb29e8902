/** A wallet at the other end of WalletConnect, whose owner is the test: a real client with a real key. */
import { SignClient } from '@walletconnect/sign-client'
import { type Address, createClient, defineChain, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { MemoryStorage } from '../../web/walletconnect/memory-storage.ts'
import type { WalletChain } from './wallet.ts'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Proposal = { chains: string[]; methods: string[] }
type Transaction = { to: Address; data: Hex }

const sendMethod = 'eth_sendTransaction'
const refused = { code: 5000, message: 'User rejected.' }

export class RemoteWallet {
  /** The sessions that pages have proposed. */
  readonly proposals: Proposal[] = []
  readonly sent: (Transaction & { hash: Hex })[] = []
  readonly #client: Client
  readonly #account: PrivateKeyAccount
  readonly #chain: WalletChain
  #refusals = 0

  private constructor(client: Client, account: PrivateKeyAccount, chain: WalletChain) {
    this.#client = client
    this.#account = account
    this.#chain = chain
    client.on('session_proposal', ({ id, params }) => {
      const { chains = [], methods } = params.optionalNamespaces['eip155']!
      this.proposals.push({ chains, methods })
      void this.#decide(id)
    })
    client.on('session_request', ({ id, topic, params }) => {
      const [transaction] = params.request.params as [Transaction]
      void this.#answer(id, topic, params.request.method, transaction)
    })
  }

  static async start(relayUrl: string, account: PrivateKeyAccount, chain: WalletChain) {
    const client = await SignClient.init({
      projectId: 'wallet',
      relayUrl,
      storage: new MemoryStorage(),
      logger: 'silent',
      telemetryEnabled: false,
      customStoragePrefix: account.address,
      metadata: { name: 'Remote', description: 'A wallet', url: 'https://w.example', icons: [] },
    })
    return new RemoteWallet(client, account, chain)
  }

  /** Acts as the owner who has scanned the code, or opened the link. */
  async scan(uri: string): Promise<void> {
    await this.#client.pair({ uri })
  }

  /** Declines the next request, as the owner would. */
  refuseNext(): void {
    this.#refusals++
  }

  sessionCount(): number {
    return this.#client.session.length
  }

  /** Ends the session, as the owner would. */
  async disconnect(): Promise<void> {
    const reason = { code: 6000, message: 'User disconnected.' }
    for (const { topic } of this.#client.session.getAll())
      await this.#client.disconnect({ topic, reason })
  }

  async stop(): Promise<void> {
    await this.#client.core.relayer.transportClose()
    this.#client.core.heartbeat.stop()
  }

  async #decide(id: number): Promise<void> {
    if (this.#isRefused()) return this.#client.reject({ id, reason: refused })
    const chain = `eip155:${this.#chain.chainId}`
    const eip155 = {
      chains: [chain],
      accounts: [`${chain}:${this.#account.address}`],
      methods: [sendMethod],
      events: ['accountsChanged'],
    }
    await this.#client.approve({ id, namespaces: { eip155 } })
  }

  async #answer(id: number, topic: string, method: string, transaction: Transaction) {
    const isSent = method === sendMethod && !this.#isRefused()
    const outcome = isSent ? { result: await this.#send(transaction) } : { error: refused }
    await this.#client.respond({ topic, response: { id, jsonrpc: '2.0', ...outcome } })
  }

  async #send({ to, data }: Transaction): Promise<Hex> {
    const { name, chainId, rpcUrl } = this.#chain
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const rpcUrls = { default: { http: [rpcUrl] } }
    const chain = defineChain({ id: chainId, name, nativeCurrency, rpcUrls })
    const node = createClient({ chain, transport: http(rpcUrl) })
    const hash = await sendTransaction(node, { account: this.#account, to, data })
    this.sent.push({ to, data, hash })
    return hash
  }

  #isRefused(): boolean {
    if (this.#refusals === 0) return false
    this.#refusals--
    return true
  }
}
