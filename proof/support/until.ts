import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 15_000
const pauseMs = 15

/** Looks until `read` returns something true, and returns it; fails after 15 s. For what happens in other processes. */
export async function until<Seen>(
  what: string,
  read: () => Promise<Seen | false | null | undefined>,
  timeoutMs = patienceMs,
): Promise<Seen> {
  const startedAt = performance.now()
  for (;;) {
    const seen = await read()
    if (seen) return seen
    if (performance.now() - startedAt > timeoutMs) throw new Error(`never: ${what}`)
    await sleep(pauseMs)
  }
}
