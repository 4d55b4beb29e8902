/** Reads from the dashboard's API, and again whenever what was read has moved. */
import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { DashboardClient } from './api/client.ts'
import { ApiProblem } from './api/problem.ts'
import { readAnywayMs, RepeatedRead } from './api/repeated-read.ts'
import { useDashboard } from './context.ts'

export type Reading<T> =
  | { step: 'reading' }
  /** `isStale`: the service does not answer at present. */
  | { step: 'read'; value: T; isStale: boolean }
  | { step: 'refused'; problem: ApiProblem }
  /** With what it said, where it could not answer, or was asked too often. */
  | { step: 'away'; problem: ApiProblem | null }

type Interest = {
  /** The kinds of actors whose moves make it read again, such as `charge`, or `event`; none: it is read in turn only. */
  kinds?: readonly string[]
  /** It is about the person, or the whole service: the path follows `/dashboard/api`. */
  isOwn?: boolean
  /** The answer may be of a moment ago, kept by the service: after news it is read once more, when it cannot be any longer. */
  isKept?: boolean
  /** It is read again after so long even without news; where nothing is said, half a minute. */
  everyMs?: number
}

/** For what operators watch while they mend it. */
export const watchedMs = 5_000

/**
 * Reads `path`, which follows `/dashboard/api/{network}`; null reads nothing. What was read stays
 * while it is read again, also for another page of the same list.
 */
export function useRead<T>(
  path: string | null,
  { kinds = [], isOwn = false, isKept = false, everyMs = readAnywayMs }: Interest = {},
): { reading: Reading<T>; readAgain: () => void } {
  const { client, network, live } = useDashboard()
  const [reading, setReading] = useState<Reading<T>>({ step: 'reading' })
  const repeated = useRef<RepeatedRead | null>(null)
  useEffect(() => {
    if (path === null) return
    let isOutdated = false
    const read = async () => {
      const next = await readOnce<T>(client, isOwn ? path : `/${network}${path}`)
      if (!isOutdated) setReading((known) => merge(known, next))
      return next.step !== 'away'
    }
    const reads = new RepeatedRead(read, everyMs)
    repeated.current = reads
    void live.ready.then(() => reads.readNow())
    return () => {
      isOutdated = true
      reads.stop()
    }
  }, [client, network, live, path, isOwn, everyMs])
  useNews(kinds, repeated, live, isKept)
  const readAgain = useCallback(() => repeated.current?.readNow(), [])
  return { reading, readAgain }
}

async function readOnce<T>(client: DashboardClient, path: string): Promise<Reading<T>> {
  try {
    return { step: 'read', value: await client.read<T>(path), isStale: false }
  } catch (error) {
    if (!(error instanceof ApiProblem)) return { step: 'away', problem: null }
    return { step: error.isPassing ? 'away' : 'refused', problem: error }
  }
}

function merge<T>(known: Reading<T>, next: Reading<T>): Reading<T> {
  if (next.step !== 'away' || known.step !== 'read') return next
  return { ...known, isStale: true }
}

/** A little more than `keptMsMax` of the service. */
const keptMs = 3_200

function useNews(
  kinds: readonly string[],
  repeated: RefObject<RepeatedRead>,
  live: ReturnType<typeof useDashboard>['live'],
  isKept: boolean,
): void {
  const latest = useRef(kinds)
  latest.current = kinds
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let newsAtMs = 0
    // Not put off by news that comes meanwhile: a busy merchant would never see the first.
    const readOnceMore = (afterMs: number) => {
      const setAtMs = performance.now()
      timer = setTimeout(() => {
        timer = undefined
        repeated.current?.readSoon()
        if (newsAtMs > setAtMs) readOnceMore(newsAtMs + keptMs - performance.now())
      }, afterMs)
    }
    const stop = live.listen((moved) => {
      if (moved && !moved.some(({ kind }) => latest.current.includes(kind))) return
      newsAtMs = performance.now()
      repeated.current?.readSoon()
      if (isKept && timer === undefined) readOnceMore(keptMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [live, repeated, isKept])
}
