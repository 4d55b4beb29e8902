/**
 * Answers as a wallet of the browser would (EIP-1193): the wallet at the other end of WalletConnect
 * is asked for its account and to send, and a node of the chain for everything that is only read. A
 * session holds for one chain and one method, and lasts until `end`.
 */
import { codeOf, unknownChain, userRejected, WalletSilent } from '../wallet/refusals.ts'
import { type Client, startClient, type RemotePurpose } from './client.ts'
import { askNode, isReadable } from '../wallet/node.ts'
import type { WalletConnectSettings } from './settings.ts'

type Session = ReturnType<Client['session']['get']>
type Listener = {
  onUri: (uri: string | null) => void
  /** Called with the event's name in EIP-1193. */
  onChange: (event: string) => void
}

const sendMethod = 'eth_sendTransaction'
const notSupported = 4200
const disconnected = 4900
const proposalExpired = 'Proposal expired'
/** Codes of WalletConnect, and the codes of EIP-1193 with the same meaning. */
const standardCodes = new Map([
  [5000, userRejected],
  [5001, unknownChain],
  [5002, userRejected],
])
const leaving = { code: 6000, message: 'User disconnected.' }

export class RemoteWallet {
  readonly #client: Promise<Client>
  readonly #chain: string
  readonly #nodeUrl: string
  readonly #listener: Listener
  #session: Session | null = null
  /** Rejects the open request when the session ends. */
  #interrupt: ((reason: Error) => void) | null = null
  /** Grows with every connection; the session of an older one is ended at once. */
  #attempt = 0

  constructor(settings: WalletConnectSettings, purpose: RemotePurpose, listener: Listener) {
    this.#chain = `eip155:${purpose.blockchain.chainId}`
    this.#nodeUrl = purpose.blockchain.publicRpcUrl ?? ''
    this.#listener = listener
    this.#client = startClient(settings, purpose).then((client) => this.#listenTo(client))
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'eth_accounts') return this.#accounts()
    if (method === 'eth_requestAccounts') return this.#connect()
    if (method === sendMethod) return this.#send(params)
    if (isReadable(method)) return askNode(this.#nodeUrl, method, params)
    throw refusal(notSupported, `${method} is not supported`)
  }

  /** Ends the session, or stops waiting for one. */
  async end(): Promise<void> {
    this.#attempt++
    this.#listener.onUri(null)
    const session = this.#session
    this.#forget()
    if (session) await this.#letGo(session)
  }

  async #connect(): Promise<string[]> {
    const attempt = ++this.#attempt
    const client = await this.#client
    const { uri, approval } = await client.connect({
      optionalNamespaces: {
        eip155: { chains: [this.#chain], methods: [sendMethod], events: ['accountsChanged'] },
      },
    })
    if (attempt !== this.#attempt) throw refusal(disconnected, 'no longer wanted')
    this.#listener.onUri(uri ?? null)
    try {
      const session = await approval().catch(rethrow)
      return await this.#take(attempt, session)
    } finally {
      if (attempt === this.#attempt) this.#listener.onUri(null)
    }
  }

  async #take(attempt: number, session: Session): Promise<string[]> {
    const isWanted = attempt === this.#attempt
    if (isWanted) this.#session = session
    const accounts = this.#accounts()
    if (isWanted && accounts.length > 0) return accounts
    if (isWanted) this.#forget()
    await this.#letGo(session)
    throw isWanted
      ? refusal(unknownChain, `the wallet has no account on ${this.#chain}`)
      : refusal(disconnected, 'no longer wanted')
  }

  async #send(params: readonly unknown[]): Promise<unknown> {
    const session = this.#session
    if (!session) throw refusal(disconnected, 'the wallet has disconnected')
    const interruption = new Promise<never>((_, reject) => (this.#interrupt = reject))
    const client = await this.#client
    const request = { method: sendMethod, params }
    const answer = client.request({ topic: session.topic, chainId: this.#chain, request })
    return Promise.race([answer, interruption]).catch(rethrow)
  }

  /** The session's accounts on the payment's chain, at this moment. */
  #accounts(): string[] {
    const accounts = this.#session?.namespaces['eip155']?.accounts ?? []
    const prefix = `${this.#chain}:`
    return accounts
      .filter((account) => account.startsWith(prefix))
      .map((account) => account.slice(prefix.length))
  }

  #listenTo(client: Client): Client {
    const isOurs = ({ topic }: { topic: string }) => topic === this.#session?.topic
    const onEnd = (event: { topic: string }) => {
      if (!isOurs(event)) return
      this.#forget()
      this.#listener.onChange('disconnect')
    }
    client.on('session_delete', onEnd)
    client.on('session_expire', onEnd)
    client.on('session_update', (event) => {
      if (!isOurs(event)) return
      this.#session = client.session.get(event.topic)
      this.#listener.onChange('accountsChanged')
    })
    return client
  }

  #forget(): void {
    this.#session = null
    this.#interrupt?.(refusal(disconnected, 'the wallet has disconnected'))
    this.#interrupt = null
  }

  async #letGo({ topic }: Session): Promise<void> {
    const client = await this.#client
    // The wallet may have ended the session at the same moment.
    await client.disconnect({ topic, reason: leaving }).catch(() => undefined)
  }
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })

function rethrow(error: unknown): never {
  const { message } = error as { message: string }
  if (message === proposalExpired) throw new WalletSilent(message)
  throw refusal(standardCodes.get(codeOf(error) ?? 0) ?? codeOf(error) ?? 0, message)
}
