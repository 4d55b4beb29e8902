/** Reads what really happened: the logs of the chain, beside the service from the node itself, block after block. */
import { type Address, createPublicClient, http, parseAbi, type PublicClient } from 'viem'
import { setTimeout as sleep } from 'node:timers/promises'

export type Charged = {
  contract: Address
  period: number
  nextDue: number
  /** Its block's time, Unix seconds. */
  timestamp: number
  transactionHash: string
}
export type Transfer = { from: Address; to: Address; value: bigint; transactionHash: string }

const events = parseAbi([
  'event Charged(address indexed subscription, uint16 period, uint40 nextDue)',
  'event Cancelled(address indexed subscription, address by)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const pollMs = 500
const requestTimeoutMs = 4_000

export class ChainTruth {
  readonly charges: Charged[] = []
  readonly transfers: Transfer[] = []
  readonly cancelled = new Set<Address>()
  /** The time of the newest block, Unix seconds. */
  now = 0
  readonly reader: PublicClient
  readonly #addresses: Address[]
  readonly #onRead: () => void
  #readTo = -1n
  #isRunning = true
  #running: Promise<void>

  constructor(url: string, addresses: Address[], onRead: () => void) {
    const transport = http(url, { retryCount: 0, timeout: requestTimeoutMs })
    this.reader = createPublicClient({ transport })
    this.#addresses = addresses
    this.#onRead = onRead
    this.#running = this.#follow()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#running
  }

  async #follow(): Promise<void> {
    while (this.#isRunning) {
      // The node is away now and then: that is what a drill is for.
      await this.#read().catch(() => undefined)
      await sleep(pollMs)
    }
  }

  async #read(): Promise<void> {
    const { number, timestamp } = await this.reader.getBlock()
    if (number <= this.#readTo) return
    const range = { fromBlock: this.#readTo + 1n, toBlock: number }
    const logs = await this.reader.getLogs({
      ...range,
      address: this.#addresses,
      events,
      strict: true,
    })
    const times = new Map<bigint, number>()
    for (const { eventName, blockNumber } of logs)
      if (eventName === 'Charged' && !times.has(blockNumber)) {
        const block = await this.reader.getBlock({ blockNumber })
        times.set(blockNumber, Number(block.timestamp))
      }
    for (const log of logs) {
      const { transactionHash } = log
      if (log.eventName === 'Cancelled') this.cancelled.add(log.args.subscription)
      else if (log.eventName === 'Transfer') this.transfers.push({ ...log.args, transactionHash })
      else
        this.charges.push({
          contract: log.args.subscription,
          period: log.args.period,
          nextDue: log.args.nextDue,
          timestamp: times.get(log.blockNumber)!,
          transactionHash,
        })
    }
    this.#readTo = number
    this.now = Number(timestamp)
    this.#onRead()
  }
}
