/**
 * Reports to one merchant what a step of the test clock did: which of its timers fired, and what its event
 * log says of it. Steps in which nothing of the merchant's moved are not reported.
 */
import { type EventType, eventTypes } from '../shared/event-types.ts'
import type { Owner } from '../shared/owner.ts'
import type { Database } from '../store/database.ts'
import { listTimersDue, type OwnTimer } from '../store/engine/timers.ts'
import { listEvents, readLastLogNumber } from '../store/views/events.ts'

type Resource = Record<string, unknown>

type ClockStep = {
  /** Business time of the step. */
  moment: string
  fired: OwnTimer[]
  changed: { resource: string; id: string; from: string | null; to: string }[]
  /** Charges that were made, as the API shows them. */
  charges: Resource[]
  events: { logNumber: number; eventId: string; eventType: string }[]
}
export type ReportStep = (step: ClockStep) => void

/** More of one step is left out of its line; the log has it. */
const timersReportedMax = 100
const eventsReportedMax = 500

type Body = {
  eventId: string
  eventType: EventType
  logNumber: number
  previousStatus: string | null
}

export class ClockSteps {
  readonly #database: Database
  readonly #owner: Owner
  readonly #report: ReportStep
  #logNumber = 0
  #fired: OwnTimer[] = []

  constructor(database: Database, owner: Owner, report: ReportStep) {
    this.#database = database
    this.#owner = owner
    this.#report = report
  }

  /** Begins after everything that has happened so far. */
  async begin(): Promise<void> {
    this.#logNumber = await readLastLogNumber(this.#database, this.#owner)
  }

  /** Notes the timers that a move to this moment will fire. */
  async noteTimers(moment: Date): Promise<void> {
    const due = { until: moment, limit: timersReportedMax }
    this.#fired = await listTimersDue(this.#database, this.#owner, due)
  }

  /** Reports what has happened since the last step, if anything has. */
  async report(moment: Date): Promise<void> {
    const after = { after: this.#logNumber, limit: eventsReportedMax }
    const { events: logged, next } = await listEvents(this.#database, this.#owner, after)
    const fired = this.#fired
    this.#fired = []
    this.#logNumber = next
    if (fired.length + logged.length === 0) return
    const events = logged.map(({ body, resourceId }) => ({
      body: JSON.parse(body) as Body & Resource,
      id: resourceId,
    }))
    this.#report({
      moment: moment.toISOString(),
      fired,
      changed: events.flatMap(({ body, id }) => toChange(body, id)),
      charges: events.flatMap(({ body }) => toCharge(body)),
      events: events.map(({ body: { logNumber, eventId, eventType } }) => ({
        logNumber,
        eventId,
        eventType,
      })),
    })
  }
}

/** A test event is about nothing. */
const resourceOf = (body: Body & Resource): Resource =>
  (body[eventTypes[body.eventType]] ?? {}) as Resource

function toChange(body: Body & Resource, id: string): ClockStep['changed'] {
  const { status } = resourceOf(body)
  if (typeof status !== 'string' || status === body.previousStatus) return []
  return [{ resource: eventTypes[body.eventType], id, from: body.previousStatus, to: status }]
}

function toCharge(body: Body & Resource): Resource[] {
  const resource = resourceOf(body)
  const isMade =
    body.eventType === 'SubscriptionChargeStatusChanged' && resource['status'] === 'Succeeded'
  return isMade ? [resource] : []
}
