/** The page of a list: by a cursor or by offset, with how many match where that is wanted. */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import { badRequest } from '../../../shared/problems.ts'
import type { Database } from '../../../store/database.ts'
import { type List, readPart } from '../../../store/lists/list.ts'
import type { Found } from '../../../store/lists/places.ts'
import { countRows } from '../../../store/lists/totals.ts'
import { withTotal } from '../../schemas/filters.ts'
import { page, PageResource } from '../../schemas/query.ts'
import {
  afterParameter,
  beforeParameter,
  type MarkedPlace,
  markOf,
  requireOwnPlace,
  toCursor,
} from './cursor.ts'
import { beginAt } from './spans.ts'

/** The parameters of a page; spread into a query schema beside the filter. */
export const listPage = {
  ...page,
  after: afterParameter,
  before: beforeParameter,
  withTotal: withTotal.unwrap().default(true).meta({
    type: 'boolean',
    description: 'Whether `page.total` says how many match; true where it is left out',
  }),
}

export const ListPageResource = PageResource.extend({
  total: z.int().optional().meta({ description: 'How many match, on all pages together' }),
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

/** What is asked for of a list, and the mark of its places. */
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

/** Describes the page that was found; `total` is left out where nobody asked for it. */
export function describePage(
  { limit, offset, mark }: MarkedPaging,
  { previous, next }: Pick<Found<unknown>, 'previous' | 'next'>,
  total?: number,
): ListPageResource {
  const cursors = {
    previous: previous && toCursor(previous, mark),
    next: next && toCursor(next, mark),
  }
  const place = { limit, offset, ...cursors }
  return total === undefined ? place : { ...place, total }
}

type Wanted<Filter> = { owner: Owner; filter: Filter; paging: Paging; asked: unknown }

/** Reads a page of a list. */
export async function answerPage<Filter, Row>(
  { forLists }: Pick<Database, 'forLists'>,
  list: List<Filter, Row>,
  { owner, filter, paging, asked }: Wanted<Filter>,
): Promise<{ rows: Row[]; page: ListPageResource }> {
  const marked = markPaging(paging, list.table, owner, asked)
  const [{ rows, ...ends }, total] = await Promise.all([
    readPart(forLists, list, { owner, filter }, marked),
    paging.withTotal ? countRows(forLists, list, { owner, filter }) : undefined,
  ])
  return { rows, page: describePage(marked, ends, total) }
}

/** Splits a list's query like `splitQuery`, and lets its span begin where it begins now. */
export function toWanted<Query extends Paging>(owner: Owner, query: Query, now: Date) {
  const { paging, filter } = splitQuery(query)
  return { owner, filter: beginAt(filter, now), paging, asked: filter }
}
