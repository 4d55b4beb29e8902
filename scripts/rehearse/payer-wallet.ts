/** The payer of a rehearsal: a key with a little gas and a little of the token, on the chain itself. */
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  formatEther,
  type Hex,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

type OnChain = { chainId: number; token: Address; rpcUrl: string; key: Hex; timeoutMs: number }

export class PayerWallet {
  readonly address: Address
  readonly reader
  readonly #wallet
  readonly #token: Address
  readonly #timeoutMs: number
  /** Sums the cost of its transactions, in wei. */
  spent = 0n

  constructor({ chainId, token, rpcUrl, key, timeoutMs }: OnChain) {
    const account = privateKeyToAccount(key)
    const chain = defineChain({
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: 'native coin', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    })
    const transport = http(rpcUrl)
    this.address = account.address
    this.reader = createPublicClient({ chain, transport })
    this.#wallet = createWalletClient({ account, chain, transport })
    this.#token = token
    this.#timeoutMs = timeoutMs
  }

  /** @throws where the node serves another chain, or the wallet has no gas or too little of the token */
  async requireFunds(chainId: number, needed: bigint): Promise<void> {
    const served = await this.reader.getChainId()
    if (served !== chainId)
      throw new Error(`RPC_URL serves chain ${served}, and the token is on chain ${chainId}`)
    const gas = await this.reader.getBalance({ address: this.address })
    if (gas === 0n) throw new Error(`${this.address} has no native coin for gas: send it some`)
    const tokens = await this.balance()
    if (tokens < needed)
      throw new Error(
        `${this.address} has ${tokens} base units of ${this.#token}, and ${needed} are needed: send it the rest`,
      )
  }

  balance = (of: Address = this.address): Promise<bigint> =>
    this.reader.readContract({
      address: this.#token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [of],
    })

  approve = (spender: Address, baseUnits: bigint): Promise<string> =>
    this.#send('approve', [spender, baseUnits])

  transfer = (to: Address, baseUnits: bigint): Promise<string> =>
    this.#send('transfer', [to, baseUnits])

  /** Returns the cost of anybody's transaction, as its receipt says: a rollup may take more for its data. */
  async costOf(hash: Hex): Promise<string> {
    return formatEther(await this.#readCost(hash))
  }

  async #send(functionName: 'approve' | 'transfer', args: [Address, bigint]): Promise<string> {
    const hash = await this.#wallet.writeContract({
      address: this.#token,
      abi: erc20Abi,
      functionName,
      args,
    })
    const cost = await this.#readCost(hash)
    this.spent += cost
    return `transaction ${hash}, ${formatEther(cost)} for gas`
  }

  async #readCost(hash: Hex): Promise<bigint> {
    const { status, gasUsed, effectiveGasPrice } = await this.reader.waitForTransactionReceipt({
      hash,
      timeout: this.#timeoutMs,
    })
    if (status !== 'success') throw new Error(`transaction ${hash} was reverted`)
    return gasUsed * effectiveGasPrice
  }
}
