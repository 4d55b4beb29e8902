/**
 * Makes requests with one `Idempotency-Key` start one after another in this process: otherwise a repetition could look
 * for what the first request has not stored yet.
 */
import { wait } from '../../shared/time.ts'

/** So long a try waits for its turn; then it begins anyway, as another process would. */
const turnWaitMsMax = 1_000

const beginnings = new Map<string, Promise<unknown>>()

/** Runs `begin` once the one before it has ended, well or not. */
export async function beginInTurn<Begun>(
  name: string,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  const begun = waitFor(beginnings.get(name)).then(begin)
  beginnings.set(name, begun)
  try {
    return await begun
  } finally {
    if (beginnings.get(name) === begun) beginnings.delete(name)
  }
}

async function waitFor(before: Promise<unknown> | undefined): Promise<void> {
  if (!before) return
  const ended = new AbortController()
  const end = () => ended.abort()
  before.then(end, end)
  await wait(turnWaitMsMax, ended.signal)
}
