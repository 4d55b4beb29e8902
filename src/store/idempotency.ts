/**
 * The answers to requests with an Idempotency-Key. The first request with a key reserves a row with a
 * seed; every later one, also one that runs at the same time or after a crash, works from the same
 * seed and so makes the same entity. All of them are answered with the answer that is stored first.
 *
 * Requests of the same moment reserve and store together. Where the command proves in its own commit that
 * its key is reserved, and its answer can be composed again from what it has made, the reservation does not wait for the
 * disk, and the answer is stored when it is given already: decision 0097.
 *
 * Only an answer with an effect is stored. A try that came to nothing says so, and once every try has,
 * the key is as good as new. A try that never says anything, because it crashed, keeps the seed: it may
 * have had its effect.
 */
import type { Pool } from 'pg'
import { integerArray, textArray } from './binary-array.ts'
import { syncedBy } from './commit.ts'
import type { Database } from './database.ts'
import { gather } from './gathered/gather.ts'
import { IdempotencyRecord } from './tables/events.ts'
import type { Owner } from '../shared/owner.ts'

/** An answer is kept this long, in real time. */
export const answersKeptDays = 7

/** So long answers that nobody waits for are gathered. */
const storedTogetherMs = 20

/** The id and the moment, in business time, from which a request derives everything it makes. */
export type Seed = { id: string; at: Date }

export type RepeatableRequest = Owner & {
  key: string
  fingerprint: string
  /** Its answer can be composed again: no commit for its key waits for the disk. */
  isRetold?: boolean
}
export type StoredAnswer = { status: number; body: string }
export type Reservation = { fingerprint: string; seed: Seed; answer: StoredAnswer | null }

type Row = {
  fingerprint: string
  seedId: string
  seedAt: string
  status: number | null
  body: string | null
}
const columns = `fingerprint, seed_id as "seedId", seed_at as "seedAt",
  response_status as status, response_body as body`

/** Columns of a key that is free again, which take the values of the new request. */
const renewed = ['fingerprint', 'seed_id', 'seed_at', 'created_at']
  .map(
    (column) =>
      `${column} = case when known.tries_under_way = 0 then excluded.${column} else known.${column} end`,
  )
  .join(', ')

type Reserving = RepeatableRequest & { seed: Seed; realNow: Date }

const syncOf = (asked: RepeatableRequest[]) =>
  asked.every(({ isRetold }) => isRetold) ? 'off' : 'on'

/** Keys with what they are of, in one order for everybody: two statements that wait for each other would both fail. */
const nameOf = ({ merchantId, network, key }: RepeatableRequest) =>
  `${merchantId} ${network} ${key}`
const inOrder = <One extends RepeatableRequest>(some: One[]): One[] =>
  some.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const reserve = gather(
  async (pool: Pool, asked: Reserving[]) => {
    const ordered = inOrder(asked)
    const column = (read: (one: Reserving) => string) => textArray(ordered.map(read))
    const { rows } = await pool.query<Row & RepeatableRequest>({
      name: 'reserve-answers',
      text: `insert into idempotency as known
          (merchant_id, network, key, fingerprint, seed_id, seed_at, created_at, tries_under_way)
        select reserving.*, 1 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
          $6::text[]::timestamptz[], $7::text[]::timestamptz[]) as reserving, ${syncedBy('$8')}
        on conflict (merchant_id, network, key) do update set ${renewed},
          tries_under_way = known.tries_under_way + (known.response_status is null
            and (known.tries_under_way = 0 or known.fingerprint = excluded.fingerprint))::int
        returning merchant_id as "merchantId", network, key, ${columns}`,
      values: [
        column(({ merchantId }) => merchantId),
        column(({ network }) => network),
        column(({ key }) => key),
        column(({ fingerprint }) => fingerprint),
        column(({ seed }) => seed.id),
        column(({ seed }) => seed.at.toISOString()),
        column(({ realNow }) => realNow.toISOString()),
        syncOf(ordered),
      ],
    })
    const found = new Map(rows.map((row) => [nameOf(row), row]))
    return asked.map((one) => toReservation(found.get(nameOf(one))!))
  },
  { nameOf },
)

/** Reserves the key for this request and counts the try, or returns what an earlier one reserved. */
export function reserveAnswer(
  { pool }: Pick<Database, 'pool'>,
  request: RepeatableRequest,
  seed: Seed,
  realNow: Date,
): Promise<Reservation> {
  return reserve(pool, { ...request, seed, realNow })
}

type Storing = RepeatableRequest & StoredAnswer

/** Stores those that are the first for their keys; tells of each whether it is. */
async function writeFirst(pool: Pool, asked: Storing[]): Promise<boolean[]> {
  const ordered = inOrder(asked)
  const column = (read: (one: Storing) => string) => textArray(ordered.map(read))
  const { rows } = await pool.query<RepeatableRequest>({
    name: 'store-answers',
    text: `update idempotency known set response_status = answered.status, response_body = answered.body
        from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[])
          as answered(merchant_id, network, key, status, body), ${syncedBy('$6')}
        where known.merchant_id = answered.merchant_id and known.network = answered.network
          and known.key = answered.key and known.response_status is null
        returning known.merchant_id as "merchantId", known.network, known.key`,
    values: [
      column(({ merchantId }) => merchantId),
      column(({ network }) => network),
      column(({ key }) => key),
      integerArray(ordered.map(({ status }) => status)),
      column(({ body }) => body),
      syncOf(ordered),
    ],
  })
  const stored = new Set(rows.map(nameOf))
  return asked.map((one) => stored.has(nameOf(one)))
}
const storeFirst = gather(writeFirst, { nameOf })
const storeFirstLater = gather(writeFirst, { nameOf, waitMs: storedTogetherMs })

/** Stores an answer that was given already, if none is stored yet; if it is lost before that, it is composed again. */
export async function storeGivenAnswer(
  { pool }: Pick<Database, 'pool'>,
  request: RepeatableRequest,
  { status, body }: StoredAnswer,
): Promise<void> {
  await storeFirstLater(pool, { ...request, status, body })
}

/** Stores the answer if none is stored yet, and returns the one that is. */
export async function storeAnswer(
  { pool }: Pick<Database, 'pool'>,
  request: RepeatableRequest,
  { status, body }: StoredAnswer,
): Promise<{ answer: StoredAnswer; isFirst: boolean }> {
  if (await storeFirst(pool, { ...request, status, body }))
    return { answer: { status, body }, isFirst: true }
  const { rows } = await pool.query<Row>(
    `select ${columns} from idempotency where merchant_id = $1 and network = $2 and key = $3`,
    whose(request),
  )
  const stored = rows[0] && toReservation(rows[0]).answer
  return { answer: stored ?? { status, body }, isFirst: false }
}

/**
 * Says that a try from this seed came to nothing; returns the answer of another try that had its
 * effect meanwhile.
 */
export async function giveUpTry(
  { pool }: Pick<Database, 'pool'>,
  request: RepeatableRequest,
  seed: Seed,
): Promise<StoredAnswer | null> {
  const { rows } = await pool.query<Row>({
    name: 'give-up-try',
    text: `update idempotency set tries_under_way = tries_under_way - (response_status is null)::int
      where merchant_id = $1 and network = $2 and key = $3 and seed_id = $4 and tries_under_way > 0
      returning ${columns}`,
    values: [...whose(request), seed.id],
  })
  return rows[0] ? toReservation(rows[0]).answer : null
}

/** Deletes the answers of requests made before `realTime`; returns how many. */
export function forgetAnswers({ orm }: Database, realTime: Date): Promise<number> {
  return orm.em.fork().nativeDelete(IdempotencyRecord, { createdAt: { $lt: realTime } })
}

const whose = ({ merchantId, network, key }: RepeatableRequest) => [merchantId, network, key]

const toReservation = ({ fingerprint, seedId, seedAt, status, body }: Row): Reservation => ({
  fingerprint,
  seed: { id: seedId, at: new Date(seedAt) },
  answer: status === null ? null : { status, body: body ?? '' },
})
