/**
 * Runs turns in batches: what waits is taken together, decided in memory and committed
 * at once, so that under load the round trip and the fsync are shared, and when idle a
 * batch is one message and the latency is one commit.
 *
 * A batch that fails is taken apart and its messages are tried one by one, so a poison
 * message harms nobody else. Nothing is answered before its commit.
 */
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import { recordAnomaly } from '../store/anomalies.ts'
import type { Database } from '../store/database.ts'
import { noteFailure } from '../store/outbox.ts'
import { isCollision, isRowFault } from '../store/sql-errors.ts'
import { commitTurns, dropConsumed, findConsumed, keyOf } from '../store/turn-store.ts'
import { announce } from './announce.ts'
import { BatchBuilder } from './batch.ts'
import { LiveActors } from './live-actors.ts'
import { appliedReply, failedReply, stillReply } from './replies.ts'
import { type LiveActor, takeTurn, type Turn, type TurnResult } from './turn.ts'
import { actorKey, TurnQueue, type Waiting } from './turn-queue.ts'

const batchMax = 256
const batchMin = 16
const batchesInFlightMax = 3
const conflictsMax = 20

export type EngineDependencies = { database: Database; bus: Bus; clock: Clock; log: Log }
type Still = {
  waiting: Waiting
  result: Exclude<TurnResult, { kind: 'moved' }>
  live: LiveActor | undefined
}
type Moved = { waiting: Waiting; turn: Turn }

export class TurnEngine {
  #dependencies: EngineDependencies
  #actors: LiveActors
  #queue = new TurnQueue()
  #inFlight = 0
  #isScheduled = false

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies
    this.#actors = new LiveActors(dependencies.database)
  }

  /** Takes one message; resolves with the reply's JSON text after the commit. */
  take(message: Message, wantsReply: boolean): Promise<string> {
    return new Promise((resolve) => {
      this.#queue.push({ message, wantsReply, resolve, conflicts: 0, isAlone: false })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pump()
    })
  }

  /** Spreads what waits over the free slots, so that batches overlap instead of forming a convoy. */
  #pump(): void {
    while (this.#inFlight < batchesInFlightMax && this.#queue.length) {
      const share = Math.ceil(this.#queue.length / (batchesInFlightMax - this.#inFlight))
      const taken = this.#queue.take(Math.min(batchMax, Math.max(batchMin, share)))
      if (!taken.length) return
      this.#inFlight++
      void this.#run(taken).finally(() => {
        this.#inFlight--
        this.#pump()
      })
    }
  }

  async #run(taken: Waiting[]): Promise<void> {
    try {
      await this.#runBatch(taken)
    } catch (error) {
      this.#queue.release(taken)
      if (isCollision(error)) this.#again(taken)
      else if (isRowFault(error) && taken.length > 1)
        this.#again(taken.map((waiting) => ({ ...waiting, isAlone: true })))
      else for (const waiting of taken) await this.#fail(waiting, error)
    }
  }

  async #runBatch(taken: Waiting[]): Promise<void> {
    const { database } = this.#dependencies
    const [fresh, consumed] = await Promise.all([
      this.#actors.fetch(uniqueKeys(taken)),
      findConsumed(
        database,
        taken.filter(isDoubtful).map(({ message }) => message.id),
      ),
    ])
    const builder = new BatchBuilder()
    const moved: Moved[] = []
    const still: Still[] = []
    for (const waiting of taken) this.#decide(waiting, consumed, builder, moved, still)

    const won = moved.length ? await commitTurns(database, builder.toBatch()) : new Set<string>()
    const lost: Waiting[] = []
    for (const { waiting, turn } of moved) {
      if (won.has(keyOf(turn.next.actor))) this.#actors.keep(turn.next)
      else lost.push(waiting)
    }
    const unsure = still.filter(({ waiting }) => {
      const key = keyOf(actorKey(waiting))
      return !fresh.has(key) && !won.has(key)
    })
    this.#queue.release(taken)
    this.#again([...lost, ...unsure.map(({ waiting }) => waiting)])
    const committed = moved.filter(({ turn }) => won.has(keyOf(turn.next.actor)))
    for (const { waiting, turn } of committed)
      waiting.resolve(waiting.wantsReply ? appliedReply(turn.next.actor) : '')
    announce(
      this.#dependencies,
      committed.map(({ turn }) => turn),
    )
    await this.#settleStill(still.filter((one) => !unsure.includes(one)))
  }

  #decide(
    waiting: Waiting,
    consumed: Set<string>,
    builder: BatchBuilder,
    moved: Moved[],
    still: Still[],
  ): void {
    const { message } = waiting
    const key = keyOf(actorKey(waiting))
    const live = builder.latest(key) ?? this.#actors.get(key)
    if (consumed.has(message.id)) {
      still.push({ waiting, result: { kind: 'exists' }, live })
      return
    }
    try {
      const result = takeTurn(live ?? null, message, this.#dependencies.clock.now())
      if (result.kind === 'moved') {
        builder.add(result.turn)
        moved.push({ waiting, turn: result.turn })
      } else still.push({ waiting, result, live })
    } catch (error) {
      void this.#fail(waiting, error)
    }
  }

  /** Lost a race, met a fault, or answered from the cache without a write: read and decide again. */
  #again(waiting: Waiting[]): void {
    for (const one of waiting) {
      this.#actors.drop(keyOf(actorKey(one)))
      one.conflicts++
    }
    const hopeless = waiting.filter(({ conflicts }) => conflicts > conflictsMax)
    for (const one of hopeless)
      void this.#fail(one, new Error('its actor is moved by others all the time'))
    this.#queue.unshift(waiting.filter((one) => !hopeless.includes(one)))
  }

  /** What changed nothing is answered, and taken out of the outbox; what nobody expected is kept. */
  async #settleStill(unsettled: Still[]): Promise<void> {
    const { database, clock } = this.#dependencies
    const still = await this.#recognizeRepeats(unsettled)
    const done: string[] = []
    for (const { waiting, result, live } of still) {
      const { message } = waiting
      if (result.kind === 'unexpected')
        await recordAnomaly(database, message, {
          state: live?.actor.status ?? '',
          reason: result.reason,
          at: clock.now(),
        })
      else if (message.isFromOutbox && result.kind !== 'notFound') done.push(message.id)
    }
    await dropConsumed(database, done)
    for (const { waiting, result, live } of still)
      waiting.resolve(
        waiting.wantsReply ? stillReply(result, waiting.message.event.type, live?.actor) : '',
      )
  }

  /** What seems out of place may only have come twice: its first coming moved the actor on. */
  async #recognizeRepeats(still: Still[]): Promise<Still[]> {
    const strange = still.filter(({ result }) => ['refused', 'unexpected'].includes(result.kind))
    const ids = strange.map(({ waiting }) => waiting.message.id)
    const consumed = await findConsumed(this.#dependencies.database, ids)
    return still.map((one) =>
      consumed.has(one.waiting.message.id) ? { ...one, result: { kind: 'exists' } } : one,
    )
  }

  async #fail(waiting: Waiting, error: unknown): Promise<void> {
    const { database, log } = this.#dependencies
    const { message } = waiting
    this.#actors.drop(keyOf(actorKey(waiting)))
    log.error(
      { message: message.id, event: message.event.type, error: errorText(error) },
      'a turn failed',
    )
    waiting.resolve(failedReply(errorText(error)))
    if (message.isFromOutbox)
      await noteFailure(database, message.id, errorText(error)).catch(() => undefined)
  }
}

/** It may have been consumed before: it was sent again, or its batch met a duplicate. */
const isDoubtful = ({ message, isAlone }: Waiting): boolean => isAlone || message.isRepeat === true

function uniqueKeys(taken: Waiting[]) {
  return [
    ...new Map(taken.map((waiting) => [keyOf(actorKey(waiting)), actorKey(waiting)])).values(),
  ]
}
