/** Every counter lets through as many calls as it says, stops the next one, and hits nobody else. */
import { describe, expect, test } from 'vitest'
import { ListenerPlaces } from '../../src/http/live/listener-places.ts'
import { wideNetworkFactor } from '../../src/http/requests/client-address.ts'
import {
  changesPerMinuteMax,
  createRateLimiter,
  draftsPerMinuteMax,
  type RateLimiter,
} from '../../src/http/routing/rate-limits.ts'
import { WindowCounter } from '../../src/http/routing/window-counter.ts'

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

describe('an owner of a wide IPv6 network', () => {
  const inOneNetwork = (n: number) => `2001:db8:1:${n.toString(16)}::1`
  const inManyNetworks = (n: number) => `2001:db8:${n.toString(16)}::1`
  const countLet = (count: Count, address: (n: number) => string): number => {
    const limiter = createRateLimiter(limits)
    const stops = Array.from({ length: 1_000 }, (_, n) =>
      secondsStopped(() => count(limiter, address(n))),
    )
    return stops.filter((stop) => stop === null).length
  }

  test.each(counters.filter(([name]) => /unknown|fails|files|logins/.test(name)))(
    '%s: has ten times what one address has, and not each of its 65,536 networks its own',
    (_, max, _seconds, count) => {
      expect(countLet(count, inOneNetwork)).toBe(wideNetworkFactor * max)
      expect(countLet(count, inManyNetworks)).toBe(1_000)
    },
  )

  test('finds as many places for live pages, and leaves those of others', () => {
    const listeners = { perPaymentMax: 1e6, perAddressMax: 2, perProcessMax: 1e6, readAnywayMs: 1 }
    const places = new ListenerPlaces(listeners, 'GET /payment')
    for (let n = 0; n < 2 * wideNetworkFactor; n++) places.take('a', inOneNetwork(n))
    expect(() => places.take('a', inOneNetwork(100))).toThrow(/Too many listen/)
    places.take('a', inManyNetworks(2))
  })
})

test('a window that is open is given up for nobody, however many names come', () => {
  const counter = new WindowCounter(60_000)
  for (let call = 0; call < 7; call++) counter.count('mine')
  for (let name = 0; name < 60_000; name++) counter.count(`network ${name}`)
  expect(counter.look('mine').count).toBe(7)
  expect(counter.count('mine').count).toBe(8)
})

test('names beyond those that there is space for share windows, and are stopped too', () => {
  const counter = new WindowCounter(60_000)
  for (let name = 0; name < 50_000; name++) counter.count(`network ${name}`)
  const counts = Array.from({ length: 20 }, () => counter.count('late').count)
  expect(counts).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(counter.look('late').count).toBe(20)
})
