/**
 * What payers allow, for whoever asks: one look a second at a chain, for all contracts that were asked
 * about since the last. A thousand askers cost as little as one. Nothing is remembered: every answer
 * is younger than its question, and who asks soon after a look waits for the next one.
 */
import type { Address } from 'viem'
import type { FundsQuestion } from '../../chain/funds.ts'

const lookEveryMs = 1_000
/** As many as one call to a node can hold. */
const contractsPerLookMax = 100
/** Who asks when so many wait already is not answered: that would take seconds. */
const contractsWaitingMax = 1_000

type ReadAllowances = (questions: FundsQuestion[]) => Promise<(bigint | null)[]>
type Asked = { question: FundsQuestion } & PromiseWithResolvers<bigint | null>

export class AllowanceReader {
  readonly #read: ReadAllowances
  readonly #everyMs: number
  readonly #asked = new Map<Address, Asked>()
  #lookedAt = -Infinity
  #timer: NodeJS.Timeout | null = null

  /** `read` answers in the order of the questions, null where it could not be found out. */
  constructor(read: ReadAllowances, everyMs = lookEveryMs) {
    this.#read = read
    this.#everyMs = everyMs
  }

  /** Rejects where the look fails, where too many wait, and where it is stopped meanwhile. */
  ask(question: FundsQuestion): Promise<bigint | null> {
    const { contractAddress } = question
    const waiting = this.#asked.get(contractAddress)
    if (waiting) return waiting.promise
    if (this.#asked.size >= contractsWaitingMax)
      return Promise.reject(new Error(`${contractsWaitingMax} contracts wait to be looked at`))
    const asked = { question, ...Promise.withResolvers<bigint | null>() }
    this.#asked.set(contractAddress, asked)
    this.#schedule()
    return asked.promise
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    for (const { reject } of this.#asked.values()) reject(new Error('it is being stopped'))
    this.#asked.clear()
  }

  #schedule(): void {
    if (this.#timer || this.#asked.size === 0) return
    const delayMs = Math.max(0, this.#lookedAt + this.#everyMs - performance.now())
    this.#timer = setTimeout(() => void this.#look(), delayMs)
  }

  async #look(): Promise<void> {
    this.#timer = null
    this.#lookedAt = performance.now()
    const batch = [...this.#asked.values()].slice(0, contractsPerLookMax)
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
