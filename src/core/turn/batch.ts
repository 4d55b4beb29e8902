/**
 * Gathers the turns of one batch into the rows of one commit. Later turns of the same
 * actor overwrite its row and its timers; journal and outbox keep every one.
 */
import type { LiveActor, Turn } from './turn.ts'
import type { ArmedTimerRow, Batch, TimerKey } from './turn-rows.ts'
import { keyOf } from './turn-rows.ts'

type BatchedTurn = { turn: Turn; readRevision: number }

export class BatchBuilder {
  #moved = new Map<string, BatchedTurn>()
  #turns: Turn[] = []
  #armed = new Map<string, ArmedTimerRow>()
  #cancelled = new Map<string, TimerKey>()

  get turns(): readonly Turn[] {
    return this.#turns
  }

  /** The actor as the turns so far have left it. */
  latest(key: string): LiveActor | undefined {
    return this.#moved.get(key)?.turn.next
  }

  add(turn: Turn): void {
    const { actor } = turn.next
    const key = keyOf(actor)
    const readRevision = this.#moved.get(key)?.readRevision ?? actor.revision - 1
    this.#moved.set(key, { turn, readRevision })
    this.#turns.push(turn)
    for (const change of turn.timers) this.#changeTimer(turn, change)
  }

  /** Actors come in one order in all batches, so that two workers do not lock each other out. */
  toBatch(): Batch {
    return {
      actors: [...this.#moved.keys()].sort().map((key) => this.#toRow(this.#moved.get(key)!)),
      journal: this.#turns.map(({ journal }) => journal),
      outbox: this.#turns.flatMap(({ outbox }) => outbox),
      audited: this.#turns.flatMap(({ audited }) => audited ?? []),
      armed: [...this.#armed.values()],
      cancelled: [...this.#cancelled.values()],
      consumed: this.#turns
        .filter(({ message }) => message.isFromOutbox)
        .map(({ message }) => ({
          kind: message.kind,
          entityId: message.entityId,
          messageId: message.id,
        })),
      reserved: this.#turns.flatMap(({ message: { kind, entityId, reserved } }) =>
        reserved ? [{ kind, entityId, ...reserved }] : [],
      ),
    }
  }

  #toRow({ turn, readRevision }: BatchedTurn): Batch['actors'][number] {
    return { actor: turn.next.actor, snapshotText: turn.snapshotText, readRevision }
  }

  #changeTimer({ next: { actor } }: Turn, change: Turn['timers'][number]): void {
    const timer = { kind: actor.kind, entityId: actor.id, timerId: change.id }
    const key = `${keyOf(actor)}/${change.id}`
    if (change.op === 'cancel') {
      this.#armed.delete(key)
      this.#cancelled.set(key, timer)
      return
    }
    this.#cancelled.delete(key)
    this.#armed.set(key, {
      ...timer,
      armedAtRevision: actor.revision,
      dueAt: change.dueAt,
    })
  }
}
