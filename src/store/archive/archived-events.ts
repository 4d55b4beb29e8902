/** Reads events of months that were archived: by their log numbers, from a moment on, or by their ids. */
import type { Pool } from 'pg'
import { z } from 'zod'
import { momentOfId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { monthAfter, startOf } from '../partitions/months.ts'
import { listArchived, readArchived, readFiles } from './archive.ts'
import { eventKeyDigits } from './archive-months.ts'

/** A row of the file, as the table had it. */
const Row = z.looseObject({
  merchant_id: z.string(),
  network: z.string(),
  log_number: z.int(),
  event_id: z.string(),
  at: z.iso.datetime({ offset: true }),
})
export type ArchivedEvent = z.infer<typeof Row>

type Reading = Pick<Database, 'archive'> & { pool: Pick<Pool, 'query'> }
/** Log numbers: behind the one, up to and with the other. */
type Range = { after: number; until: number }

/** Events that are read at once. */
export const eventsAtOnce = 1_000
const lastNumber = 10 ** eventKeyDigits - 1

const listArchivedEvents = ({ pool }: Pick<Reading, 'pool'>): Promise<string[]> =>
  listArchived(pool, 'merchant_event')

/** Reads the owner's events of a range, in order. */
export async function readArchivedEvents(
  { archive }: Reading,
  { merchantId, network }: Owner,
  files: string[],
  { after, until }: Range,
): Promise<ArchivedEvent[]> {
  const keyOf = (logNumber: number) =>
    `${merchantId} ${network} ${String(logNumber).padStart(eventKeyDigits, '0')}`
  const range = { from: keyOf(after + 1), to: keyOf(Math.min(until, lastNumber)) }
  const rows = z.array(Row).parse(await readArchived({ archive, files, ...range }))
  return rows
    .filter(
      (row) =>
        row.merchant_id === merchantId &&
        row.network === network &&
        row.log_number > after &&
        row.log_number <= until,
    )
    .sort((one, other) => one.log_number - other.log_number)
}

/** Finds the owner's first event of a moment or later; null where none of them was archived. */
export async function findArchivedFrom(
  reading: Reading,
  owner: Owner,
  moment: Date,
): Promise<ArchivedEvent | null> {
  return findArchived(reading, owner, moment, (event) => new Date(event.at) >= moment)
}

/** Finds an event of the owner by its id, which says when it happened. */
export async function findArchivedEvent(
  reading: Reading,
  owner: Owner,
  eventId: string,
): Promise<ArchivedEvent | null> {
  return findArchived(reading, owner, momentOfId(eventId), (event) => event.event_id === eventId)
}

/** Goes through the owner's events from the month of the moment on. */
async function findArchived(
  reading: Reading,
  owner: Owner,
  moment: Date,
  isWanted: (event: ArchivedEvent) => boolean,
): Promise<ArchivedEvent | null> {
  const files = (await listArchivedEvents(reading)).filter((file) => endOf(file) > moment)
  for (const file of files)
    for await (const event of eventsOf(reading, owner, file)) if (isWanted(event)) return event
  return null
}

async function* eventsOf(
  reading: Reading,
  owner: Owner,
  file: string,
): AsyncGenerator<ArchivedEvent> {
  let after = await firstNumberIn(reading, owner, file)
  while (after !== null) {
    const range = { after: after - 1, until: after - 1 + eventsAtOnce }
    const events = await readArchivedEvents(reading, owner, [file], range)
    yield* events
    after = events.length ? range.until + 1 : null
  }
}

/** Reads where the owner's events begin in a file. */
async function firstNumberIn(
  { archive }: Reading,
  { merchantId, network }: Owner,
  file: string,
): Promise<number | null> {
  const around = await readFiles(archive, (opened) =>
    opened.readAround(file, `${merchantId} ${network} `),
  )
  const numbers = z
    .array(Row)
    .parse(around)
    .filter((row) => row.merchant_id === merchantId && row.network === network)
    .map((row) => row.log_number)
  return numbers.length ? Math.min(...numbers) : null
}

/** The first moment after the months of a file, by its name. */
function endOf(file: string): Date {
  const [, before, month] = /-(before-)?(\d{4}-\d{2})/.exec(file) ?? []
  const named = month as `${number}-${number}`
  return startOf(before ? named : monthAfter(named))
}
