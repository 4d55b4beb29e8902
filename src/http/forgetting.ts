/** Deletes what is of no use any more, once it is old enough. */
import { dayMs, hourMs } from '../../machines/durations.ts'
import { errorText } from '../shared/errors.ts'
import { answersKeptDays, forgetAnswers } from '../store/idempotency.ts'
import { endedTokensKeptDays, forgetCustomerTokens } from '../store/merchants/customer-tokens.ts'
import { forgetRequests, requestsKeptDays } from '../store/request-log/write.ts'
import { forgetSignatures } from '../store/used-signatures.ts'
import type { HttpDependencies } from './dependencies.ts'
import { every } from '../shared/time.ts'
import type { WithLog } from '../store/parts.ts'

/** Rows that are of no use any more once they are as old as `keptMs`. */
type Forgettable = {
  what: string
  keptMs: number
  everyMs: number
  /** Deletes what is older than this, in real time. */
  forget: (database: HttpDependencies['database'], realTime: Date) => Promise<number>
}

const forgettable: readonly Forgettable[] = [
  {
    what: 'old answers to Idempotency-Keys',
    keptMs: answersKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetAnswers,
  },
  {
    what: 'customer tokens that ended long ago',
    keptMs: endedTokensKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetCustomerTokens,
  },
  {
    what: 'old entries of the request log',
    keptMs: requestsKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetRequests,
  },
  {
    what: 'old used signatures',
    // Longer than any signature is valid, on either side of our clock.
    keptMs: hourMs / 4,
    everyMs: hourMs / 60,
    forget: forgetSignatures,
  },
]

/** Deletes what is old enough, each kind again and again; a failure waits for the next time. */
export function startForgetting(dependencies: WithLog): { stop(): void } {
  const timers = forgettable.map((kept) =>
    every(kept.everyMs, () => void forgetOld(dependencies, kept)),
  )
  return {
    stop() {
      for (const timer of timers) timer.cancel()
    },
  }
}

/** Deletes what is old enough by now. */
export async function forgetAll(dependencies: WithLog): Promise<void> {
  for (const kept of forgettable) await forgetOld(dependencies, kept)
}

async function forgetOld(
  { database, clock, log }: WithLog,
  { what, keptMs, everyMs, forget }: Forgettable,
): Promise<void> {
  try {
    await forget(database, new Date(clock.realNow().getTime() - keptMs))
  } catch (error) {
    log.warn(
      { error: errorText(error), nextInMs: everyMs },
      `${what} were not deleted; trying again`,
    )
  }
}
