/**
 * Measures what the node takes of the same transactions: signed beforehand, sent at once by a script that stores
 * nothing, and waited for until every one is mined.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, encodeFunctionData, type Hex, parseGwei, toEventSelector } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import {
  activationsMax,
  chargesMax,
  gasLimitOfActivations,
  gasLimitOfCharges,
} from '../../src/chain/gas/gas-limits.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { chunksOf } from '../../src/shared/chunks-of.ts'
import { callNode, giveGas } from './local-node.ts'

type Node = { rpcUrl: string; chainId: number; factory: Address }
type Batch = { data: Hex; gas: bigint }
type Receipt = { logs: { topics: Hex[] }[] }

const lookEveryMs = 50
/** A node takes about 2 MB in one request. */
const sentTogetherMax = 20
/** After so long without a transaction mined, those that are missing are sent again, so often. */
const patienceMs = 10_000
const resendsMax = 6
const chargedTopic = toEventSelector('Charged(address,uint16,uint40)')

export class BareScript {
  readonly #account: PrivateKeyAccount
  readonly #node: Node
  #nonce = 0

  constructor(privateKey: Hex, node: Node) {
    this.#account = privateKeyToAccount(privateKey)
    this.#node = node
  }

  prepare(): Promise<void> {
    return giveGas(this.#node.rpcUrl, this.#account.address)
  }

  /** Deploys the contracts and makes their first charges. @returns the seconds that it took */
  activate(inputs: SubscriptionInput[]): Promise<number> {
    const toBatch = (some: SubscriptionInput[]): Batch => ({
      gas: gasLimitOfActivations(some.length),
      data: encodeFunctionData({
        abi: subscriptionFactoryAbi,
        functionName: 'activateMany',
        args: [some.map(termsOf), some.map(saltIdOf)],
      }),
    })
    return this.#send(chunksOf(inputs, activationsMax).map(toBatch), inputs.length)
  }

  /** Makes the next charges. @returns the seconds that it took */
  charge(inputs: SubscriptionInput[]): Promise<number> {
    const toBatch = (some: SubscriptionInput[]): Batch => ({
      gas: gasLimitOfCharges(some.length),
      data: encodeFunctionData({
        abi: subscriptionFactoryAbi,
        functionName: 'chargeMany',
        args: [some.map(({ contractAddress }) => contractAddress as Address)],
      }),
    })
    return this.#send(chunksOf(inputs, chargesMax).map(toBatch), inputs.length)
  }

  async #send(batches: Batch[], charges: number): Promise<number> {
    const signed = await Promise.all(batches.map((batch) => this.#sign(batch)))
    const startedAt = performance.now()
    const hashes = await this.#sendRaw(signed)
    await this.#untilMined(signed)
    const seconds = (performance.now() - startedAt) / 1000
    await this.#verify(hashes, charges)
    return seconds
  }

  #sign({ data, gas }: Batch): Promise<Hex> {
    return this.#account.signTransaction({
      type: 'eip1559',
      chainId: this.#node.chainId,
      nonce: this.#nonce++,
      to: this.#node.factory,
      data,
      gas,
      maxFeePerGas: parseGwei('100'),
      maxPriorityFeePerGas: parseGwei('1'),
    })
  }

  async #sendRaw(signed: Hex[], { mayFail = false } = {}): Promise<Hex[]> {
    const hashes: Hex[] = []
    for (const some of chunksOf(signed, sentTogetherMax)) {
      const calls = some.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] }))
      const answers = await callNode(this.#node.rpcUrl, calls, { mayFail })
      hashes.push(...answers.map(({ result }) => result as Hex))
    }
    return hashes
  }

  async #untilMined(signed: Hex[]): Promise<void> {
    let mined = await this.#countMined()
    let movedAt = performance.now()
    let resends = 0
    while (mined < this.#nonce) {
      await sleep(lookEveryMs)
      const now = await this.#countMined()
      if (now > mined) {
        movedAt = performance.now()
        resends = 0
      }
      mined = now
      if (performance.now() - movedAt < patienceMs) continue
      if (resends++ === resendsMax)
        throw new Error(`the node mines no more than ${mined} of ${this.#nonce} transactions`)
      movedAt = performance.now()
      await this.#sendRaw(signed.slice(signed.length - (this.#nonce - mined)), { mayFail: true })
    }
  }

  async #countMined(): Promise<number> {
    const params = [this.#account.address, 'latest']
    const [answer] = await callNode(this.#node.rpcUrl, [
      { method: 'eth_getTransactionCount', params },
    ])
    return Number(answer!.result)
  }

  async #verify(hashes: Hex[], charges: number): Promise<void> {
    const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
    const receipts = await callNode(this.#node.rpcUrl, calls)
    const charged = receipts.flatMap(({ result }) =>
      (result as Receipt).logs.filter(({ topics }) => topics[0] === chargedTopic),
    )
    if (charged.length !== charges)
      throw new Error(`the bare script made ${charged.length} of ${charges} charges`)
  }
}
