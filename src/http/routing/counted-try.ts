/** Tries to find out who calls, as the limit of failures sees them. */
import { Problem } from '../../shared/problems.ts'
import type { RateLimiter } from './rate-limits.ts'

type Visit = Parameters<RateLimiter['countTry']>[0]

/**
 * Returns the caller that `find` finds. Where it throws a problem the try has failed; where a part of the service is away, nobody has,
 * and what `countTry` counted is taken back.
 */
export async function asTry<Caller>(
  request: Visit,
  limiter: RateLimiter,
  find: () => Promise<Caller>,
): Promise<Caller> {
  try {
    const caller = await find()
    limiter.takeBackTry(request)
    return caller
  } catch (error) {
    if (!(error instanceof Problem)) limiter.takeBackTry(request)
    else if (error.code !== 'TooManyRequests') limiter.countFailure(request)
    throw error
  }
}
