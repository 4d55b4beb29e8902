/** Sends records of CSV as a file, while they are made: with as much in memory as one part of them. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { errorText } from '../../../shared/errors.ts'
import { csvType } from '../../routing/route.ts'
import { flagParameter } from '../../schemas/query.ts'
import { byteOrderMark } from './csv.ts'
import { exportMinutesMax, takePlace } from './export-places.ts'
import { after } from '../../../shared/time.ts'
import type { RouteDependencies } from '../../cells/cells.ts'

type Sent = {
  /** The name of the file, without the day and the ending. */
  file: string
  /** The merchant whose exports are counted, or the operators. */
  whose: string
  records: AsyncGenerator<string, void>
  isForSpreadsheet: boolean
}

/** A parameter of every export. */
export const spreadsheetParameter = flagParameter.default(false).meta({
  type: 'boolean',
  description:
    'Whether the file is opened by a spreadsheet, which knows by a byte order mark that it is UTF-8, and shows texts as they were written, such as `00123`: they have an apostrophe before them. Moments are `2026-12-01 09:30:00`, in columns whose names end with `(UTC)`. Programs leave it out',
})

/** Reads the first part before the answer begins, so that what fails at once is a problem with its code. */
export async function sendRecords(
  { file, whose, records, isForSpreadsheet }: Sent,
  { database, clock, log }: RouteDependencies,
  reply: FastifyReply,
): Promise<void> {
  const leave = takePlace(database, whose)
  try {
    const first = await records.next()
    const stream = Readable.from(chain(isForSpreadsheet ? byteOrderMark : '', first, records), {
      objectMode: false,
    })
    const tooLong = after(exportMinutesMax * 60_000, () =>
      stream.destroy(new Error(`took longer than ${exportMinutesMax} minutes`)),
    )
    stream.once('error', (error) =>
      log.warn({ file, error: errorText(error) }, 'an export ended before its end'),
    )
    stream.once('close', () => {
      tooLong.cancel()
      leave()
    })
    const day = clock.now().toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="${file}-${day}.csv"`)
    reply.type(csvType).send(stream)
  } catch (error) {
    leave()
    throw error
  }
}

/** The rows that were read go out first; a reader who stops ends the rest. */
async function* chain(
  mark: string,
  first: IteratorResult<string, void>,
  others: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    if (!first.done) yield mark + first.value
    yield* others
  } finally {
    await others.return()
  }
}
