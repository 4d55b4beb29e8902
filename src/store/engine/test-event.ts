import type { MerchantEventPayload } from '../../shared/event-types.ts'
import type { Cause } from '../../shared/message.ts'
import { newId } from '../../shared/ids.ts'
import { OutboxRow } from '../tables/path.ts'
import type { Owner } from '../../shared/owner.ts'
import type { WithClock } from '../parts.ts'

/**
 * Enqueues a test event, which takes the path of every event, from the log to the endpoint, under each
 * API key. Returns the test's id. The caller wakes the channel `event` afterwards.
 */
export async function enqueueTestEvent(
  { database, clock }: WithClock,
  owner: Owner,
  endpointId: string,
): Promise<string> {
  const at = clock.now()
  const id = newId(at)
  const cause: Cause = { type: 'command', command: 'webhook.test', by: 'merchant' }
  await database.orm.em.fork().insert(OutboxRow, {
    id: `test/${id}/1/0`,
    channel: 'event',
    name: 'WebhookTest',
    kind: 'delivery',
    entityId: endpointId,
    ...owner,
    lane: `test/${id}`,
    payload: {
      eventType: 'WebhookTest',
      resourceKind: 'test',
      resourceId: id,
      sequence: 1,
      resource: { id, message: 'This is a test. Nothing happened.' },
      previousStatus: null,
    } satisfies MerchantEventPayload,
    cause,
    at,
    availableAt: clock.realNow(),
    attempts: 0,
    waitsFor: null,
    lastError: null,
  })
  return id
}
