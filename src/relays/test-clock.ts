/**
 * The test clock: moves business time and the chains from one due moment to the next, and waits in
 * between until the service is idle, so that two years of a subscription pass in seconds and in
 * order. It exists only where every chain of the network is a local one.
 */
import type { ConnectedChain } from '../chain/clients.ts'
import { advanceChainTime } from '../chain/embedded-time.ts'
import { errorText } from '../shared/errors.ts'
import { Problem } from '../shared/problems.ts'
import { saveTestOffset } from '../store/clock-follower.ts'
import { nextChargeDueAt, nextTimerAt, nextTimersTogetherAt } from '../store/engine/timers.ts'
import { ClockSteps, type ReportStep } from './clock-steps.ts'
import { type ClockStop, describeStop } from './clock-stop.ts'
import { type ClockDependencies, IdleWait, type Pending } from './idle-wait.ts'
import { MovesOfRequests } from './moves-of-requests.ts'
import type { ClockMove } from '../shared/clock.ts'

/**
 * The request that asks for a move. Where it is a repeat, an earlier try may have moved the clock from the
 * moment `at`, all the way or a part of it.
 */
export type ClockRequest = { id: string; at: Date; isRepeat: boolean }
export type ClockAnswer = { now: string } & ({ settled: true } | ({ settled: false } & ClockStop))

/** Before a longer leap, and after it, gas wallets are measured. */
const gasMeasuredBeforeMs = 60 * 60_000
const gasAnswerTimeoutMs = 5_000

/** The service has this long to become idle after one step, in real time. */
const usualIdleTimeoutMs = 45_000

/**
 * Timers that are due within so much business time fire in one step, at the moment of the last of them: a
 * step takes as long for one as for fifty.
 */
const togetherMs = 5_000

export class TestClock {
  readonly #dependencies: ClockDependencies
  readonly #idleTimeoutMs: number
  readonly #idle: IdleWait
  readonly #moves = new MovesOfRequests<ClockAnswer>()
  #advancing: Promise<unknown> = Promise.resolve()
  #underWay = 0
  #lastStop: string | null = null

  constructor(dependencies: ClockDependencies, idleTimeoutMs = usualIdleTimeoutMs) {
    this.#dependencies = dependencies
    this.#idleTimeoutMs = idleTimeoutMs
    this.#idle = new IdleWait(dependencies, idleTimeoutMs)
  }

  read(): Promise<{ now: string }> {
    return Promise.resolve({ now: this.#dependencies.clock.now().toISOString() })
  }

  /**
   * Moves the clock, for one caller at a time, to the end also where the caller has gone. `report` hears
   * what each step did. `settled`: the service is idle afterwards. A repeated request moves it once.
   */
  advance(move: ClockMove, request: ClockRequest, report?: ReportStep): Promise<ClockAnswer> {
    return this.#moves.once(request.id, async () =>
      this.#inTurn(request.isRepeat ? toRestOf(move, request.at) : move, report),
    )
  }

  #inTurn(move: ClockMove, report?: ReportStep): Promise<ClockAnswer> {
    const steps = report ? new ClockSteps(this.#dependencies.database, move.owner, report) : null
    this.#underWay += 1
    const advanced = this.#advancing.then(() => this.#advance(move, steps))
    this.#advancing = advanced.then(
      (answer) => this.#noteEnd(answer.settled ? null : answer.reason),
      (error: unknown) => this.#noteEnd(errorText(error)),
    )
    return advanced
  }

  #noteEnd(stop: string | null): void {
    this.#underWay -= 1
    this.#lastStop = stop
  }

  /** Whether it is being moved by this process, and why the last move did not arrive. */
  readMoves(): { isMoving: boolean; lastStop: string | null } {
    return { isMoving: this.#underWay > 0, lastStop: this.#lastStop }
  }

  async #advance(move: ClockMove, steps: ClockSteps | null): Promise<ClockAnswer> {
    const { clock } = this.#dependencies
    const calledAt = clock.now()
    this.#idle.startAnew()
    await steps?.begin()
    const pending =
      (await this.#idle.untilIdle()) ??
      (await this.#passTo(await this.#targetOf(move, calledAt), steps))
    await steps?.report(clock.now())
    const now = clock.now()
    return pending
      ? {
          now: now.toISOString(),
          settled: false,
          ...describeStop(now, pending, this.#idleTimeoutMs),
        }
      : { now: now.toISOString(), settled: true }
  }

  /** Goes from one due moment to the next, up to the target and never beyond; returns what does not settle on the way. */
  async #passTo(target: Date, steps: ClockSteps | null): Promise<Pending | null> {
    const { clock, database } = this.#dependencies
    // The work that was moving when the call came is a step of its own.
    await steps?.report(clock.now())
    for (;;) {
      const moment = (await nextTimersTogetherAt(database, target, togetherMs)) ?? target
      if (moment.getTime() - clock.now().getTime() > gasMeasuredBeforeMs) {
        const pending = await this.#settleGas()
        if (pending) return pending
      }
      await steps?.noteTimers(moment)
      if (moment > clock.now()) await this.#moveTo(moment)
      const pending = await this.#idle.untilIdle()
      if (pending || moment === target) return pending ?? this.#settleGas()
      await steps?.report(moment)
    }
  }

  /**
   * Lets gas wallets be measured as of now, so that a merchant is told of a low one before what it cannot pay
   * for. Where the watcher does not answer, it measures them by itself a little later.
   */
  async #settleGas(): Promise<Pending | null> {
    const { bus, chains } = this.#dependencies
    const ask = ({ name: blockchain }: ConnectedChain) =>
      bus.requestChain('gasLevels', { blockchain }, gasAnswerTimeoutMs).catch(() => undefined)
    await Promise.all([...chains.values()].map(ask))
    return this.#idle.untilIdle()
  }

  async #targetOf(move: ClockMove, calledAt: Date): Promise<Date> {
    if ('seconds' in move) return new Date(calledAt.getTime() + move.seconds * 1000)
    if ('until' in move) return move.until
    const { database } = this.#dependencies
    const next =
      move.toNext === 'charge'
        ? await nextChargeDueAt(database, move.owner)
        : await nextTimerAt(database)
    if (next) return next
    const what = move.toNext === 'charge' ? 'No charge of yours will come due' : 'No timer is armed'
    throw new Problem(
      'CommandNotAllowed',
      `${what}, so there is no moment to move to; send seconds or until, such as {"seconds": 86400}.`,
      { details: { state: 'NothingDue', allowed: ['seconds', 'until'] } },
    )
  }

  async #moveTo(moment: Date): Promise<void> {
    const { database, bus, clock, chains } = this.#dependencies
    const offsetMs = moment.getTime() - clock.realNow().getTime()
    if (offsetMs > clock.testOffsetMs) {
      await saveTestOffset(database, offsetMs)
      clock.setTestOffset(offsetMs)
    }
    // A chain counts whole seconds, so it is moved to the first one that is not before the moment.
    const chainMoment = new Date(Math.ceil(moment.getTime() / 1000) * 1000)
    for (const chain of chains.values()) await advanceChainTime(chain, chainMoment)
    bus.wake('timer')
    bus.wake('block')
  }
}

/**
 * Returns the rest of a move whose first try this process does not know: it was started by another process, or before a
 * restart. It goes on to the same moment; a move to the next moment cannot be found again.
 */
function toRestOf(move: ClockMove, askedAt: Date): ClockMove {
  if ('until' in move) return move
  if ('seconds' in move)
    return { owner: move.owner, until: new Date(askedAt.getTime() + move.seconds * 1000) }
  throw new Problem(
    'CommandNotAllowed',
    'The service was restarted, or asked elsewhere, while this move was under way, so nobody knows whether the clock was moved already; read GET /testing/clock, and advance with a new Idempotency-Key.',
    { details: { state: 'Interrupted', allowed: ['seconds', 'until'] } },
  )
}

/** Whether the test clock may be moved: only where every chain is a local one. */
export const mayMoveTime = (chains: readonly ConnectedChain[]): boolean =>
  chains.length > 0 && chains.every(({ embedded }) => embedded)
