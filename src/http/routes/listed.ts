/** A page of a list as merchants ask for it: by limit and offset, with how many match on request. */
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import type { Database } from '../../store/database.ts'
import { type List, readPart } from '../../store/lists/list.ts'
import { countRows } from '../../store/lists/totals.ts'

type Asked = Page & { withTotal: boolean }
type Listed<Row> = { rows: Row[]; page: Page & { total?: number } }

/** Reads the page that a query asks for; what else the query holds is the filter. */
export async function readListed<Filter, Row>(
  { forLists }: Pick<Database, 'forLists'>,
  list: List<Filter, Row>,
  owner: Owner,
  { limit, offset, withTotal: isTotalWanted, ...filter }: Asked & Filter,
): Promise<Listed<Row>> {
  // What is left of the query is what the list filters by.
  const wanted = { owner, filter: filter as unknown as Filter }
  const [{ rows }, total] = await Promise.all([
    readPart(forLists, list, wanted, { limit, offset }),
    isTotalWanted ? countRows(forLists, list, wanted) : null,
  ])
  return { rows, page: { limit, offset, ...(total !== null && { total }) } }
}
