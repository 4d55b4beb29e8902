/**
 * Makes one attempt at one delivery: sends the event's stored body, signed with the key of the
 * delivery, to the address that its endpoint has now. A failure is the result of the attempt; only a
 * database that does not answer is thrown, and then nothing was sent.
 */
import { findApiKey } from '../store/merchants/api-keys.ts'
import { webhookCallSeconds, webhookCallsTotal } from '../shared/metrics/counted.ts'
import type { Owner } from '../shared/owner.ts'
import type { Connections } from '../webhooks/connections.ts'
import { type Attempt, sendWebhook } from '../webhooks/send.ts'
import type { Removed } from '../webhooks/result.ts'
import { signatureHeaders } from '../webhooks/sign.ts'
import type { SendWebhook } from '../store/waiting-deliveries.ts'
import type { MerchantDependencies } from '../store/parts.ts'

type AttemptedRow = Owner & { payload: Pick<SendWebhook, 'eventId' | 'endpointId' | 'apiKey'> }

/** Makes the call that is asked for, unless what it would go to was taken away. */
export async function attemptDelivery(
  dependencies: MerchantDependencies,
  row: AttemptedRow,
  connections: Connections,
): Promise<Attempt | Removed> {
  const { eventId, apiKey } = row.payload
  const [target, key] = await Promise.all([
    findTarget(dependencies, row),
    findApiKey(dependencies, apiKey),
  ])
  if (!target) return notSent(`there is no event ${eventId}`)
  if (!target.url) return { removed: 'EndpointRemoved' }
  if (key?.merchantId !== row.merchantId || key.network !== row.network)
    return { removed: 'ApiKeyDeleted' }
  const { url, body } = target
  const headers = signatureHeaders(key, { eventId, body, sentAt: dependencies.clock.realNow() })
  return counted(await sendWebhook({ url, headers, body }, connections))
}

function counted(attempt: Attempt): Attempt {
  const { httpStatus, error, durationMs } = attempt
  const isAccepted = httpStatus !== null && error === null
  const failure = httpStatus === null ? 'unanswered' : 'refused'
  webhookCallsTotal.inc({ outcome: isAccepted ? 'accepted' : failure })
  webhookCallSeconds.observe(durationMs / 1_000)
  return attempt
}

async function findTarget(
  { database }: MerchantDependencies,
  { merchantId, network, payload }: AttemptedRow,
): Promise<{ body: string; url: string | null } | undefined> {
  const { rows } = await database.pool.query<{ body: string; url: string | null }>({
    name: 'webhook-target',
    text: `select event.body, endpoint.url from merchant_event as event
      left join webhook_endpoint as endpoint on endpoint.id = $4
        and endpoint.merchant_id = event.merchant_id and endpoint.network = event.network
      where event.merchant_id = $1 and event.network = $2 and event.event_id = $3`,
    values: [merchantId, network, payload.eventId, payload.endpointId],
  })
  return rows[0]
}

const notSent = (error: string): Attempt => ({ httpStatus: null, error, durationMs: 0 })
