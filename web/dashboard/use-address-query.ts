/** The filters of a list stand in the address, so that a link is a saved view and Back goes back. */
import { useLocation } from 'preact-iso'
export type Query = Record<string, string>

export function useAddressQuery(): {
  query: Query
  /** Changes some parameters and goes back to the first page; an empty one is taken away. */
  change: (changes: Query) => void
} {
  const { path, query, route } = useLocation()
  const change = (changes: Query) => {
    const next = new URLSearchParams(query)
    for (const name of placeNames) next.delete(name)
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name)
      else next.set(name, value)
    route(next.size > 0 ? `${path}?${next}` : path)
  }
  return { query, change }
}

/** Whether another page than the first one is looked at. */
export const isFarther = (query: Query): boolean => placeNames.some((name) => query[name])

/** The address of a list's API, with the filters that it knows and the page that is looked at. */
export function listPath(
  path: string,
  query: Query,
  known: readonly string[],
  isCountedApart: boolean,
): string {
  const parameters = new URLSearchParams({ limit: String(pageSize) })
  for (const name of [...known, ...placeNames]) if (query[name]) parameters.set(name, query[name])
  // A list whose rows are summed or counted beside it is not counted with every page.
  if (isCountedApart) parameters.set('withTotal', 'false')
  return `${path}?${parameters}`
}

/** The address at which the rows of a filter are counted. */
export function countPath(path: string, query: Query, known: readonly string[]): string {
  const parameters = new URLSearchParams({ limit: '1' })
  for (const name of known) if (query[name]) parameters.set(name, query[name])
  return `${path}?${parameters}`
}

const pageSize = 25

/** The parameters that say which page of a list is seen. */
export const placeNames = ['offset', 'after', 'before'] as const
