/**
 * A subscription with its charges, and a chain that answers: everything between them, in memory.
 *
 * Actors take real turns. A turn's messages for other actors wait in a letter box, one for each sender
 * and receiver; its requests to the chain wait until the chain answers.
 */
import assert from 'node:assert/strict'
import type { ChargeContext } from '../../../machines/charge/charge.context.ts'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { type LiveActor, takeTurn, type TurnResult } from '../../../src/actors/turn.ts'
import type { Message, MessageEvent } from '../../../src/shared/message.ts'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { restore } from '../../support/explore.ts'
import { beganAt, owner } from '../cases/owner.ts'
import { Contract } from './contract.ts'

/** A request to the chain: its name, and the charge that asks, or null for the subscription. */
export type Request = { name: string; chargeId: string | null }

export type Letter = { kind: ActorKind; entityId: string; event: MessageEvent }

export class World {
  nowMs: number
  readonly contract: Contract
  readonly requests: Request[] = []
  /** Results of messages that no actor should have. */
  readonly surprises: string[] = []
  readonly #actors = new Map<string, LiveActor>()
  readonly #boxes = new Map<string, Letter[]>()
  readonly #sendElsewhere: (letter: Letter) => void
  #messages = 0

  /** `sendElsewhere` takes letters to other subscriptions. */
  constructor(
    terms: SubscriptionInput,
    { nowMs = beganAt, sendElsewhere = requireNobodyElse } = {},
  ) {
    this.nowMs = nowMs
    this.#sendElsewhere = sendElsewhere
    this.contract = new Contract(terms)
    this.#take('subscription', terms.contractAddress, { type: 'subscription.create', input: terms })
  }

  get subscription(): LiveActor {
    return this.#actors.get(`subscription/${this.contract.terms.contractAddress}`)!
  }

  get charges(): LiveActor[] {
    return [...this.#actors.values()].filter(({ actor }) => actor.kind === 'charge')
  }

  charge(id: string): LiveActor {
    return this.#actors.get(`charge/${id}`)!
  }

  /** Sends a command, as somebody who presses a button. */
  press(command: string): void {
    const { contractAddress } = this.contract.terms
    const type = `subscription.${command}`
    this.#take(
      'subscription',
      contractAddress,
      { type },
      { type: 'command', command: type, by: 'merchant' },
    )
  }

  /** Puts a letter into the box of this sender and receiver. */
  tell(sender: string, letter: Letter): void {
    const box = `${sender} > ${letter.kind}/${letter.entityId}`
    this.#boxes.set(box, [...(this.#boxes.get(box) ?? []), letter])
  }

  tellSubscription(sender: string, event: MessageEvent): void {
    this.tell(sender, {
      kind: 'subscription',
      entityId: this.contract.terms.contractAddress,
      event,
    })
  }

  tellCharge(chargeId: string, event: MessageEvent): void {
    this.tell('chain', { kind: 'charge', entityId: chargeId, event })
  }

  /** Delivers the oldest letter of one of the boxes; false when all are empty. */
  deliver(choice: number): boolean {
    const boxes = [...this.#boxes].filter(([, letters]) => letters.length > 0)
    const [name, letters] = boxes[choice % (boxes.length || 1)] ?? []
    if (!name || !letters) return false
    const [{ kind, entityId, event }, ...others] = letters as [Letter, ...Letter[]]
    this.#boxes.set(name, others)
    this.#take(kind, entityId, event)
    return true
  }

  /** The moment of the next timer in Unix milliseconds; undefined where nothing waits. */
  nextTimerMs(): number | undefined {
    const moments = [...this.#actors.values()].flatMap(({ actor }) =>
      Object.values(actor.snapshot.timers).map(({ dueAt }) => dueAt),
    )
    return moments.length > 0 ? Math.min(...moments) : undefined
  }

  /** Fires the timers that are due now, once each. */
  fireTimers(): void {
    for (const { actor } of this.#actors.values())
      for (const [type, { armedAtRevision, dueAt }] of Object.entries(actor.snapshot.timers))
        if (dueAt <= this.nowMs)
          this.#take(actor.kind, actor.id, { type }, undefined, armedAtRevision)
  }

  #take(
    kind: ActorKind,
    entityId: string,
    event: MessageEvent,
    cause: Message['cause'] = { type: 'chain', detail: 'a story' },
    armedAtRevision?: number,
  ): void {
    const id = `message-${++this.#messages}`
    const timer = armedAtRevision === undefined ? {} : { armedAtRevision }
    const message: Message = { id, kind, entityId, ...owner, event, cause, ...timer }
    const key = `${kind}/${entityId}`
    const result = takeTurn(this.#actors.get(key) ?? null, message, new Date(this.nowMs))
    if (result.outcome === 'moved') this.#commit(key, result)
    else if (result.outcome === 'unexpected') this.surprises.push(`${kind}: ${result.reason}`)
    else assert.notEqual(result.outcome, 'notFound', `${event.type} to ${key}`)
  }

  #commit(key: string, { turn }: TurnResult & { outcome: 'moved' }): void {
    const { actor } = turn.next
    const { value, context } = actor.snapshot
    const stored = { value, context, timers: {}, now: this.nowMs }
    this.#actors.set(key, { actor, snapshot: restore(actor.kind, stored) })
    for (const { channel, name, kind, entityId, payload } of turn.outbox) {
      const letter = { kind: kind as ActorKind, entityId, event: payload as MessageEvent }
      const isElsewhere =
        kind === 'subscription' && entityId !== this.contract.terms.contractAddress
      if (channel === 'actor' && isElsewhere) this.#sendElsewhere(letter)
      else if (channel === 'actor') this.tell(key, letter)
      if (channel === 'chain')
        this.requests.push({ name, chargeId: actor.kind === 'charge' ? actor.id : null })
    }
  }
}

function requireNobodyElse({ event }: Letter): void {
  throw new Error(`${event.type} is for another subscription, and there is none`)
}

export const periodOf = ({ actor }: LiveActor): number =>
  (actor.snapshot.context as ChargeContext).period

export const isClosed = ({ snapshot }: LiveActor): boolean => snapshot.hasTag('closed')
