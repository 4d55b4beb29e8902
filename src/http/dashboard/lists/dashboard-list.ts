/**
 * A list of the dashboard as data: one place says by what it is filtered, which columns its page shows and which its export has. The
 * page is told with who is logged in (`ListDescription`), and knows nothing of it before.
 */
import { z } from 'zod'
import type { List } from '../../../store/lists/list.ts'
import { type Right, rightNames } from '../../../store/people/rights.ts'
import type { Columns } from './export-columns.ts'
import { type Filter, ListFilter } from './list-filters.ts'

const ListColumn = z
  .strictObject({
    name: z.string().meta({
      description: 'The field of a row, by which the page may know better how to show it',
    }),
    title: z.string(),
    as: z
      .enum(['text', 'name', 'words', 'customer', 'wallets', 'reference', 'labels'])
      .or(z.enum(['number', 'money', 'moment', 'second', 'duration', 'state']))
      .meta({ description: 'How it is shown' }),
    to: z
      .string()
      .optional()
      .meta({
        description: 'The screen that it leads to; fields of the row stand in braces',
        examples: ['/plans/{id}'],
      }),
    onPhone: z.enum(['lead', 'amount', 'status', 'date']).optional().meta({
      description: 'Its place on a card; a row of which columns name places shows no others there',
    }),
    own: z.string().optional().meta({
      description:
        'The same, where it is the row’s own screen: on a phone the whole card leads there',
    }),
  })
  .meta({ id: 'ListColumn' })

type Filters = Record<string, Filter>
type ParametersOf<These extends Filters> = {
  [Name in keyof These]: These[Name]['parameter']
}

/** What rows are called, one and several; where both sums mean something, what each is the sum of. */
const wordFields = {
  one: z.string(),
  other: z.string(),
  asked: z.string().optional(),
  paid: z.string().optional(),
}

export const ListDescription = z
  .strictObject({
    name: z
      .enum(['payments', 'exceptions', 'plans', 'subscriptions', 'charges', 'customers'])
      .or(z.enum(['events', 'deliveries', 'requests'])),
    title: z.string(),
    ...wordFields,
    rows: z.string().meta({ description: 'The field of the answer that holds the rows' }),
    key: z.string().meta({ description: 'The field by which rows are told apart' }),
    movedBy: z.array(z.string()).meta({ description: 'The kinds whose moves change the rows' }),
    exportedBy: z.enum(rightNames).meta({ description: 'The right that its export needs' }),
    columns: z.array(ListColumn),
    filters: z.array(ListFilter),
    more: z.array(ListFilter).meta({ description: 'Filters that are needed now and then' }),
    links: z.array(ListFilter).meta({ description: 'Filters that only links from figures set' }),
  })
  .meta({ id: 'ListDescription', description: 'What a list shows, and how it is filtered.' })
type ListDescription = z.infer<typeof ListDescription>

type Definition<These extends Filters, Row> = {
  /** The name in the address, and in the ids of its operations. */
  name: ListDescription['name']
  tag: string
  title: string
  words: Pick<ListDescription, keyof typeof wordFields>
  key?: string
  rows?: string
  movedBy: string[]
  /** Rights to list it and to export it. */
  rights?: { read: Right; export: Right }
  /** The clock that its rows were created by: that of the network, or the real one. */
  time?: 'now' | 'realNow'
  filters: These
  list: List<z.output<z.ZodObject<ParametersOf<These>>>, Row>
  /** What the page shows, in its order. */
  shown: z.infer<typeof ListColumn>[]
  /** What the export has. */
  columns: Columns<Row>
}

export type DashboardList<Shape extends z.ZodRawShape, Row> = {
  name: string
  tag: string
  rights: { read: Right; export: Right }
  time: 'now' | 'realNow'
  /** The parameters of its filters. */
  filter: Shape
  list: List<z.output<z.ZodObject<Shape>>, Row>
  columns: Columns<Row>
  description: ListDescription
}

export function dashboardList<These extends Filters, Row>(
  definition: Definition<These, Row>,
): DashboardList<ParametersOf<These>, Row> {
  const { name, tag, title, filters, list, columns, shown, words, movedBy } = definition
  const { rights = { read: 'read', export: 'export' }, time = 'now' } = definition
  const { rows = name, key = 'id' } = definition
  const filtersAt = (wanted: Filter['place']) =>
    Object.entries(filters).flatMap(([parameter, { shown: how, place }]) =>
      how && place === wanted ? [{ name: parameter, ...how }] : [],
    )
  const filter = Object.fromEntries(
    Object.entries(filters).map(([parameter, one]) => [parameter, one.parameter]),
  ) as ParametersOf<These>
  const description = {
    ...words,
    name,
    title,
    rows,
    key,
    movedBy,
    exportedBy: rights.export,
    columns: shown,
    filters: filtersAt(undefined),
    more: filtersAt('more'),
    links: filtersAt('link'),
  }
  return { name, tag, rights, time, filter, list, columns, description }
}
