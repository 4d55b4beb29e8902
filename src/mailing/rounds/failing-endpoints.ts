/** Webhook endpoints that are down: reported once for each day on which one began to fail. */
import type { Owner } from '../../shared/owner.ts'
import { listReaders } from '../../store/mails/mail-readers.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../../core/states.ts'
import type { RoundDependencies } from '../dependencies.ts'

const destinationsMax = 200

type DownDestination = Owner & {
  id: string
  url: string
  apiKey: string
  since: string
  error: string
  waiting: number
}

export async function tellFailingEndpoints({ database, mails }: RoundDependencies): Promise<void> {
  const { rows } = await database.pool.query<DownDestination>({
    name: 'mails-failing-endpoints',
    text: `select destination.id, destination.merchant_id as "merchantId", destination.network,
        endpoint.url, destination.api_key as "apiKey",
        destination.snapshot->'context'->>'since' as since,
        destination.snapshot->'context'->'lastFailure'->>'error' as error,
        (select count(*)::int from delivery
          where delivery.endpoint_id = destination.endpoint_id
            and delivery.api_key = destination.api_key
            and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)})) as waiting
      from destination join webhook_endpoint as endpoint on endpoint.id = destination.endpoint_id
      where destination.status = 'Down' order by destination.updated_at desc limit $1`,
    values: [destinationsMax],
  })
  for (const row of rows) await tellOf(row, { database, mails })
}

async function tellOf(
  { id, merchantId, network, ...destination }: DownDestination,
  { database, mails }: Pick<RoundDependencies, 'database' | 'mails'>,
): Promise<void> {
  const owner = { merchantId, network }
  const readers = await listReaders(database.pool, owner, 'failingEndpoint')
  await mails.enqueue(
    database.pool,
    readers.map(({ accountId, merchantName }) => ({
      kind: 'failingEndpoint',
      cause: `${id}/${destination.since.slice(0, 10)}`,
      accountId,
      ...owner,
      facts: { ...destination, network, merchantName },
    })),
  )
}
