/** Shows the service as it is now: its processes, and the tables that it keeps by month. */
import { z } from 'zod'
import { roles } from '../../../shared/nats-settings.ts'
import { listProcesses } from '../../../store/operators/processes.ts'
import { listTableMonths } from '../../../store/operators/tables-by-month.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { listCellsRoute } from './cells.routes.ts'
import { operatorRoute, type Route } from '../../routing/route.ts'

const Process = z
  .strictObject({
    id: z.string(),
    roles: z.array(z.enum(roles)).meta({ description: 'Empty while it starts' }),
    release: z
      .string()
      .meta({ description: 'Version and digest of its code', examples: ['0.1.0+3f9c2a'] }),
    host: z.string().meta({ examples: ['machine-1'] }),
    pid: z.int(),
    clockAheadMs: z.int().meta({
      description: 'The clock of its machine before that of the database; negative: behind',
    }),
    startedAt: RealTime,
    seenAt: RealTime,
    isPresent: z.boolean().meta({
      description:
        'False: it was killed, hangs, or does not reach the database. Shown for ten minutes',
    }),
  })
  .meta({ id: 'Process' })

const listProcessesRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/processes',
  operationId: 'listProcesses',
  tag: 'Service',
  summary: 'List the processes of the service',
  answer: {
    description: 'At most 200, those that are there first; and what `/ready` says of them all.',
    schema: z.strictObject({ processes: z.array(Process), lacks: z.array(z.string()) }),
  },
  async handle({ dependencies: { database, readiness } }) {
    const [{ advice: lacks }, processes] = await Promise.all([
      readiness(),
      listProcesses(database.pool),
    ])
    return { body: { processes, lacks } }
  },
})

const TableMonth = z
  .strictObject({
    table: z.string().meta({ examples: ['journal'] }),
    month: z.string().meta({ examples: ['2026-11', 'before 2026-12'] }),
    rows: z.number().nullable().meta({
      description: 'As PostgreSQL has last counted them; null where it has not yet',
    }),
    bytes: z.number().meta({ description: 'With its indexes' }),
  })
  .meta({ id: 'TableMonth' })

const listTableMonthsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/tables-by-month',
  operationId: 'listTableMonths',
  tag: 'Service',
  summary: 'List the months of the tables that grow',
  answer: {
    description: 'At most 400, the newest month first.',
    schema: z.strictObject({ months: z.array(TableMonth) }),
  },
  async handle({ dependencies: { database } }) {
    return { body: { months: await listTableMonths(database.pool) } }
  },
})

export const serviceRoutes: readonly Route[] = [
  listProcessesRoute,
  listTableMonthsRoute,
  listCellsRoute,
]
