/** Messages that actors did not expect: those of a merchant, and the forged ones, which are for operators only. */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { type FoundPage, type Part, readInOrder } from '../lists/places.ts'
import { type Count, countUpToMax } from '../lists/totals.ts'
import type { Anomaly } from '../tables/path.ts'
import { allOf, type ParameterValue } from './query-parameters.ts'

export type AnomalySummary = Pick<
  Anomaly,
  'messageId' | 'kind' | 'entityId' | 'event' | 'state' | 'reason'
> & { at: string; resolvedAt: string | null }
export type ForgedMessage = AnomalySummary & Pick<Anomaly, 'merchantId' | 'network'>

type Filter = { isOpen?: boolean | undefined }

const columns = `message_id as place_id, at as moment, message_id as "messageId", kind, entity_id as "entityId", event,
  state, reason, at, resolved_at as "resolvedAt"`

function whereOwned(
  { merchantId, network }: Owner,
  { isOpen }: Filter,
  value: ParameterValue,
): string {
  return allOf([
    `merchant_id = ${value(merchantId)} and network = ${value(network)} and not is_forged`,
    isOpen !== undefined && `resolved_at is ${isOpen ? '' : 'not '}null`,
  ])
}

/** Lists a part of the owner's unexpected messages, the newest first. */
export async function listAnomalies(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  filter: Filter,
  part: Part,
): Promise<FoundPage<AnomalySummary>> {
  const found = await readInOrder<AnomalySummary>(
    pool,
    {
      direction: 'desc',
      select: (value) => `select ${columns} from anomaly where ${whereOwned(owner, filter, value)}`,
    },
    part,
  )
  return { ...found, rows: found.rows.map(withMoments) }
}

export const countAnomalies = (
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  filter: Filter,
): Promise<Count> =>
  countUpToMax(pool, (value) => `select from anomaly where ${whereOwned(owner, filter, value)}`)

/** Lists a part of the forged messages, whichever merchant they name, the newest first. */
export async function listForged(
  { pool }: Pick<Database, 'pool'>,
  part: Part,
): Promise<FoundPage<ForgedMessage>> {
  const select = () =>
    `select ${columns}, merchant_id as "merchantId", network from anomaly where is_forged`
  const found = await readInOrder<ForgedMessage>(pool, { direction: 'desc', select }, part)
  return { ...found, rows: found.rows.map(withMoments) }
}

export const countForged = ({ pool }: Pick<Database, 'pool'>): Promise<Count> =>
  countUpToMax(pool, () => 'select from anomaly where is_forged')

/** The pool returns moments as PostgreSQL writes them. */
const withMoments = <Row extends AnomalySummary>(row: Row): Row => ({
  ...row,
  at: new Date(row.at).toISOString(),
  resolvedAt: row.resolvedAt && new Date(row.resolvedAt).toISOString(),
})
