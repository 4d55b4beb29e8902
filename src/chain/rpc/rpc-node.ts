/**
 * One node of a chain: asked no faster than it likes, in the way that it takes, and with what it
 * last complained of kept for the operator. All that asks a node in one process shares what is learnt.
 */
import { type Address, BaseError, HttpRequestError } from 'viem'
import type { NodeAddress } from '../../shared/chains/nodes.ts'
import { errorText } from '../../shared/errors.ts'
import { isLostOnTheWay, isNodeFailure, isTooOften, isUsedUp } from './complaints.ts'
import { type Endpoint, endpointOf } from './endpoint.ts'
import { Fallbacks } from './fallbacks.ts'
import { Pace, retryAfterMs } from './pace.ts'
import { postRequest, type RpcRequest, UnreadableAnswer } from './post.ts'
import { RangeLimit } from './range-limit.ts'

const timeoutMs = 5_000
/** How long a request may wait for one turn; a longer pause is an error at once. */
const patienceMsMax = 10_000
/** A request that came too often, or was lost between others that were not, is asked again so many times. */
const repeatsMax = 4
/** How long one request may wait in all: less where other nodes could be asked instead. */
const waitsMsMax = {
  alone: { turn: 30_000, pauses: 30_000 },
  oneOfSeveral: { turn: 10_000, pauses: 3_000 },
}
/** How long a used up quota is left alone, where the node does not say. */
const usedUpPauseMs = 60_000
const textLengthMax = 300

/** What a node last said that was no answer; `at` by `performance.now()`. */
export type NodeError = { method: string; text: string; at: number }

export type NodeOptions = {
  /** Whose logs are asked for where the node gives no logs of just any address. */
  addresses?: readonly Address[]
  logRangeMax?: number
  /** Whether the chain has other nodes, which must not wait while this one wants to be left alone. */
  isOneOfSeveral?: boolean
}

export class RpcNode {
  readonly range: RangeLimit
  lastError: NodeError | null = null
  readonly #endpoint: Endpoint
  readonly #pace = new Pace()
  readonly #fallbacks: Fallbacks
  readonly #waitsMsMax: (typeof waitsMsMax)['alone']
  #errorsUntaken = 0
  #unreadable = { times: 0, detail: '' }
  /** Whether what came back last was an answer. */
  #isWell = false

  constructor(address: NodeAddress, options: NodeOptions = {}) {
    const { addresses = [], logRangeMax = 2_000, isOneOfSeveral = false } = options
    this.#waitsMsMax = isOneOfSeveral ? waitsMsMax.oneOfSeveral : waitsMsMax.alone
    this.#endpoint = endpointOf(address)
    this.#fallbacks = new Fallbacks(addresses)
    this.range = new RangeLimit(logRangeMax)
  }

  /** Scheme and host. */
  get name(): string {
    return this.#endpoint.name
  }

  /** What it is known not to take. */
  get lacking(): string[] {
    return this.#fallbacks.lacking
  }

  /** Requests for each second that it takes; null: no limit was met. */
  get perSecond(): number | null {
    return this.#pace.perSecond
  }

  /** How long a request that comes now would wait. */
  get delayMs(): number {
    return this.#pace.delayMs()
  }

  /** The errors since they were last taken. */
  takeErrors(): { count: number; last: NodeError | null } {
    const count = this.#errorsUntaken
    this.#errorsUntaken = 0
    return { count, last: count > 0 ? this.lastError : null }
  }

  /** How many answers could not be read since they were last taken, and what was wrong with the last. */
  takeUnreadable(): { times: number; detail: string } {
    const taken = this.#unreadable
    this.#unreadable = { times: 0, detail: '' }
    return taken
  }

  /** Asks; `isHasty` where another node could be asked instead of waiting for this one. */
  request(request: RpcRequest, isHasty = false): Promise<unknown> {
    return this.#fallbacks.ask(request, (one) => this.#askInTurn(one, isHasty))
  }

  async #askInTurn(request: RpcRequest, isHasty: boolean): Promise<unknown> {
    const now = performance.now()
    const { turn, pauses } = this.#waitsMsMax
    const patience = { turnUntil: now + turn, pausesUntil: now + pauses }
    for (let repeat = 0; ; repeat++) {
      if (this.#pace.delayMs() > patienceMsMax) throw this.#resting()
      if (!(await this.#pace.turn(patience))) throw this.#resting()
      try {
        const answer = await postRequest(this.#endpoint, request, timeoutMs)
        this.#pace.speedUp()
        this.#isWell = true
        return answer
      } catch (error) {
        const isAskedAgain = !isHasty && repeat < repeatsMax && this.#mayAskAgain(request, error)
        this.#hear(request.method, error)
        if (!isAskedAgain) throw error
      }
    }
  }

  /** A node that loses two in a row is ill, and left alone; what was sent may have arrived. */
  #mayAskAgain({ method }: RpcRequest, error: unknown): boolean {
    if (isTooOften(error, method)) return true
    return this.#isWell && method !== 'eth_sendRawTransaction' && isLostOnTheWay(error)
  }

  #hear(method: string, error: unknown): void {
    this.#isWell = !isNodeFailure(error)
    if (isTooOften(error, method)) {
      const header = error instanceof HttpRequestError ? error.headers?.get('retry-after') : null
      this.#pace.slowDown(retryAfterMs(header) ?? (isUsedUp(error) ? usedUpPauseMs : null))
    } else if (!isNodeFailure(error)) return this.#pace.speedUp()
    this.#errorsUntaken++
    const text = error instanceof BaseError ? error.details : errorText(error)
    this.lastError = { method, text: text.slice(0, textLengthMax), at: performance.now() }
    if (error instanceof UnreadableAnswer)
      this.#unreadable = { times: this.#unreadable.times + 1, detail: error.details }
  }

  #resting(): HttpRequestError {
    const seconds = Math.ceil(this.#pace.delayMs() / 1_000)
    const details = `asked too often; not asked again for ${seconds} s. It said: ${this.lastError?.text}`
    return new HttpRequestError({ url: this.name, status: 429, details })
  }
}
