/**
 * The answers to requests with an Idempotency-Key. The first request with a key reserves a row with a
 * seed; every later one, also one that runs at the same time or after a crash, works from the same
 * seed and so makes the same entity. All of them are answered with the answer that is stored first.
 */
import type { Database } from './database.ts'
import { IdempotencyRecord } from './tables/events.ts'
import type { Owner } from '../shared/owner.ts'

/** The id and the moment, in business time, from which a request derives everything it makes. */
export type Seed = { id: string; at: Date }

export type RepeatableRequest = Owner & { key: string; fingerprint: string }
export type StoredAnswer = { status: number; body: string }
export type Reservation = { fingerprint: string; seed: Seed; answer: StoredAnswer | null }

/** Reserves the key for this request, or returns what an earlier one reserved. */
export async function reserveAnswer(
  { orm }: Database,
  request: RepeatableRequest,
  seed: Seed,
  realNow: Date,
): Promise<Reservation> {
  const em = orm.em.fork()
  await em.upsert(
    IdempotencyRecord,
    { ...request, seedId: seed.id, seedAt: seed.at, createdAt: realNow },
    { onConflictAction: 'ignore', onConflictFields: ['merchantId', 'network', 'key'] },
  )
  return toReservation(await readRecord({ orm }, request))
}

/** Stores the answer if none is stored yet, and returns the one that is. */
export async function storeAnswer(
  { orm }: Database,
  request: RepeatableRequest,
  { status, body }: StoredAnswer,
): Promise<{ answer: StoredAnswer; isFirst: boolean }> {
  const changed = await orm.em
    .fork()
    .nativeUpdate(
      IdempotencyRecord,
      { ...whose(request), responseStatus: null },
      { responseStatus: status, responseBody: body },
    )
  if (changed > 0) return { answer: { status, body }, isFirst: true }
  const { answer } = toReservation(await readRecord({ orm }, request))
  return { answer: answer ?? { status, body }, isFirst: false }
}

/** Deletes the answers of requests made before `realTime`; returns how many. */
export function forgetAnswers({ orm }: Database, realTime: Date): Promise<number> {
  return orm.em.fork().nativeDelete(IdempotencyRecord, { createdAt: { $lt: realTime } })
}

const whose = ({ merchantId, network, key }: RepeatableRequest) => ({ merchantId, network, key })

const readRecord = ({ orm }: Pick<Database, 'orm'>, request: RepeatableRequest) =>
  orm.em.fork().findOneOrFail(IdempotencyRecord, whose(request))

function toReservation(record: IdempotencyRecord): Reservation {
  const { fingerprint, seedId, seedAt, responseStatus, responseBody } = record
  const answer =
    responseStatus === null || responseStatus === undefined
      ? null
      : { status: responseStatus, body: responseBody ?? '' }
  return { fingerprint, seed: { id: seedId, at: seedAt }, answer }
}
