/** Which rows of a list are seen, of how many, and the pages beside. */
import { useLocation } from 'preact-iso'
import { say } from '../../messages/dashboard/shell-words.ts'

export const pageSize = 25

/** As lists of the API answer it. */
export type PageOfTotal = { limit: number; offset: number; total: number }

export function Pager({ page: { limit, offset, total } }: { page: PageOfTotal }) {
  const { path, query } = useLocation()
  const addressAt = (at: number) => {
    const parameters = new URLSearchParams({ ...query, offset: String(at) })
    if (at <= 0) parameters.delete('offset')
    return parameters.size > 0 ? `${path}?${parameters}` : path
  }
  const end = Math.min(offset + limit, total)
  return (
    <nav class="pager" aria-label={say('range', { from: offset + 1, to: end, total })}>
      <p class="hint">{say('range', { from: total === 0 ? 0 : offset + 1, to: end, total })}</p>
      {offset > 0 && (
        <a class="quiet" href={addressAt(offset - limit)}>
          {say('newer')}
        </a>
      )}
      {end < total && (
        <a class="quiet" href={addressAt(offset + limit)}>
          {say('older')}
        </a>
      )}
    </nav>
  )
}
