/**
 * Rate limits, in real time: so many requests a second for one API key, and far fewer
 * for one address that shows none. An address that keeps failing to authenticate is
 * stopped before its next try costs a look into the database.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problems.ts'
import type { RateLimits } from '../dependencies.ts'

const windowMs = 1_000

export type RateLimiter = {
  countMerchant(request: FastifyRequest, keyName: string): Promise<void>
  countPublic(request: FastifyRequest): Promise<void>
  /** Looks whether the address failed too often, without counting. */
  requireFewFailures(request: FastifyRequest): Promise<void>
  countFailure(request: FastifyRequest): Promise<void>
}

/** Makes the counters; `@fastify/rate-limit` must be registered. Each throws `TooManyRequests`. */
export function createRateLimiter(server: FastifyInstance, limits: RateLimits): RateLimiter {
  const keyNames = new WeakMap<FastifyRequest, string>()
  const counter = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const count = server.createRateLimit({ max, timeWindow: windowMs, keyGenerator })
    return async (request: FastifyRequest, increment = true) => {
      const result = await count(request, { increment })
      if (!result.isAllowed && result.isExceeded) throw tooMany(max, result.ttlInSeconds)
    }
  }
  const merchant = counter(limits.merchantPerSecond, (request) => keyNames.get(request) ?? '')
  const open = counter(limits.publicPerSecond, (request) => request.ip)
  const failures = counter(limits.publicPerSecond, (request) => request.ip)
  return {
    countMerchant(request, keyName) {
      keyNames.set(request, keyName)
      return merchant(request)
    },
    countPublic: (request) => open(request),
    requireFewFailures: (request) => failures(request, false),
    countFailure: (request) => failures(request),
  }
}

function tooMany(max: number, retryAfterSeconds: number): Problem {
  return new Problem('TooManyRequests', `More than ${max} requests in one second; slow down.`, {
    headers: { 'retry-after': String(Math.max(1, retryAfterSeconds)) },
  })
}
