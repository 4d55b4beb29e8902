/**
 * Exports: exactly the rows of a list's filter, as CSV, as they were at one moment. The answer is made
 * while it is read, with as much in memory as one part of it.
 */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { metadataKeysMax, readAll, readerPauseSecondsMax } from '../../../store/lists/export.ts'
import { csvType, memberRoute, type Route } from '../../routing/route.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../../store/database.ts'
import { findPaidPlans } from '../../../store/views/entities/paid-plans.ts'
import type { Columns } from './export-columns.ts'
import { type Cell, csvOf } from './csv.ts'
import type { DashboardList } from './dashboard-list.ts'
import { everyList } from './dashboard-lists.ts'
import { exportMinutesMax, exportsOfMerchantMax } from './export-places.ts'
import { metadataCells, metadataColumns } from './metadata-cells.ts'
import { sendRecords, spreadsheetParameter } from './send-records.ts'
import { beginAt } from '../../lists/spans.ts'
import type { RouteDependencies } from '../../cells/cells.ts'
import type { Member } from '../../authentication/people.ts'

const description =
  'Takes the filters of the list, and holds the same rows in the same order: CSV by RFC 4180, in UTF-8, with ' +
  'amounts as plain decimals and moments in ISO 8601. `metadata.…` are the keys of all your metadata, ' +
  `whatever the filter, at most ${metadataKeysMax}. What a spreadsheet would run as a formula has an apostrophe before it, also after a semicolon, a tab or a line end within a text. ` +
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
    query: z.strictObject({ ...filter, spreadsheet: spreadsheetParameter }),
    answer: { description: 'The rows that match.', mediaType: csvType },
    problems: ['TooManyRequests'],
    handle: async ({ query, caller, dependencies }) => {
      // The compiler takes no name out of the fields of just any list.
      const { spreadsheet: isForSpreadsheet, ...others } = query as { spreadsheet: boolean }
      const filter = others as z.output<z.ZodObject<Shape>>
      const asked = { filter, isForSpreadsheet, caller, dependencies }
      return { stream: (reply) => sendRows(exported, asked, reply) }
    },
  })
}

type ExportRequest<Filter> = {
  filter: Filter
  isForSpreadsheet: boolean
  caller: Member
  dependencies: RouteDependencies
}

function sendRows<Shape extends z.ZodRawShape, Row>(
  exported: DashboardList<Shape, Row>,
  asked: ExportRequest<z.output<z.ZodObject<Shape>>>,
  reply: FastifyReply,
): Promise<void> {
  const { owner } = asked.caller
  const file = `${exported.name}-${owner.network === 'TestNet' ? 'test' : 'main'}`
  const records = recordsOf(exported, asked)
  const { isForSpreadsheet, dependencies } = asked
  const sent = { file, whose: owner.merchantId, records, isForSpreadsheet }
  return sendRecords(sent, dependencies, reply)
}

function recordsOf<Shape extends z.ZodRawShape, Row>(
  { list, columns, time }: DashboardList<Shape, Row>,
  { filter, isForSpreadsheet, caller, dependencies }: ExportRequest<z.output<z.ZodObject<Shape>>>,
): AsyncGenerator<string, void> {
  const { database, clock } = dependencies
  const now = clock.now()
  const wanted = { owner: caller.owner, filter: beginAt(filter, clock[time]()) }
  return readAll(database.pool, list, wanted, async function* ({ metadataKeys, parts }) {
    const { metadata } = list
    const names = [
      ...columns.names,
      ...(columns.plan?.names ?? []),
      ...(metadata ? metadataColumns(metadataKeys) : []),
    ]
    const { toRecord, ...file } = csvOf(names, isForSpreadsheet)
    let { head } = file
    for await (const rows of parts) {
      const planOf = await readPlans(columns, rows, caller.owner, database)
      const records = rows.map((row) => {
        const own = [...columns.toCells(row, now), ...planOf(row)]
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

/** Reads the plans of a part; a column of a plan that is not there is empty. */
async function readPlans<Row>(
  { plan }: Columns<Row>,
  rows: Row[],
  owner: Owner,
  { pool }: Pick<Database, 'pool'>,
): Promise<(row: Row) => Cell[]> {
  if (!plan) return () => []
  const found = await findPaidPlans(pool, owner, rows.map(plan.contractOf))
  return (row) => plan.names.map((name) => found.get(plan.contractOf(row))?.[name])
}

export const exportRoutes = everyList.map(exportRoute)
