/**
 * The one Time of a process: how long something took, pauses, deadlines. Moments that are stored or compared with stored
 * ones are the clock's (`clock.ts`). Everything that waits does so through this file, and a test can move it on: a lease
 * that ends after 9 s then ends at once.
 */

export type Scheduled = { cancel(): void }

type Entry = { dueAt: number; run: () => void; keepsProcess: boolean; timer?: NodeJS.Timeout }

/** Node fires a timer that is set further ahead than this at once. */
const delayMsMax = 2 ** 31 - 1

/** Pauses up to this gather what comes together; they end by themselves while time stands still, too. */
const gatheringMsMax = 50

const entries = new Set<Entry>()
let movedMs = 0
/**
 * What time it is while time stands still: a whole number, so that a deadline of 15 s is due when 15 s have passed. A sum
 * of fractions can be a rounding error short of it.
 */
let standsAtMs: number | null = null

/** Returns the milliseconds since this process began, with those by which tests have moved on; never less than before. */
export const elapsedMs = (): number => standsAtMs ?? performance.now() + movedMs

/** Runs once, `delayMs` from now. The process may end before. */
export function after(delayMs: number, run: () => void): Scheduled {
  return schedule(delayMs, run, false)
}

/** Runs again and again, `eachMs` apart. The process may end between. */
export function every(eachMs: number, run: () => void): Scheduled {
  let next = after(eachMs, runAndGoOn)
  function runAndGoOn() {
    next = after(eachMs, runAndGoOn)
    run()
  }
  return { cancel: () => next.cancel() }
}

/** Waits `delayMs`, or less when the signal aborts. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const pause = schedule(delayMs, done, true)
    function done() {
      pause.cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })
}

/** Returns a signal that aborts with a `TimeoutError` after `limitMs`. */
export function abortAfter(limitMs: number): AbortSignal {
  const controller = new AbortController()
  after(limitMs, () =>
    controller.abort(new DOMException(`nothing came within ${limitMs} ms`, 'TimeoutError')),
  )
  return controller.signal
}

/** Returns the answer where it comes within `limitMs`, and null where it does not; throws what the work throws until then. */
export async function inTime<Answer>(
  work: Promise<Answer>,
  limitMs: number,
): Promise<Answer | null> {
  const ended = new AbortController()
  try {
    return await Promise.race([work, wait(limitMs, ended.signal).then(() => null)])
  } finally {
    ended.abort()
  }
}

/** Returns the exponential backoff (1 base, 2, 4 … up to `maxMs`) after an attempt, counted from 1. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30))
}

/** Moves time on, and runs what is due by then in its order. For tests: a service never calls it. */
export function moveTime(byMs: number): void {
  if (standsAtMs === null) movedMs += byMs
  else standsAtMs += byMs
  const isDue = ({ dueAt }: Entry) => dueAt <= elapsedMs()
  const due = [...entries].filter(isDue).toSorted((one, other) => one.dueAt - other.dueAt)
  for (const entry of due) if (entries.has(entry)) fire(entry)
}

/** Lets time stand still but for what it is moved, until the returned function is called. For tests. */
export function stopTime(): () => void {
  standsAtMs = Math.ceil(elapsedMs())
  for (const { dueAt, timer } of entries)
    if (dueAt - elapsedMs() > gatheringMsMax) clearTimeout(timer)
  return () => {
    movedMs = elapsedMs() - performance.now()
    standsAtMs = null
    for (const entry of entries) startTimer(entry)
  }
}

function schedule(delayMs: number, run: () => void, keepsProcess: boolean): Scheduled {
  const delay = Math.min(Math.max(0, delayMs), delayMsMax)
  const entry: Entry = { dueAt: elapsedMs() + delay, run, keepsProcess }
  entries.add(entry)
  if (standsAtMs === null || delay <= gatheringMsMax) startTimer(entry)
  return {
    cancel() {
      clearTimeout(entry.timer)
      entries.delete(entry)
    },
  }
}

/** Starts it anew where it runs already: a pause that gathers does while time stands still. */
function startTimer(entry: Entry): void {
  clearTimeout(entry.timer)
  entry.timer = setTimeout(() => fire(entry), Math.max(0, entry.dueAt - elapsedMs()))
  if (!entry.keepsProcess) entry.timer.unref()
}

function fire(entry: Entry): void {
  clearTimeout(entry.timer)
  entries.delete(entry)
  entry.run()
}
