/**
 * The pages beside the one that is seen. Where the API names them by cursor, the address holds the cursor: it
 * shows the same rows tomorrow, however many came meanwhile, and the thousandth page costs what the first does.
 */
import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { say } from '../../frame-words.ts'
import type { Query } from '../../use-address-query.ts'
import { phrase } from '../../phrase.ts'
import { placeNames } from '../../use-address-query.ts'

/** Lists of the API answer like this: with cursors, or by offset, with how many there are. */
export type PageOfList = {
  limit: number
  offset: number
  total?: number
  /** Beside `total`: false where there are more. */
  isTotalExact?: boolean
  previous?: string | null
  next?: string | null
}

export function Pager({ page }: { page: PageOfList }) {
  const addressOf = usePageAddress()
  const { next = null, previous = null } = page
  const { query, route } = useLocation()
  const isBackAtStart = page.previous === null && query['before'] !== undefined
  // A reader who came back to the start sees what comes there from now on.
  useEffect(() => {
    if (isBackAtStart) route(addressOf({}), true)
  }, [isBackAtStart])
  if (page.next === undefined) return <PagerByOffset page={page} />
  const { total, isTotalExact = true } = page
  if (previous === null && next === null && total === undefined) return null
  return (
    <nav class="pager" aria-label="Pages">
      {total !== undefined && (
        <p class="hint">{say(isTotalExact ? 'inAll' : 'inAllOver', { count: total })}</p>
      )}
      {previous !== null && <PageLink to={addressOf({})} name="firstPage" />}
      {previous !== null && <PageLink to={addressOf({ before: previous })} name="previousPage" />}
      {next !== null && <PageLink to={addressOf({ after: next })} name="nextPage" />}
    </nav>
  )
}

/** Pages a list that answers by offset: few rows, in an order of their own. */
function PagerByOffset({ page: { limit, offset, total = 0 } }: { page: PageOfList }) {
  const addressOf = usePageAddress()
  const end = Math.min(offset + limit, total)
  const at = (start: number) => addressOf(start > 0 ? { offset: String(start) } : {})
  const range = phrase`${total === 0 ? 0 : offset + 1}–${end} of ${total}`
  return (
    <nav class="pager" aria-label="Pages">
      <p class="hint">{range}</p>
      {offset > 0 && <PageLink to={at(0)} name="firstPage" />}
      {offset > 0 && <PageLink to={at(offset - limit)} name="previousPage" />}
      {end < total && <PageLink to={at(offset + limit)} name="nextPage" />}
    </nav>
  )
}

/** The way out of a page whose rows have gone. */
export function FirstPageLink() {
  return <PageLink to={usePageAddress()({})} name="firstPage" />
}

function PageLink({ to, name }: { to: string; name: 'firstPage' | 'previousPage' | 'nextPage' }) {
  return (
    <a class="quiet" href={to}>
      {say(name)}
    </a>
  )
}

/** The address of another page of the list that is seen, with its filters. */
function usePageAddress(): (place: Query) => string {
  const { path, query } = useLocation()
  return (place) => {
    const parameters = new URLSearchParams(query)
    for (const name of placeNames) parameters.delete(name)
    for (const [name, value] of Object.entries(place)) parameters.set(name, value)
    return parameters.size > 0 ? `${path}?${parameters}` : path
  }
}
