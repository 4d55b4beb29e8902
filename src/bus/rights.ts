/**
 * Whether NATS lets a role say and hear what it has to. A user that lacks a right is let in all the same, and what needs
 * the right fails later; so a role tries every line of its table when it starts, and keeps what is refused after that.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import { createInbox, Events, headers, type NatsConnection } from 'nats'
import type { Role } from '../shared/nats-settings.ts'
import { elapsedMs } from '../shared/time.ts'
import {
  allows,
  isEvents,
  isJetStreams,
  type Line,
  type RoleSubjects,
  subjectsOfRole,
} from './role-subjects.ts'
import { anyInbox } from './subjects.ts'

/** What was refused to say is counted so long: who sets NATS right is believed then. */
const refusalAgeMaxMs = 60_000
/** Any worker may get the question that one asks itself; with ten others one of these reaches it, but once in a hundred. */
const asksAmongOthers = 50

/** Workers answer no messages with no answers. */
const noMessages = '[]'
/** JetStream takes nothing that is no JSON. */
const noRequest = '{'

type Verb = 'publish on' | 'subscribe to' | 'answer'
type Refused = { verb: Verb; line: string; at: number }

export class Rights {
  readonly #connection: NatsConnection
  readonly #subjects: RoleSubjects
  readonly #refused = new Map<string, Refused>()

  constructor(connection: NatsConnection, { role, prefix }: { role: Role; prefix: string | null }) {
    this.#connection = connection
    this.#subjects = subjectsOfRole(role, prefix)
    void this.#noteRefusals()
  }

  /** Tries everything that the role says and hears; returns all that is refused, such as `publish on command.>`, or null. */
  async findAtStart(): Promise<string | null> {
    const { publishes, subscribes, asksItself } = this.#subjects
    const subscriptions = subscribes.map(({ tried, queue }) =>
      this.#connection.subscribe(tried, {
        ...(queue && { queue }),
        callback: (error, message) => {
          if (!error && tried === asksItself?.tried) message.respond(noMessages)
        },
      }),
    )
    for (const line of publishes) this.#try(line)
    if (asksItself) this.#askItself(asksItself)
    await this.#untilAnswered()
    // What it answered to itself has been sent by now, and is refused or not.
    await this.#untilAnswered()
    for (const subscription of subscriptions) subscription.unsubscribe()
    return this.#describe()
  }

  /**
   * Tries again what the role says, and returns all that is refused, also what it was refused while it worked; null where
   * there is nothing. A subscription that was refused is lost to this process for good.
   */
  async findNow(): Promise<string | null> {
    for (const line of this.#subjects.publishes) if (!isJetStreams(line)) this.#try(line)
    await this.#untilAnswered()
    return this.#describe()
  }

  #try(line: Line): void {
    if (isJetStreams(line)) return this.#connection.publish(line.tried, noRequest)
    if (!isEvents(line)) return this.#connection.publish(line.tried, noMessages)
    // No stream has this name, so none takes it.
    const ofNoStream = headers()
    ofNoStream.set('Nats-Expected-Stream', 'rights')
    this.#connection.publish(line.tried, noMessages, { headers: ofNoStream })
  }

  /** Each in another inbox: NATS allows one answer in each. */
  #askItself({ tried, queue }: Line): void {
    for (let asked = 0; asked < (queue ? asksAmongOthers : 1); asked++)
      this.#connection.publish(tried, noMessages, { reply: createInbox(this.#subjects.inbox) })
  }

  /** NATS says what it refuses before it answers; the client passes that on in its next tick. */
  async #untilAnswered(): Promise<void> {
    await this.#connection.flush()
    await nextTick()
  }

  async #noteRefusals(): Promise<void> {
    for await (const { type, permissionContext } of this.#connection.status())
      if (type === Events.Error && permissionContext) {
        const { operation, subject } = permissionContext
        const { verb, line } = this.#lineOf(operation, subject)
        this.#refused.set(`${verb} ${line}`, { verb, line, at: elapsedMs() })
      }
  }

  /** Everybody may read what is refused: so it is told by the line, which has no id in it. */
  #lineOf(operation: string, subject: string): { verb: Verb; line: string } {
    const isHeard = operation === 'subscription'
    if (!isHeard && subject.startsWith(anyInbox)) return { verb: 'answer', line: '' }
    const { publishes, subscribes } = this.#subjects
    const known = (isHeard ? subscribes : publishes).find(
      ({ line, tried }) => subject === tried || allows(line, subject),
    )
    const line = known?.line ?? `${subject.split('.')[0]}.>`
    return { verb: isHeard ? 'subscribe to' : 'publish on', line }
  }

  #describe(): string | null {
    const now = elapsedMs()
    const isPast = ({ verb, at }: Refused) => verb !== 'subscribe to' && now - at > refusalAgeMaxMs
    const kept = [...this.#refused.values()].filter((refused) => !isPast(refused))
    const lines = (wanted: Verb) =>
      kept.filter(({ verb }) => verb === wanted).map(({ line }) => line)
    const parts = (['publish on', 'subscribe to'] as const)
      .filter((verb) => lines(verb).length > 0)
      .map((verb) => `${verb} ${lines(verb).join(', ')}`)
    if (lines('answer').length > 0) parts.push('answer what it is asked (allow_responses)')
    return parts.join(' and to ') || null
  }
}
