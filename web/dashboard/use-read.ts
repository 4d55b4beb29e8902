/** Reads from the dashboard's API, and again whenever what was read has moved. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiProblem } from './api/problem.ts'
import { useDashboard } from './context.ts'

export type Reading<T> =
  | { step: 'reading' }
  /** `isStale`: the service does not answer at present. */
  | { step: 'read'; value: T; isStale: boolean }
  | { step: 'refused'; problem: ApiProblem }
  | { step: 'away' }

/** What did not come is asked for again after this. */
const askAgainMs = 5_000
/** Even without news, as some things move without telling: gas, nodes, settings made elsewhere. */
const readAnywayMs = 30_000

type Interest = {
  /** The kinds of actors whose moves make it read again, such as `charge`; none: it is read in turn only. */
  kinds?: readonly string[]
  /** It is about the person, or the whole service: the path follows `/dashboard/api`. */
  isOwn?: boolean
}

/**
 * Reads `path`, which follows `/dashboard/api/{network}`; null reads nothing. What was read stays
 * while it is read again, also for another page of the same list.
 */
export function useRead<T>(
  path: string | null,
  { kinds = [], isOwn = false }: Interest = {},
): { reading: Reading<T>; readAgain: () => void } {
  const { client, network, live } = useDashboard()
  const [reading, setReading] = useState<Reading<T>>({ step: 'reading' })
  const [count, setCount] = useState(0)
  const readAgain = useCallback(() => setCount((before) => before + 1), [])
  useEffect(() => {
    if (path === null) return
    let isOutdated = false
    const take = (next: Reading<T>) => !isOutdated && setReading((known) => merge(known, next))
    client.read<T>(isOwn ? path : `/${network}${path}`).then(
      (value) => take({ step: 'read', value, isStale: false }),
      (error: unknown) =>
        take(error instanceof ApiProblem ? { step: 'refused', problem: error } : { step: 'away' }),
    )
    return () => {
      isOutdated = true
    }
  }, [client, network, path, count, isOwn])
  useNews(kinds, readAgain, live)
  const isAway = reading.step === 'away' || (reading.step === 'read' && reading.isStale)
  useEffect(() => {
    const timer = setTimeout(readAgain, isAway ? askAgainMs : readAnywayMs)
    return () => clearTimeout(timer)
  }, [reading, isAway, readAgain])
  return { reading, readAgain }
}

function merge<T>(known: Reading<T>, next: Reading<T>): Reading<T> {
  if (next.step !== 'away' || known.step !== 'read') return next
  return { ...known, isStale: true }
}

function useNews(
  kinds: readonly string[],
  readAgain: () => void,
  live: ReturnType<typeof useDashboard>['live'],
): void {
  const latest = useRef(kinds)
  latest.current = kinds
  useEffect(
    () =>
      live.listen((moved) => {
        if (!moved || moved.some(({ kind }) => latest.current.includes(kind))) readAgain()
      }),
    [live, readAgain],
  )
}
