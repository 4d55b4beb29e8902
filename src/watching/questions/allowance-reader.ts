/**
 * Reads payers' allowances on request, once a second for each chain, for all contracts asked about
 * since the last read. A thousand askers cost as little as one. Nothing is cached: every answer is
 * younger than its question, and a question soon after a read waits for the next one.
 */
import type { Address } from 'viem'
import { after, elapsedMs, type Scheduled } from '../../shared/time.ts'
import type { FundsQuestion } from '../../chain/rows/payer-funds.ts'

const readEveryMs = 1_000
/** One call to a node can hold this many. */
const contractsPerReadMax = 100
/** Further contracts are refused while this many wait: an answer would take seconds. */
const contractsWaitingMax = 1_000

type ReadAllowances = (questions: FundsQuestion[]) => Promise<(bigint | null)[]>
type WaitingQuestion = { question: FundsQuestion } & PromiseWithResolvers<bigint | null>

export class AllowanceReader {
  readonly #read: ReadAllowances
  readonly #everyMs: number
  readonly #asked = new Map<Address, WaitingQuestion>()
  #readAt = -Infinity
  #timer: Scheduled | null = null

  /** `read` answers in the order of the questions, null where the allowance could not be found out. */
  constructor(read: ReadAllowances, everyMs = readEveryMs) {
    this.#read = read
    this.#everyMs = everyMs
  }

  /**
   * Reads an allowance with the next batch; rejects where that fails, where too many contracts
   * wait, and when the reader is stopped.
   */
  ask(question: FundsQuestion): Promise<bigint | null> {
    const { contractAddress } = question
    const waiting = this.#asked.get(contractAddress)
    if (waiting) return waiting.promise
    if (this.#asked.size >= contractsWaitingMax)
      return Promise.reject(
        new Error(`${contractsWaitingMax} contracts wait for their allowance already`),
      )
    const asked = { question, ...Promise.withResolvers<bigint | null>() }
    this.#asked.set(contractAddress, asked)
    this.#schedule()
    return asked.promise
  }

  stop(): void {
    this.#timer?.cancel()
    for (const { reject } of this.#asked.values())
      reject(new Error('the reader of allowances was stopped'))
    this.#asked.clear()
  }

  #schedule(): void {
    if (this.#timer || this.#asked.size === 0) return
    const delayMs = Math.max(0, this.#readAt + this.#everyMs - elapsedMs())
    this.#timer = after(delayMs, () => void this.#readBatch())
  }

  async #readBatch(): Promise<void> {
    this.#timer = null
    this.#readAt = elapsedMs()
    const batch = [...this.#asked.values()].slice(0, contractsPerReadMax)
    for (const { question } of batch) this.#asked.delete(question.contractAddress)
    this.#schedule()
    try {
      const allowances = await this.#read(batch.map(({ question }) => question))
      for (const [index, { resolve }] of batch.entries()) resolve(allowances[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
