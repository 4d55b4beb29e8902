/** Reads events of months that were archived: by their log numbers, from a moment on, or by their ids. */
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { monthAfter, startOf } from '../partitions/months.ts'
import { readArchived, readFiles } from './archive.ts'
import { eventKeyDigits } from './archive-months.ts'
import { readBoth, type Statement } from './read-both.ts'

/** A row of the file, as the table had it. */
const Row = z.looseObject({
  merchant_id: z.string(),
  network: z.string(),
  log_number: z.int(),
  event_id: z.string(),
  resource_id: z.string(),
  body: z.string(),
  at: z.iso.datetime({ offset: true }),
})
export type ArchivedEvent = z.infer<typeof Row>

type Reading = Pick<Database, 'archive'> & { pool: Pick<Pool, 'query'> }
/** Log numbers: behind the one, up to and with the other. */
type Range = { after: number; until: number }

/** Events that are read at once. */
export const eventsAtOnce = 1_000
const lastNumber = 10 ** eventKeyDigits - 1

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

/** What is looked for in the table, as rows, and in files, event by event from the month of a moment on. */
type Lookup = {
  select: Statement
  /** Whether files are to be looked through; its values follow those of `select`. */
  missing: (firstValue: number) => Statement
  from: Date
  isWanted: (event: ArchivedEvent) => boolean
}

/** Finds an event of the owner: in the files, where these are to be looked through, and else in the table. */
export async function findInBoth<Row extends object>(
  database: Reading,
  owner: Owner,
  { select, missing, from, isWanted }: Lookup,
): Promise<{ archived: ArchivedEvent | null; held: Row | null }> {
  const { rows, archived } = await readBoth<true, { event: ArchivedEvent | null }, Row>(
    database,
    'merchant_event',
    {
      select: () => select,
      missing,
      async readFiles(files) {
        const later = files.filter((file) => endOf(file) > from)
        return { event: await findArchived(database, owner, later, isWanted) }
      },
    },
  )
  return { archived: archived?.event ?? null, held: rows[0] ?? null }
}

async function findArchived(
  reading: Reading,
  owner: Owner,
  files: string[],
  isWanted: (event: ArchivedEvent) => boolean,
): Promise<ArchivedEvent | null> {
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
