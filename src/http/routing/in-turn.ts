/**
 * Lets tries with one name begin one after another in this process. The store may tell a repeat sooner than
 * the first try that it is one; without a turn, the repeat would not find what the first try is about to begin.
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
