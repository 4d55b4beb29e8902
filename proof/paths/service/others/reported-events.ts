/** The log of events reports to a merchant what the turns of its model report. */
import { eventually } from '../../../../examples/client/eventually.ts'
import type { MerchantEventPayload } from '../../../../src/shared/event-types.ts'
import { expectSame } from '../../differences.ts'
import type { Modelled } from '../../store/model.ts'
import type { RunningService } from '../running-service.ts'

/** `field` is the resource in the body, `key` its identifier; `unknown` are fields that a model cannot know. */
export type Subject = { field: string; key: string; id: string; unknown: readonly string[] }

type Resource = Record<string, unknown>
type Reported = { eventType: string; previousStatus: unknown; sequence: number; resource: Resource }

/** Every event of the model was reported, in its order, numbered without a hole. */
export async function expectEvents(
  service: RunningService,
  subject: Subject,
  turns: readonly Modelled[],
): Promise<void> {
  const reported = turns.flatMap(({ stored }) =>
    stored.outbox
      .filter(({ channel }) => channel === 'event')
      .map(({ payload }) => {
        const { eventType, previousStatus, sequence, resource } = payload as MerchantEventPayload
        const known = withoutUnknown(subject, resource as unknown as Resource)
        return { eventType, previousStatus, sequence, resource: known }
      }),
  )
  let events: Reported[] = []
  await eventually('the events', async () => {
    events = await readEvents(service, subject)
    return events.length >= reported.length
  }).catch(() => {})
  expectSame('The events differ', events, reported)
}

async function readEvents({ merchant }: RunningService, subject: Subject): Promise<Reported[]> {
  const events = await merchant.events()
  return events.flatMap((event) => {
    const resource = event[subject.field] as Resource | undefined
    if (resource?.[subject.key] !== subject.id) return []
    const { eventType, previousStatus, sequence } = event as unknown as Omit<Reported, 'resource'>
    return [{ eventType, previousStatus, sequence, resource: withoutUnknown(subject, resource) }]
  })
}

export const withoutUnknown = ({ unknown }: Pick<Subject, 'unknown'>, resource: object): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !unknown.includes(name)))
