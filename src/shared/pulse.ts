/**
 * The heartbeat of a relay: it works at once, again whenever it is poked, and otherwise every
 * `everyMs`, so that a lost wake-up costs a moment and nothing else.
 */
import { wait } from './retry.ts'

export type Pulse = {
  /** Starts a round now, or right after the one under way. */
  poke: () => void
  /** Resolves when the round under way has ended. */
  stop: () => Promise<void>
}

const restAfterErrorMs = 1_000

/**
 * Runs `work` over and over, never twice at once; no error ends it. After `work` that returns `true`,
 * the next round starts without waiting.
 */
export function startPulse(
  work: () => Promise<boolean>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): Pulse {
  const stopping = new AbortController()
  let poked = new AbortController()

  async function beat(): Promise<void> {
    poked = new AbortController()
    try {
      if (await work()) return
      await wait(everyMs, AbortSignal.any([poked.signal, stopping.signal]))
    } catch (error) {
      onError(error)
      await wait(restAfterErrorMs, stopping.signal)
    }
  }

  const beating = (async () => {
    while (!stopping.signal.aborted) await beat()
  })()

  return {
    poke: () => poked.abort(),
    async stop() {
      stopping.abort()
      await beating
    },
  }
}
