/**
 * Runs turns in batches: waiting messages are taken together, decided in memory and committed at
 * once. Under load they share the round trip and the fsync; when idle a batch is one message, and
 * the latency is one commit.
 *
 * A batch that fails is taken apart and its messages are tried one by one, so a poison message harms
 * no other. No message is answered before its commit, and an unmoved one only on a fresh read.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText, RetryableError } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import { turnBatchSize, turnCommitSeconds } from '../shared/metrics/counted.ts'
import type { Database } from '../store/database.ts'
import { recordUntaken } from '../store/engine/outbox.ts'
import { isCollision, isFaultOfOne } from '../store/database-errors.ts'
import { findOrigins } from '../store/engine/origins.ts'
import { commitTurns } from '../store/engine/turn-store.ts'
import type { ActorDefinitions } from '../core/turn/actor-definitions.ts'
import { announceTurns } from './announce.ts'
import { countMoved, countUnmoved } from './measuring/count-turns.ts'
import { traceTurn } from './measuring/trace-turn.ts'
import { Forgeries } from './forgeries.ts'
import { isForNewerRelease, isRefusal, noActor, toUntaken } from './refusals.ts'
import { LiveActors } from './live-actors.ts'
import { appliedReply, failedReply, createUnmovedReply } from './replies.ts'
import { decideRound, type Round, type Unmoved } from './round.ts'
import { resolveUnmoved } from './unmoved.ts'
import { handOn } from './upgrading/hand-on.ts'
import {
  actorKey,
  doubtfulAmong,
  keysToRead,
  TurnQueue,
  type WaitingMessage,
} from './turn-queue.ts'
import { keyOf } from '../core/turn/turn-rows.ts'

const batchMax = 256
/** Smaller ones are not worth a commit of their own: with 16, 32 commands at once went 12 % slower. */
const batchMin = 64
const batchesInFlightMax = 3
const conflictsMax = 20
const untakenText = 'turn failed: the message is not consumed'

export type EngineDependencies = {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Other machines than those of this release. */
  definitions?: ActorDefinitions
}

/** A round after its commit: `fresh` are the actors that were read for it, `won` those that it wrote. */
type Committed = Round & { fresh: Set<string>; won: Set<string> }

type Failed = { waiting: WaitingMessage; error: unknown }

export class TurnEngine {
  #dependencies: EngineDependencies
  #actors: LiveActors
  #forgeries: Forgeries
  #queue = new TurnQueue()
  #running = new Set<Promise<void>>()
  #isScheduled = false

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies
    this.#actors = new LiveActors(dependencies.database, dependencies.definitions)
    this.#forgeries = new Forgeries(dependencies)
  }

  /** Takes one message; resolves with the reply's JSON text after the commit. */
  take(message: Message, wantsReply: boolean): Promise<string> {
    return new Promise((resolve) => {
      const traced = traceTurn({ message, resolve })
      this.#queue.push({ ...traced, wantsReply, conflicts: 0, isAlone: false })
      this.#schedule()
    })
  }

  /** Records a forged message as an anomaly, and answers that it was refused. */
  async turnAway(message: Message, reason: string): Promise<string> {
    await this.#forgeries.record(message, { state: '', reason })
    return failedReply(reason)
  }

  /** Resolves when everything that was taken is answered. */
  async finish(): Promise<void> {
    while (this.#running.size || this.#queue.length)
      await (this.#running.size ? Promise.race(this.#running) : nextTick())
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pump()
    })
  }

  /** Spreads the waiting messages over the free slots, so that batches overlap instead of forming a convoy. */
  #pump(): void {
    while (this.#running.size < batchesInFlightMax && this.#queue.length) {
      const share = Math.ceil(this.#queue.length / (batchesInFlightMax - this.#running.size))
      const taken = this.#queue.take(Math.min(batchMax, Math.max(batchMin, share)))
      if (!taken.length) return
      const running = this.#run(taken).finally(() => {
        this.#running.delete(running)
        this.#pump()
      })
      this.#running.add(running)
    }
  }

  async #run(taken: WaitingMessage[]): Promise<void> {
    let round: Committed
    turnBatchSize.observe(taken.length)
    const committed = turnCommitSeconds.startTimer()
    try {
      round = await this.#commit(taken)
      committed()
    } catch (error) {
      this.#queue.release(taken)
      return this.#takeApart(taken, error)
    }
    this.#queue.release(taken)
    const unmoved = this.#withdrawUnsure(taken, round)
    this.#answerMoved(round)
    await this.#answerUnmoved(unmoved)
  }

  /** Retries a batch with a faulty message one by one, and a batch that collided with another as it is. */
  async #takeApart(taken: WaitingMessage[], error: unknown): Promise<void> {
    if (isFaultOfOne(error) && taken.some(({ isAlone }) => !isAlone))
      this.#again(taken.map((waiting) => ({ ...waiting, isAlone: true })))
    else if (isCollision(error)) this.#again(taken)
    else await this.#fail(taken.map((waiting) => ({ waiting, error })))
  }

  /** Reads, decides and writes a batch; when it throws, it may or may not have been written. */
  async #commit(taken: WaitingMessage[]): Promise<Committed> {
    const { database, clock, definitions } = this.#dependencies
    const [fresh, origins] = await Promise.all([
      this.#actors.fetch(keysToRead(taken), clock.now()),
      findOrigins(database, doubtfulAmong(taken)),
    ])
    const round = decideRound(taken, {
      actors: this.#actors,
      origins,
      now: clock.now(),
      definitions,
    })
    const won = round.moved.length
      ? await commitTurns(database, round.batch.toBatch())
      : new Set<string>()
    for (const { turn } of round.moved)
      if (won.has(keyOf(turn.next.actor))) this.#actors.hold(turn.next)
    return { ...round, fresh, won }
  }

  /**
   * Sends messages back that lost a race, or that were decided on the cache or on a turn that lost;
   * returns the other unmoved ones.
   */
  #withdrawUnsure(
    taken: WaitingMessage[],
    { fresh, won, moved, unmoved, twice }: Committed,
  ): Unmoved[] {
    const lost = new Set<string>()
    for (const { turn } of moved)
      if (!won.has(keyOf(turn.next.actor))) lost.add(keyOf(turn.next.actor))
    if ([...lost].some((key) => !fresh.has(key))) this.#actors.noticeOthers()
    const isSure = ({ waiting }: Unmoved) => {
      const key = keyOf(actorKey(waiting))
      return won.has(key) || (fresh.has(key) && !lost.has(key))
    }
    const again = new Set([
      ...moved.filter(({ turn }) => lost.has(keyOf(turn.next.actor))).map(({ waiting }) => waiting),
      ...unmoved.filter((one) => !isSure(one)).map(({ waiting }) => waiting),
      ...twice,
    ])
    this.#again(taken.filter((waiting) => again.has(waiting)))
    return unmoved.filter(isSure)
  }

  /** Puts messages back in line: their actors are read anew, and whether a turn has consumed them meanwhile. */
  #again(waiting: WaitingMessage[]): void {
    for (const one of waiting) this.#actors.drop(keyOf(actorKey(one)))
    const hopeless = waiting.filter(({ conflicts }) => conflicts >= conflictsMax)
    const error = new RetryableError('its actor is moved by others all the time')
    void this.#fail(hopeless.map((one) => ({ waiting: one, error })))
    this.#queue.unshift(
      waiting
        .filter((one) => !hopeless.includes(one))
        .map((one) => ({
          ...one,
          message: { ...one.message, isRepeat: true },
          conflicts: one.conflicts + 1,
        })),
    )
  }

  #answerMoved({ moved, won }: Committed): void {
    const committed = moved.filter(({ turn }) => won.has(keyOf(turn.next.actor)))
    countMoved(committed.map(({ turn }) => turn))
    for (const { waiting, turn } of committed)
      waiting.resolve(waiting.wantsReply ? appliedReply(turn.next.actor, turn.snapshotText) : '')
    // In the next tick: the answers leave in this one, because somebody waits for them.
    setImmediate(() =>
      announceTurns(
        this.#dependencies,
        committed.map(({ turn }) => turn),
      ),
    )
  }

  async #answerUnmoved(unmoved: Unmoved[]): Promise<void> {
    const resolved = await resolveUnmoved(
      { ...this.#dependencies, forgeries: this.#forgeries },
      unmoved,
    )
    const failed: Failed[] = []
    const early: Failed[] = []
    for (const { waiting, result, live } of resolved) {
      const { kind, entityId, isFromOutbox, event } = waiting.message
      if (result.outcome === 'failed') {
        failed.push({ waiting, error: result.error })
        continue
      }
      countUnmoved(kind, result.outcome)
      if (result.outcome === 'notFound' && isFromOutbox)
        early.push({ waiting, error: noActor(kind, entityId) })
      waiting.resolve(waiting.wantsReply ? createUnmovedReply(result, event.type, live?.actor) : '')
    }
    await Promise.all([this.#fail(failed), this.#record(early)])
  }

  async #fail(failed: Failed[]): Promise<void> {
    for (const { waiting, error } of failed) {
      const { id, kind, event } = waiting.message
      countUnmoved(kind, 'failed')
      const { log } = this.#dependencies
      const fields = { message: id, event: event.type, error: errorText(error) }
      // One that is refused is looked into by itself; while the database is away, all of them fail alike.
      if (isRefusal(error)) log.error(fields, untakenText)
      else warnTogether(log, fields, untakenText)
      waiting.resolve(failedReply(errorText(error), isForNewerRelease(error)))
    }
    const forNewer = failed.filter(
      ({ waiting, error }) => isForNewerRelease(error) && !waiting.wantsReply,
    )
    handOn(
      this.#dependencies.bus,
      forNewer.map(({ waiting }) => waiting.message),
    )
    await this.#record(failed.filter(({ waiting }) => waiting.message.isFromOutbox))
  }

  /** Records why messages were refused. Where that fails they come again, and are recorded then. */
  async #record(failed: Failed[]): Promise<void> {
    const { database, definitions } = this.#dependencies
    const untaken = failed.map(({ waiting, error }) =>
      toUntaken(waiting.message, error, definitions),
    )
    await recordUntaken(database, untaken).catch(() => undefined)
  }
}
