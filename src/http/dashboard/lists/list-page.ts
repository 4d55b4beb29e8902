/** The page of a list: by a cursor or by offset, with how many match where that is wanted. */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import { badRequest } from '../../../shared/problems.ts'
import type { Database } from '../../../store/database.ts'
import { countRows, type List, type Place, readPart } from '../../../store/lists/list.ts'
import { withTotal } from '../../schemas/filters.ts'
import { page, PageResource } from '../../schemas/query.ts'
import { afterParameter, beforeParameter, toCursor } from './cursor.ts'
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

export type Paging = {
  limit: number
  offset: number
  after?: Place | undefined
  before?: Place | undefined
  withTotal: boolean
}

type Wanted<Filter> = { owner: Owner; filter: Filter; paging: Paging }

/** Reads a page of a list. */
export async function answerPage<Filter, Row>(
  { pool }: Pick<Database, 'pool'>,
  list: List<Filter, Row>,
  { owner, filter, paging }: Wanted<Filter>,
): Promise<{ rows: Row[]; page: ListPageResource }> {
  const { limit, offset, after, before } = paging
  const [{ rows, previous, next }, total] = await Promise.all([
    readPart(pool, list, { owner, filter }, { limit, offset, after, before }),
    paging.withTotal ? countRows(pool, list, { owner, filter }) : undefined,
  ])
  const cursors = { previous: previous && toCursor(previous), next: next && toCursor(next) }
  const place = { limit, offset, ...cursors }
  return { rows, page: total === undefined ? place : { ...place, total } }
}

/** Splits a list's query into its page and its filter; throws where it asks for two pages at once. */
export function toWanted<Query extends Paging>(owner: Owner, query: Query, now: Date) {
  const { limit, offset, after, before, withTotal: isTotalWanted, ...filter } = query
  if (after && before)
    throw badRequest([{ path: 'before', message: 'comes with after; send one of the two' }])
  const paging = { limit, offset, after, before, withTotal: isTotalWanted }
  return { owner, filter: beginAt(filter, now), paging }
}
