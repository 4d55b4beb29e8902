/**
 * A subscription with its charges and its customer, and a chain that answers: everything between them, in
 * memory, at a time that somebody else moves. Other subscriptions of the customer may be beside it.
 *
 * Actors take real turns. A turn's messages for other actors wait in a letter box, one for each sender
 * and receiver; its requests to the chain wait until the chain answers.
 */
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { actorDefinitions } from '../turn/actor-definitions.ts'
import { type LiveActor, takeTurn, type Turn } from '../turn/turn.ts'
import { delayOf } from '../story/timer-words.ts'
import { restore } from '../lifecycles/stories/step.ts'
import type { Cause, Message, MessageEvent } from '../../shared/message.ts'
import { type ActorKind, requireKind } from '../../shared/stored-actor.ts'
import { Contract, type SimulatedWallet } from './contract.ts'

/** A request to the chain: its name, and the charge that asks, or null for the subscription. */
export type Request = { name: string; chargeId: string | null; cause: Cause }

export type SimulatedMail = {
  kind: ActorKind
  entityId: string
  event: MessageEvent
  cause?: Cause
}

/** A turn that was taken, as it would be stored. */
export type TakenTurn = Turn & { before: LiveActor | null }

type WorldSettings = {
  /** Unix milliseconds; left out, it begins when the subscription is created. */
  nowMs?: number
  /** Takes letters to other subscriptions. */
  sendElsewhere?: (letter: SimulatedMail) => void
  onTurn?: (turn: TakenTurn) => void
  /** Other machines than those with which the service runs. */
  definitions?: typeof actorDefinitions
  /** A world whose past this one has. */
  past?: World
  /** The world of another subscription of the same customer and payer. */
  beside?: World
}

/** All subscriptions of a customer who pays from one wallet share this. */
type Shared = {
  nowMs: number
  wallet: SimulatedWallet
  actors: Map<string, LiveActor>
  /** The letters under way, by sender and receiver. */
  boxes: Map<string, SimulatedMail[]>
  worlds: Map<string, World>
  messages: number
}

/** Nobody asks for the cause of these messages. */
const someCause: Cause = { type: 'chain', detail: 'simulated' }

export class World {
  readonly contract: Contract
  readonly requests: Request[] = []
  /** Results of messages that no actor should have. */
  readonly surprises: string[] = []
  readonly #shared: Shared
  readonly #settings: WorldSettings
  readonly #definitions: typeof actorDefinitions

  constructor(terms: SubscriptionInput, settings: WorldSettings = {}) {
    const { past, beside, definitions = actorDefinitions } = settings
    this.#settings = settings
    this.#definitions = definitions
    const known = beside ? beside.#shared : past && copyOf(past.#shared)
    this.#shared = known ?? newShared(terms, settings)
    const { wallet, worlds } = this.#shared
    this.contract = past?.contract.copy(wallet) ?? new Contract(terms, wallet)
    worlds.set(terms.contractAddress, this)
    if (past) {
      this.requests.push(...past.requests)
      this.surprises.push(...past.surprises)
      return
    }
    const create = { type: 'subscription.create', input: terms }
    const cause: Cause = { type: 'command', command: create.type, by: 'merchant' }
    this.#take('subscription', terms.contractAddress, create, cause)
  }

  get nowMs(): number {
    return this.#shared.nowMs
  }

  set nowMs(nowMs: number) {
    this.#shared.nowMs = nowMs
  }

  get subscription(): LiveActor {
    return this.#shared.actors.get(`subscription/${this.contract.terms.contractAddress}`)!
  }

  get charges(): LiveActor[] {
    const { contractAddress } = this.contract.terms
    return [...this.#shared.actors.values()].filter(
      ({ actor }) =>
        actor.kind === 'charge' && actor.snapshot.context.contractAddress === contractAddress,
    )
  }

  charge(id: string): LiveActor {
    return this.#shared.actors.get(`charge/${id}`)!
  }

  /** Sends a command, as somebody who presses a button; returns the accepted commands, where it is refused. */
  press(
    command: string,
    { by = 'merchant', ...fields }: { by?: 'merchant' | 'payer'; [field: string]: unknown } = {},
  ): string[] | null {
    const { contractAddress } = this.contract.terms
    const type = `subscription.${command}`
    const cause: Cause = { type: 'command', command: type, by }
    return this.#take('subscription', contractAddress, { type, ...fields }, cause)
  }

  /** Puts a letter into the box of this sender and receiver. */
  tell(sender: string, letter: SimulatedMail): void {
    const box = `${sender} > ${letter.kind}/${letter.entityId}`
    this.#shared.boxes.set(box, [...(this.#shared.boxes.get(box) ?? []), letter])
  }

  tellSubscription(sender: string, event: MessageEvent, cause = someCause): void {
    this.tell(sender, {
      kind: 'subscription',
      entityId: this.contract.terms.contractAddress,
      event,
      cause,
    })
  }

  tellCharge(chargeId: string, event: MessageEvent, cause = someCause): void {
    this.tell('chain', { kind: 'charge', entityId: chargeId, event, cause })
  }

  /** Delivers the oldest letter of one of the boxes; false when all are empty. */
  deliver(choice: number): boolean {
    const boxes = [...this.#shared.boxes].filter(([, letters]) => letters.length > 0)
    const [name, letters] = boxes[choice % (boxes.length || 1)] ?? []
    if (!name || !letters) return false
    const [{ kind, entityId, event, cause = someCause }, ...others] = letters as [
      SimulatedMail,
      ...SimulatedMail[],
    ]
    this.#shared.boxes.set(name, others)
    this.#take(kind, entityId, event, cause)
    return true
  }

  /** Delivers all letters of this sender, in their order. */
  deliverFrom(sender: string): void {
    const isFrom = ([name, letters]: [string, SimulatedMail[]]) =>
      name.startsWith(`${sender} > `) && letters.length > 0
    for (;;) {
      const boxes = [...this.#shared.boxes].filter(([, letters]) => letters.length > 0)
      const place = boxes.findIndex(isFrom)
      if (place === -1) return
      this.deliver(place)
    }
  }

  /** The moment of the next timer in Unix milliseconds; undefined where nothing waits. */
  nextTimerMs(): number | undefined {
    const moments = [...this.#shared.actors.values()].flatMap(({ actor }) =>
      Object.values(actor.snapshot.timers).map(({ dueAt }) => dueAt),
    )
    return moments.length > 0 ? Math.min(...moments) : undefined
  }

  /** Fires the timers that are due now, once each; of one actor the earlier one first, and of one moment by their names. */
  fireTimers(): void {
    for (const { actor } of this.#shared.actors.values())
      for (const [type, { armedAtRevision, dueAt }] of inOrder(actor.snapshot.timers))
        if (dueAt <= this.nowMs)
          this.#take(
            actor.kind,
            actor.id,
            { type },
            { type: 'timer', timer: delayOf(type) },
            armedAtRevision,
          )
  }

  /** Returns the accepted commands, where this one is refused. */
  #take(
    kind: ActorKind,
    entityId: string,
    event: MessageEvent,
    cause: Cause,
    armedAtRevision?: number,
  ): string[] | null {
    const id = `message-${++this.#shared.messages}`
    const timer = armedAtRevision === undefined ? {} : { armedAtRevision }
    const { merchantId, network } = this.contract.terms
    const message: Message = { id, kind, entityId, merchantId, network, event, cause, ...timer }
    const key = `${kind}/${entityId}`
    const before = this.#shared.actors.get(key) ?? null
    const result = takeTurn(before, message, new Date(this.nowMs), this.#definitions)
    if (result.outcome === 'moved') this.#commit(key, { ...result.turn, before })
    else if (result.outcome === 'refused') return result.allowed
    else if (result.outcome === 'unexpected') this.surprises.push(`${kind}: ${result.reason}`)
    else if (result.outcome === 'notFound') throw new Error(`${event.type} to ${key}`)
    return null
  }

  #commit(key: string, turn: TakenTurn): void {
    const { actor } = turn.next
    const { value, context } = actor.snapshot
    const definition = this.#definitions[actor.kind]
    const stored = { value, context: { ...context } }
    this.#shared.actors.set(key, { actor, snapshot: restore(actor.kind, stored, definition) })
    this.#settings.onTurn?.(turn)
    for (const { channel, name, kind, entityId, payload, cause } of turn.outbox) {
      const letter = { kind, entityId, event: payload as MessageEvent, cause }
      const isElsewhere = kind === 'subscription' && !this.#shared.worlds.has(entityId)
      if (channel === 'actor' && isElsewhere) this.#sendElsewhere(letter)
      else if (channel === 'actor') this.tell(key, letter)
      if (channel === 'chain') this.#ask(actor, name, cause)
    }
  }

  /** Puts a request to the world whose contract it is about. */
  #ask(actor: LiveActor['actor'], name: string, cause: Cause): void {
    const isCharge = actor.kind === 'charge'
    const contractAddress = isCharge ? actor.snapshot.context.contractAddress : actor.id
    const chargeId = isCharge ? actor.id : null
    this.#shared.worlds.get(contractAddress)!.requests.push({ name, chargeId, cause })
  }

  #sendElsewhere(letter: SimulatedMail): void {
    const { sendElsewhere } = this.#settings
    if (!sendElsewhere)
      throw new Error(`${letter.event.type} is for another subscription, and there is none`)
    sendElsewhere(letter)
  }
}

const inOrder = <Timer extends { dueAt: number }>(timers: Record<string, Timer>) =>
  Object.entries(timers).toSorted(
    ([oneName, one], [otherName, other]) =>
      one.dueAt - other.dueAt || (oneName < otherName ? -1 : 1),
  )

const newShared = (terms: SubscriptionInput, { nowMs }: WorldSettings): Shared => ({
  nowMs: nowMs ?? Date.parse(terms.createdAt),
  wallet: { balance: 0n },
  actors: new Map(),
  boxes: new Map(),
  worlds: new Map(),
  messages: 0,
})

/** A turn's results never change afterwards, so they are copied as they are; worlds join by themselves. */
const copyOf = ({ wallet, actors, boxes, ...same }: Shared): Shared => ({
  ...same,
  wallet: { ...wallet },
  actors: new Map(actors),
  boxes: new Map(boxes),
  worlds: new Map(),
})

export const periodOf = ({ actor }: LiveActor): number =>
  requireKind(actor, 'charge').snapshot.context.period

export const isClosed = ({ snapshot }: LiveActor): boolean => snapshot.hasTag('closed')
