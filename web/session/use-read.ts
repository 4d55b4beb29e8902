import { useCallback, useEffect, useState } from 'preact/hooks'
import { type SessionClient, SessionProblem } from './client.ts'

export type Reading<T> =
  | { step: 'reading' }
  | { step: 'read'; value: T }
  /** The service said no. */
  | { step: 'refused'; problem: SessionProblem }
  /** The service does not answer; the page tries again. */
  | { step: 'away' }

const askAgainMs = 5_000
/** Ten minutes; then only a button reads again. */
const asksMax = 120

/**
 * Reads from the session API, again when the returned function is called, and again and again while
 * the service is away. What was read stays while it is read again, and while the service is away.
 */
export function useRead<T>(
  client: SessionClient,
  path: string,
): { reading: Reading<T>; readAgain: () => void } {
  const [reading, setReading] = useState<Reading<T>>({ step: 'reading' })
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isOutdated = false
    const take = (next: Reading<T>) => {
      if (isOutdated) return
      setReading((known) => (next.step === 'away' && known.step === 'read' ? known : next))
    }
    client.read<T>(path).then(
      (value) => take({ step: 'read', value }),
      (problem: unknown) =>
        take(problem instanceof SessionProblem ? { step: 'refused', problem } : { step: 'away' }),
    )
    return () => {
      isOutdated = true
    }
  }, [client, path, count])
  const readAgain = useCallback(() => setCount((before) => before + 1), [])
  useEffect(() => {
    if (reading.step !== 'away' || count >= asksMax) return
    const timer = setTimeout(readAgain, askAgainMs)
    return () => clearTimeout(timer)
  }, [reading, count])
  return { reading, readAgain }
}
