/**
 * One node of a chain: asked no faster than it allows and in the way that it supports; its last error is
 * held for the operator. All requests to a node in one process share what is learnt about it.
 */
import { type Address, BaseError, HttpRequestError } from 'viem'
import type { NodeAddress } from '../../shared/chains/nodes.ts'
import { errorText } from '../../shared/errors.ts'
import { rpcCallsTotal, rpcErrorsTotal } from '../../shared/metrics/counted.ts'
import { classifySendRefusal } from '../chain-errors.ts'
import {
  isLostOnTheWay,
  isNoAnswer,
  isNodeFailure,
  isTooOften,
  isUsedUp,
  NotAsked,
  sendMethod,
} from './complaints.ts'
import { type Endpoint, endpointOf } from './endpoint.ts'
import { Fallbacks } from './fallbacks.ts'
import { Pace, retryAfterMs } from './pace.ts'
import { postRequest, UnreadableAnswer } from './post.ts'
import { RangeLimit } from './range-limit.ts'
import { elapsedMs } from '../../shared/time.ts'
import type { RpcRequest } from './answers.ts'

const timeoutMs = 5_000
/** A request waits at most this long for one turn; a longer pause is an error at once. */
const patienceMsMax = 10_000
/** A request is repeated this often if it came too often, or was lost while others were not. */
const repeatsMax = 4
/** One request waits this long in all: less where other nodes could be asked instead. */
const waitsMsMax = {
  alone: { turn: 30_000, pauses: 30_000 },
  oneOfSeveral: { turn: 10_000, pauses: 3_000 },
}
/** Pause after a used up quota, where the node does not say how long. */
const usedUpPauseMs = 60_000
const textLengthMax = 300

/** A node's last error; `at` by `elapsedMs()`. */
export type NodeError = { method: string; text: string; at: number }

export type NodeOptions = {
  /** The chain's name in the chains file, by which calls are counted. */
  blockchain?: string
  /** The addresses whose logs are asked for where the node does not give the logs of all. */
  addresses?: readonly Address[]
  logRangeMax?: number
  /** Whether the chain has other nodes, which are asked while this one pauses. */
  isOneOfSeveral?: boolean
}

/** A transaction's bytes are sent more than once: a node that has them already says so, and is well. */
const isAnswerToRepeat = (method: string, error: unknown): boolean =>
  method === sendMethod &&
  !isNoAnswer(error, method) &&
  ['known', 'nonceUsed'].includes(classifySendRefusal(error))

export class RpcNode {
  readonly range: RangeLimit
  lastError: NodeError | null = null
  readonly #endpoint: Endpoint
  readonly #pace = new Pace()
  readonly #fallbacks: Fallbacks
  readonly #waitsMsMax: (typeof waitsMsMax)['alone']
  #errorsUntaken = 0
  #unreadable = { times: 0, detail: '' }
  /** Whether the last request was answered. */
  #isWell = false
  readonly #counted: { blockchain: string; node: string }

  constructor(address: NodeAddress, options: NodeOptions = {}) {
    const { blockchain = '', addresses = [], logRangeMax = 2_000, isOneOfSeveral = false } = options
    this.#waitsMsMax = isOneOfSeveral ? waitsMsMax.oneOfSeveral : waitsMsMax.alone
    this.#endpoint = endpointOf(address)
    this.#fallbacks = new Fallbacks(addresses)
    this.range = new RangeLimit(logRangeMax)
    this.#counted = { blockchain, node: new URL(this.name).host }
    rpcCallsTotal.inc(this.#counted, 0)
    rpcErrorsTotal.inc(this.#counted, 0)
  }

  /** Scheme and host. */
  get name(): string {
    return this.#endpoint.name
  }

  /** The features that it is known to lack. */
  get lacking(): string[] {
    return this.#fallbacks.lacking
  }

  /** Requests for each second that it takes; null: no limit was met. */
  get perSecond(): number | null {
    return this.#pace.perSecond
  }

  /** The wait of a request that comes now. */
  get delayMs(): number {
    return this.#pace.delayMs()
  }

  /** Returns the errors since the last call. */
  takeErrors(): { count: number; last: NodeError | null } {
    const count = this.#errorsUntaken
    this.#errorsUntaken = 0
    return { count, last: count > 0 ? this.lastError : null }
  }

  /** Returns how many answers could not be read since the last call, and what was wrong with the last. */
  takeUnreadable(): { times: number; detail: string } {
    const taken = this.#unreadable
    this.#unreadable = { times: 0, detail: '' }
    return taken
  }

  /** Sends a request; `isHasty` where another node could be asked instead of repeating it here. */
  request(request: RpcRequest, isHasty = false): Promise<unknown> {
    return this.#fallbacks.ask(request, (one) => this.#askInTurn(one, isHasty))
  }

  async #askInTurn(request: RpcRequest, isHasty: boolean): Promise<unknown> {
    const now = elapsedMs()
    const { turn, pauses } = this.#waitsMsMax
    const patience = { turnUntil: now + turn, pausesUntil: now + pauses }
    for (let repeat = 0; ; repeat++) {
      if (this.#pace.delayMs() > patienceMsMax) throw this.#tooOftenError()
      if (!(await this.#pace.turn(patience))) throw this.#tooOftenError()
      rpcCallsTotal.inc(this.#counted)
      try {
        const answer = await postRequest(this.#endpoint, request, timeoutMs)
        this.#pace.speedUp()
        this.#isWell = true
        return answer
      } catch (error) {
        const isAskedAgain = !isHasty && repeat < repeatsMax && this.#mayAskAgain(request, error)
        this.#learnFrom(request.method, error)
        if (!isAskedAgain) throw error
      }
    }
  }

  /** A lost request is not repeated after another lost one, nor when it sent a transaction, which may have arrived. */
  #mayAskAgain({ method }: RpcRequest, error: unknown): boolean {
    if (isTooOften(error, method)) return true
    return this.#isWell && method !== sendMethod && isLostOnTheWay(error)
  }

  #learnFrom(method: string, error: unknown): void {
    const isFailure = isNodeFailure(error) && !isAnswerToRepeat(method, error)
    this.#isWell = !isFailure
    if (isTooOften(error, method)) {
      const header = error instanceof HttpRequestError ? error.headers?.get('retry-after') : null
      this.#pace.slowDown(retryAfterMs(header) ?? (isUsedUp(error) ? usedUpPauseMs : null))
    } else if (!isFailure) return this.#pace.speedUp()
    this.#errorsUntaken++
    rpcErrorsTotal.inc(this.#counted)
    const text = error instanceof BaseError ? error.details : errorText(error)
    this.lastError = { method, text: text.slice(0, textLengthMax), at: elapsedMs() }
    if (error instanceof UnreadableAnswer)
      this.#unreadable = { times: this.#unreadable.times + 1, detail: error.details }
  }

  #tooOftenError(): NotAsked {
    const seconds = Math.ceil(this.#pace.delayMs() / 1_000)
    const details = `asked too often; not asked again for ${seconds} s. It said: ${this.lastError?.text}`
    return new NotAsked({ url: this.name, status: 429, details })
  }
}
