/** The page of a list: by a cursor or by a short offset, with how many match where that is wanted. */
import { z } from 'zod'
import type { Owner } from '../../shared/owner.ts'
import { badRequest } from '../../shared/problems.ts'
import type { Database } from '../../store/database.ts'
import { type List, readPart } from '../../store/lists/list.ts'
import type { FoundPage } from '../../store/lists/places.ts'
import { type Count, countMax, countRows } from '../../store/lists/totals.ts'
import { withTotal } from '../schemas/filters.ts'
import { page, PageResource, wholeParameter } from '../schemas/query.ts'
import {
  afterParameter,
  beforeParameter,
  type MarkedPlace,
  markOf,
  requireOwnPlace,
  toCursor,
} from './cursor.ts'
import { beginAt } from './spans.ts'

/** The rows in front of an offset are counted with each question: 10,000 in 10 ms, a million in a second. */
const offsetMax = 10_000

/** The parameters of a page; spread into a query schema beside the filter. */
export const listPage = {
  ...page,
  offset: wholeParameter(
    0,
    offsetMax,
    '; `after` leads further: send `page.next` of the page before',
  )
    .default(0)
    .meta({ description: 'How many to leave out; `after` leads further than the most' }),
  after: afterParameter,
  before: beforeParameter,
  withTotal,
}

/** The same, counted unless somebody does not want it: whoever looks on sees how many there are. */
export const countedPage = {
  ...listPage,
  withTotal: withTotal.unwrap().default(true).meta({
    type: 'boolean',
    description: 'Whether `page.total` says how many match; true where it is left out',
  }),
}

export const ListPageResource = PageResource.extend({
  total: z
    .int()
    .max(countMax)
    .optional()
    .meta({
      description: `How many match, on all pages together, counted up to ${countMax}; where \`withTotal\` is true`,
    }),
  isTotalExact: z
    .boolean()
    .optional()
    .meta({ description: 'Beside `total`: false where more match than it says' }),
  previous: z
    .string()
    .nullable()
    .meta({
      description: '`before` for the page in front of this one; null on the first one',
      examples: ['MjAyNi0wMS0zMVQxMjowMDowMC4wMDAwMDBaIDFCd1JXSFpjU3dmeld'],
    }),
  next: z
    .string()
    .nullable()
    .meta({
      description: '`after` for the next page; null on the last one',
      examples: ['MjAyNi0wMS0zMVQxMjowMDowMC4wMDAwMDBaIDFCd1JXSFpjU3dmeld'],
    }),
}).meta({ id: 'ListPage', description: 'The part of the list that this is.' })
export type ListPageResource = z.infer<typeof ListPageResource>

/** Holds what a caller asks of a list, and the mark of its places. */
export type Paging = {
  limit: number
  offset: number
  after?: MarkedPlace | undefined
  before?: MarkedPlace | undefined
  withTotal: boolean
}
export type MarkedPaging = Paging & { mark: string }

/** Splits the query of a list into its page and its filter; throws where it asks for two pages at once. */
export function splitQuery<Query extends Paging>({
  limit,
  offset,
  after,
  before,
  withTotal: isTotalWanted,
  ...filter
}: Query): { paging: Paging; filter: Omit<Query, keyof Paging> } {
  if (after && before)
    throw badRequest([{ path: 'before', message: 'comes with after; send one of the two' }])
  return { paging: { limit, offset, after, before, withTotal: isTotalWanted }, filter }
}

/** Marks a page with what it is one of; throws where its place is one of something else. */
export function markPaging(paging: Paging, ...listed: unknown[]): MarkedPaging {
  const mark = markOf(...listed)
  requireOwnPlace('after', paging.after, mark)
  requireOwnPlace('before', paging.before, mark)
  return { ...paging, mark }
}

/** Describes the page that was found; how many there are is left out where nobody asked for it. */
export function describePage(
  { limit, offset, mark }: MarkedPaging,
  { previous, next }: Pick<FoundPage<unknown>, 'previous' | 'next'>,
  counted?: Count,
): ListPageResource {
  return {
    limit,
    offset,
    ...(counted && { total: counted.count, isTotalExact: counted.isExact }),
    previous: previous && toCursor(previous, mark),
    next: next && toCursor(next, mark),
  }
}

type PageRequest<Filter> = { owner: Owner; filter: Filter; paging: Paging; asked: unknown }

/** Reads a page of a list; `asked` is the filter as it was sent, under which its places hold. */
export async function answerPage<Filter, Row>(
  { pool }: Pick<Database, 'pool'>,
  list: List<Filter, Row>,
  { owner, filter, paging, asked }: PageRequest<Filter>,
): Promise<{ rows: Row[]; page: ListPageResource }> {
  const wanted = { owner, filter }
  return readPage(paging, [list.table, owner, asked], {
    read: (shown) => readPart(pool, list, wanted, shown),
    count: () => countRows(pool, list, wanted),
  })
}

type PageReader<Row> = {
  read: (shown: MarkedPaging) => Promise<FoundPage<Row>>
  count: () => Promise<Count>
}

/** Reads a page of what is `listed`, under which its places hold, and counts all of it where that is wanted. */
export async function readPage<Row>(
  paging: Paging,
  listed: unknown[],
  { read, count }: PageReader<Row>,
): Promise<{ rows: Row[]; page: ListPageResource }> {
  const shown = markPaging(paging, ...listed)
  const [{ rows, ...ends }, counted] = await Promise.all([
    read(shown),
    paging.withTotal ? count() : undefined,
  ])
  return { rows, page: describePage(shown, ends, counted) }
}

/** Splits a list's query like `splitQuery`, and lets its span begin where it begins now. */
export function toWanted<Query extends Paging>(owner: Owner, query: Query, now: Date) {
  const { paging, filter } = splitQuery(query)
  return { owner, filter: beginAt(filter, now), paging, asked: filter }
}
