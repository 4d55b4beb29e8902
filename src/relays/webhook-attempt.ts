/**
 * Makes one attempt at one delivery: sends the event's stored body, signed with the key of the
 * delivery, to the address that its endpoint has now. A failure is the result of the attempt; only a
 * database that does not answer is thrown, and then nothing was sent.
 */
import type { Pool } from 'pg'
import { ownerArrays, textArray } from '../store/binary-array.ts'
import { gather } from '../store/gathered/gather.ts'
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
    findTarget(dependencies.database.pool, row),
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

type Target = { body: string; url: string | null }

/** Reads what is sent, and where to, for all calls that begin in one moment. */
const findTarget = gather(async (pool: Pool, rows: AttemptedRow[]) => {
  const column = (read: (row: AttemptedRow) => string) => textArray(rows.map(read))
  const { rows: read } = await pool.query<Target & { n: number }>({
    name: 'webhook-targets',
    text: `select asked.n::int as n, event.body, endpoint.url
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
          as asked(event_id, merchant_id, network, endpoint_id, n)
        join merchant_event as event on event.event_id = asked.event_id
          and event.merchant_id = asked.merchant_id and event.network = asked.network
        left join webhook_endpoint as endpoint on endpoint.id = asked.endpoint_id
          and endpoint.merchant_id = asked.merchant_id and endpoint.network = asked.network`,
    values: [
      column(({ payload }) => payload.eventId),
      ...ownerArrays(rows),
      column(({ payload }) => payload.endpointId),
    ],
  })
  const found = rows.map((): Target | undefined => undefined)
  for (const { n, ...target } of read) found[n - 1] = target
  return found
})

const notSent = (error: string): Attempt => ({ httpStatus: null, error, durationMs: 0 })
