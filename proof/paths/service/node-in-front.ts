/** A node in front of the real one, which can fall silent for a service or refuse; the local chain goes on behind it. */
import { createPublicClient, http, type PublicClient } from 'viem'
import { type Behaviour, type RpcProxy, startRpcProxy } from '../../../test/chain/rpc-proxy.ts'

/** With these the test clock moves a local chain: it has to go on. */
const isOfClock = (method: string): boolean => /^(evm|anvil)_/.test(method)

export class NodeInFront {
  readonly #proxy: RpcProxy
  readonly #real: PublicClient

  private constructor(proxy: RpcProxy, realUrl: string) {
    this.#proxy = proxy
    this.#real = createPublicClient({ transport: http(realUrl) })
  }

  static begin = async (realUrl: string): Promise<NodeInFront> =>
    new NodeInFront(await startRpcProxy(() => realUrl), realUrl)

  get url(): string {
    return this.#proxy.url
  }

  /** Answers nothing any more; only the test clock is told the newest block as it is now. */
  async fallSilent(): Promise<void> {
    const newest = await this.#real.request({ method: 'eth_blockNumber' })
    this.#proxy.behaviour = async ({ method, params }, pass) => {
      const [block, ...more] = params
      if (isOfClock(method)) return undefined
      if (method === 'eth_blockNumber') return { result: newest }
      const isNewest = method === 'eth_getBlockByNumber' && block === 'latest'
      return isNewest ? pass({ params: [newest, ...more] }) : noAnswer
    }
  }

  /** Tells what has happened; whoever asks before sending a control is not answered yet. */
  tellWhatHappened(): void {
    this.#proxy.behaviour = async ({ method }) => (method === 'eth_getCode' ? noAnswer : undefined)
  }

  refuseTransactions(): void {
    this.#proxy.behaviour = async ({ method }) =>
      method === 'eth_sendRawTransaction' ? refused : undefined
  }

  answer(): void {
    this.#proxy.behaviour = answersAll
  }

  stop = (): Promise<void> => this.#proxy.stop()
}

const noAnswer = { status: 503, body: '' }
const refused = { error: { code: -32000, message: 'this node takes no transactions now' } }
const answersAll: Behaviour = () => undefined
