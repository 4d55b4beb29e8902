/**
 * Exports: exactly the rows of a list's filter, as CSV, as they were at one moment. The answer is made
 * while it is read, with as much in memory as one part of it.
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { errorText } from '../../../shared/errors.ts'
import { metadataKeysMax, readAll, readerPauseSecondsMax } from '../../../store/lists/export.ts'
import type { Member } from '../../authentication/session.ts'
import type { RouteDependencies } from '../../dependencies.ts'
import { csvType, memberRoute, type Route } from '../../routing/route.ts'
import { toRecord } from './csv.ts'
import { type DashboardList, lists } from './dashboard-lists.ts'
import { exportMinutesMax, exportsOfMerchantMax, takePlace } from './export-places.ts'
import { metadataCells, metadataColumns } from './metadata-cells.ts'
import { beginAt } from './spans.ts'

const description =
  'Takes the filters of the list, and holds the same rows in the same order: CSV by RFC 4180, in UTF-8, with ' +
  'amounts as plain decimals and moments in ISO 8601. `metadata.…` are the keys of all your metadata, ' +
  `whatever the filter, at most ${metadataKeysMax}. Cells that a spreadsheet would run as formulas begin with an apostrophe. ` +
  `At most ${exportsOfMerchantMax} at once, each for at most ${exportMinutesMax} minutes; a reader that ` +
  `pauses for ${readerPauseSecondsMax} s is cut off. A file that ends without its last part was cut off.`

function exportRoute<Shape extends z.ZodRawShape, Row>(
  exported: DashboardList<Shape, Row>,
): Route<'member'> {
  const { name, tag, rights, filter } = exported
  return memberRoute({
    method: 'GET',
    path: `/dashboard/api/{network}/${name}.csv`,
    operationId: `export${name[0]!.toUpperCase()}${name.slice(1)}`,
    tag,
    right: rights.export,
    summary: `Export ${name}`,
    description,
    query: z.strictObject(filter),
    answer: { status: 200, description: 'The rows that match.', mediaType: csvType },
    problems: ['TooManyRequests'],
    handle: async ({ query, caller, dependencies }) => ({
      stream: (reply) => sendRows(exported, { filter: query, caller, dependencies }, reply),
    }),
  })
}

type Asked<Filter> = { filter: Filter; caller: Member; dependencies: RouteDependencies }

/** Reads the first part before the answer begins, so that what fails at once is a problem with its code. */
async function sendRows<Shape extends z.ZodRawShape, Row>(
  exported: DashboardList<Shape, Row>,
  asked: Asked<z.output<z.ZodObject<Shape>>>,
  reply: FastifyReply,
): Promise<void> {
  const { caller, dependencies } = asked
  const leave = takePlace(dependencies.database, caller.owner)
  const records = recordsOf(exported, asked)
  try {
    const first = await records.next()
    const stream = Readable.from(chain(first, records), { objectMode: false })
    const tooLong = setTimeout(
      () => stream.destroy(new Error(`took longer than ${exportMinutesMax} minutes`)),
      exportMinutesMax * 60_000,
    )
    stream.once('error', (error) =>
      dependencies.log.warn(
        { list: exported.name, error: errorText(error) },
        'an export ended before its end',
      ),
    )
    stream.once('close', () => {
      clearTimeout(tooLong)
      leave()
    })
    const day = dependencies.clock.now().toISOString().slice(0, 10)
    const network = caller.owner.network === 'TestNet' ? 'test' : 'main'
    const file = `${exported.name}-${network}-${day}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    reply.type(csvType).send(stream)
  } catch (error) {
    leave()
    throw error
  }
}

/** What was read goes out first; whoever stops reading stops the rest. */
async function* chain(
  first: IteratorResult<string, void>,
  others: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    if (!first.done) yield first.value
    yield* others
  } finally {
    await others.return()
  }
}

function recordsOf<Shape extends z.ZodRawShape, Row>(
  { list, columns, time }: DashboardList<Shape, Row>,
  { filter, caller, dependencies }: Asked<z.output<z.ZodObject<Shape>>>,
): AsyncGenerator<string, void> {
  const { database, clock } = dependencies
  const now = clock.now()
  const wanted = { owner: caller.owner, filter: beginAt(filter, clock[time]()) }
  return readAll(database, list, wanted, async function* ({ metadataKeys, parts }) {
    const { metadata } = list
    let head = toRecord([...columns.names, ...(metadata ? metadataColumns(metadataKeys) : [])])
    for await (const rows of parts) {
      const records = rows.map((row) => {
        const own = columns.toCells(row, now)
        return toRecord(
          metadata ? [...own, ...metadataCells(metadata.valueOf(row), metadataKeys)] : own,
        )
      })
      yield head + records.join('')
      head = ''
    }
    if (head !== '') yield head
  })
}

export const exportRoutes = [
  exportRoute(lists.payments),
  exportRoute(lists.exceptions),
  exportRoute(lists.plans),
  exportRoute(lists.subscriptions),
  exportRoute(lists.charges),
  exportRoute(lists.customers),
  exportRoute(lists.events),
  exportRoute(lists.deliveries),
  exportRoute(lists.requests),
]
