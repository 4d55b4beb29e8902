/**
 * The messages that wait for a turn. A batch takes them in order of arrival, but none of an actor
 * that another batch has in hand: within a worker the messages of an actor stay in order.
 */
import type { Message } from '../shared/message.ts'
import { partition } from '../shared/partition.ts'
import type { ActorKey } from '../core/turn/turn-rows.ts'
import { keyOf } from '../core/turn/turn-rows.ts'

export type WaitingMessage = {
  message: Message
  wantsReply: boolean
  resolve(reply: string): void
  /** Times it lost a race for its actor. */
  conflicts: number
  /** Its batch failed, so it is tried by itself. */
  isAlone: boolean
}

/** Returns the messages whose origin is read from Postgres before they are decided. */
export function doubtfulAmong(taken: WaitingMessage[]): Message[] {
  const contested = new Set(
    taken.filter(({ conflicts }) => conflicts > 0).map((waiting) => keyOf(actorKey(waiting))),
  )
  // A forged message fails the write of its whole actor; the check keeps it from doing so again.
  const isDoubtful = (waiting: WaitingMessage) =>
    waiting.message.isRepeat ||
    (waiting.message.isFromOutbox && contested.has(keyOf(actorKey(waiting))))
  return taken.filter(isDoubtful).map(({ message }) => message)
}

/**
 * Lists the actors to be read for a batch, once each. Left out are those whose first message makes them and was not sent
 * before: should they be there all the same, they are not written, and the message comes again.
 */
export function keysToRead(taken: WaitingMessage[]): ActorKey[] {
  const firsts = new Map<string, WaitingMessage>()
  for (const waiting of taken) {
    const key = keyOf(actorKey(waiting))
    if (!firsts.has(key)) firsts.set(key, waiting)
  }
  return [...firsts.values()].filter((waiting) => !isNew(waiting)).map(actorKey)
}

const isNew = ({ message: { kind, event, isRepeat } }: WaitingMessage): boolean =>
  event.type === `${kind}.create` && !isRepeat

export const actorKey = ({ message }: WaitingMessage) => ({
  kind: message.kind,
  id: message.entityId,
})

/**
 * Turns of transactions go first: they are few, and each stands for hundreds of charges that the chain could work at while
 * those behind them are still being made.
 */
const goesFirst = ({ message }: WaitingMessage): boolean => message.kind === 'transaction'

/** Messages in the order of their coming. */
type Line = WaitingMessage[]

export class TurnQueue {
  #first: Line = []
  #others: Line = []
  #busy = new Set<string>()

  get length(): number {
    return this.#first.length + this.#others.length
  }

  push(waiting: WaitingMessage): void {
    const line = goesFirst(waiting) ? this.#first : this.#others
    line.push(waiting)
  }

  /** Puts messages back at the head, before what came after them. */
  unshift(again: WaitingMessage[]): void {
    const [first, others] = partition(again, goesFirst)
    this.#first = first.concat(this.#first)
    this.#others = others.concat(this.#others)
  }

  /** Takes up to `limit` messages of actors that no batch has in hand; from now on this batch has. */
  take(limit: number): WaitingMessage[] {
    const taken: WaitingMessage[] = []
    this.#first = this.#takeFrom(this.#first, taken, limit)
    this.#others = this.#takeFrom(this.#others, taken, limit)
    for (const waiting of taken) this.#busy.add(keyOf(actorKey(waiting)))
    return taken
  }

  release(taken: WaitingMessage[]): void {
    for (const waiting of taken) this.#busy.delete(keyOf(actorKey(waiting)))
  }

  /** Moves messages from a line to those that are taken; returns what is left of the line. */
  #takeFrom(line: Line, taken: WaitingMessage[], limit: number): Line {
    const left: Line = []
    const blocked = new Set(this.#busy)
    let seen = 0
    for (const waiting of line) {
      if (taken.length >= limit || taken[0]?.isAlone) break
      seen++
      const key = keyOf(actorKey(waiting))
      if (!blocked.has(key) && (!waiting.isAlone || taken.length === 0)) taken.push(waiting)
      else {
        blocked.add(key)
        left.push(waiting)
      }
    }
    return left.concat(line.slice(seen))
  }
}
