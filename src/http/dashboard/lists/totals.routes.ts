/** Sums the rows of a filter: how many, and their amounts, one for each asset. */
import { z } from 'zod'
import { Money } from '../../../core/resources/fields.ts'
import { countMax, readTotals } from '../../../store/lists/totals.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import type { DashboardList } from './dashboard-list.ts'
import { everyList } from './dashboard-lists.ts'
import { beginAt } from '../../lists/spans.ts'

const Totals = z
  .strictObject({
    count: z.int().nonnegative().meta({ description: 'How many match' }),
    isExact: z.boolean().meta({
      description: `False where more match than \`count\` says: lists without amounts are counted up to ${countMax}`,
    }),
    amounts: z.array(Money).meta({
      description:
        'What their amounts come to, one for each asset; empty for lists without amounts',
    }),
    paid: z.array(Money).optional().meta({
      description: 'What came of payments and is confirmed, or what succeeded of charges',
    }),
    monthly: z.array(Money).optional().meta({
      description:
        'What subscriptions bring in a month of 30.4375 days, whatever their periods are',
    }),
  })
  .meta({ id: 'ListTotals', description: 'What the rows of a filter come to.' })

function totalsRoute<Shape extends z.ZodRawShape, Row>({
  name,
  tag,
  rights,
  filter,
  time,
  list,
}: DashboardList<Shape, Row>): Route<'member'> {
  return memberRoute({
    method: 'GET',
    path: `/dashboard/api/{network}/${name}/totals`,
    operationId: `sum${name[0]!.toUpperCase()}${name.slice(1)}`,
    tag,
    right: rights.read,
    summary: `Count and sum ${name}`,
    description: 'Takes the filters of the list, and means the same rows as it and its export.',
    query: z.strictObject(filter),
    answer: { description: 'How many match, and their amounts.', schema: Totals },
    async handle({ query, caller: { owner }, dependencies: { database, clock } }) {
      const filter = beginAt(query, clock[time]())
      return { body: await readTotals(database.pool, list, { owner, filter }) }
    },
  })
}

export const totalsRoutes = everyList.map(totalsRoute)
