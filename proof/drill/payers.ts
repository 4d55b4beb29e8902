/**
 * The payer crowd: wallets with keys of their own, which sign, and send the same bytes until they are in a block,
 * so that the crowd itself never pays twice.
 */
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { setTimeout as sleep } from 'node:timers/promises'

const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function mint(address to, uint256 amount)',
])
const requestTimeoutMs = 4_000
const pollMs = 250
/** After so long a transaction that is in no block is a fault of the drill, not of the service. */
const patienceMs = 300_000
const gas = 200_000n
const maxFeePerGas = 200_000_000_000n
const maxPriorityFeePerGas = 1_000_000_000n
/** Enough for a day of drills. */
const tokensAtFirst = 10n ** 15n

export type PayingChain = { url: string; chainId: number; token: Address }

export const connectPayers = ({ url }: Pick<PayingChain, 'url'>) =>
  createTestClient({
    mode: 'anvil',
    transport: http(url, { retryCount: 0, timeout: requestTimeoutMs }),
  }).extend(publicActions)
type Node = ReturnType<typeof connectPayers>

export class Wallet {
  readonly #account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
  readonly #node: Node
  readonly #chain: PayingChain
  #nonce = 0
  /** One transaction at a time: the next one waits for the one before. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(chain: PayingChain, node: Node) {
    this.#chain = chain
    this.#node = node
  }

  get address(): Address {
    return this.#account.address
  }

  async fill(): Promise<void> {
    await this.#node.setBalance({ address: this.address, value: parseEther('1000') })
    await this.#call('mint', this.address, tokensAtFirst)
  }

  /** Resolves once it is in a block. */
  pay(to: Address, baseUnits: bigint): Promise<void> {
    return this.#call('transfer', to, baseUnits)
  }

  approve(contract: Address, baseUnits: bigint): Promise<void> {
    return this.#call('approve', contract, baseUnits)
  }

  #call(functionName: 'approve' | 'transfer' | 'mint', to: Address, value: bigint): Promise<void> {
    const args = [to, value] as const
    const data = encodeFunctionData({ abi: tokenAbi, functionName, args })
    const sent = this.#last.then(() => this.#send(data))
    this.#last = sent.catch(() => undefined)
    return sent
  }

  async #send(data: Hex): Promise<void> {
    const serializedTransaction = await this.#account.signTransaction({
      type: 'eip1559',
      chainId: this.#chain.chainId,
      to: this.#chain.token,
      data,
      nonce: this.#nonce++,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
    })
    const hash = keccak256(serializedTransaction)
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      // Refused where the node has it already; without an answer where the node is away.
      await this.#node.sendRawTransaction({ serializedTransaction }).catch(() => undefined)
      await sleep(pollMs)
      const receipt = await this.#node.getTransactionReceipt({ hash }).catch(() => null)
      if (receipt?.status === 'success') return
      if (receipt) throw new Error(`the payer's transaction ${hash} reverted`)
    }
    throw new Error(`the payer's transaction ${hash} came into no block`)
  }
}

/** Makes wallets with gas and tokens. */
export async function gatherPayers(chain: PayingChain, count: number): Promise<Wallet[]> {
  const node = connectPayers(chain)
  const wallets = Array.from({ length: count }, () => new Wallet(chain, node))
  await Promise.all(wallets.map((wallet) => wallet.fill()))
  return wallets
}
