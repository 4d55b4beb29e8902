/** Every counter lets through as many calls as it says, stops the next one, and hits nobody else. */
import { expect, test } from 'vitest'
import {
  changesPerMinuteMax,
  createRateLimiter,
  draftsPerMinuteMax,
  type RateLimiter,
} from '../../src/http/routing/rate-limits.ts'

const limits = {
  merchantPerSecond: 2,
  customerPerSecond: 3,
  resendsPerSecond: 4,
  accountPerSecond: 5,
  publicPerSecond: 6,
  filesPerSecond: 7,
}
const loginsPerMinuteMax = 10

type Count = (limiter: RateLimiter, who: string) => void
const owner = (merchantId: string) => ({ merchantId, network: 'TestNet' }) as const
const customer = (customerId: string) => ({ owner: owner('m'), customerId })
const from = (ip: string) => ({ ip }) as never

const counters: [string, max: number, windowSeconds: number, Count][] = [
  ['a merchant', 2, 1, (limiter, who) => limiter.countMerchant(owner(who), {})],
  ['a customer', 3, 1, (limiter, who) => limiter.countCustomer(customer(who), {})],
  ['webhooks sent again', 4, 1, (limiter, who) => limiter.countResend(owner(who), {})],
  ['a person', 5, 1, (limiter, who) => limiter.countAccount(who, {})],
  ['an unknown caller', 6, 1, (limiter, who) => limiter.countPublic(from(who))],
  ['an address that fails', 6, 1, (limiter, who) => limiter.countFailure(from(who))],
  ['files', 7, 1, (limiter, who) => limiter.countFile(from(who))],
  ['logins', loginsPerMinuteMax, 60, (limiter, who) => limiter.countLogin(from(who))],
  ['drafts', draftsPerMinuteMax, 60, (limiter, who) => limiter.countDraft(customer(who), {})],
  [
    'changes',
    changesPerMinuteMax,
    60,
    (limiter, who) => limiter.countChange(customer(who), 'pause', {}),
  ],
]

/** The seconds after which one that is stopped may come again; null for one that is not. */
function secondsStopped(call: () => void): number | null {
  try {
    call()
    return null
  } catch (problem) {
    return Number((problem as { headers: Record<string, string> }).headers['retry-after'])
  }
}

test.each(counters)('%s: %i calls in %i s', (_, max, windowSeconds, count) => {
  const limiter = createRateLimiter(limits)
  const one = '192.0.2.1'
  for (let call = 0; call < max; call++)
    expect(secondsStopped(() => count(limiter, one))).toBeNull()
  const seconds = secondsStopped(() => count(limiter, one))!
  expect(seconds).toBeGreaterThan(windowSeconds / 2)
  expect(seconds).toBeLessThanOrEqual(windowSeconds)
  expect(secondsStopped(() => count(limiter, '192.0.2.2'))).toBeNull()
})

test('what a merchant asks for on the test network takes nothing from the main network', () => {
  const limiter = createRateLimiter(limits)
  for (let call = 0; call < 3; call++) secondsStopped(() => limiter.countMerchant(owner('m'), {}))
  const onMain = { merchantId: 'm', network: 'MainNet' } as const
  expect(secondsStopped(() => limiter.countMerchant(onMain, {}))).toBeNull()
})

test('an address that failed too often is stopped before its next try, and no other is', () => {
  const limiter = createRateLimiter(limits)
  const [one, other] = [from('192.0.2.1'), from('192.0.2.2')]
  for (let call = 0; call <= limits.publicPerSecond; call++)
    secondsStopped(() => limiter.countFailure(one))
  expect(secondsStopped(() => limiter.requireFewFailures(one))).toBe(1)
  expect(secondsStopped(() => limiter.requireFewFailures(other))).toBeNull()
})

test('a draft that came to nothing is taken back', () => {
  const limiter = createRateLimiter(limits)
  const takeBack = limiter.countDraft(customer('c'), {})
  takeBack()
  for (let call = 0; call < draftsPerMinuteMax; call++)
    expect(secondsStopped(() => limiter.countDraft(customer('c'), {}))).toBeNull()
})
