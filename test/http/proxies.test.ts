/** A request counts under its true address, behind proxies and with forged headers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../dashboard/world.ts'
import { createServer } from '../../src/http/server.ts'
import { toCountedAddress } from '../../src/http/requests/client-address.ts'
import { readSettings } from '../../src/shared/settings.ts'
import type { TrustedProxies } from '../../src/shared/trust-proxy.ts'
import { startWorld, type World } from './world.ts'

const publicPerSecond = 5
const trustProxyOf = (text: string) => readSettings({ TRUST_PROXY: text }).trustProxy

describe('TRUST_PROXY', () => {
  test.each<[string, TrustedProxies]>([
    ['', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['2001::/16,fc00::/7', ['2001::/16', 'fc00::/7']],
    ['203.0.113.7', ['203.0.113.7']],
    ['loopback', ['loopback']],
  ])("'%s' is taken", (text, trusted) => {
    expect(trustProxyOf(text)).toEqual(trusted)
  })

  test.each([
    'true',
    'yes',
    '-1',
    '11',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1,128.0.0.0/1',
    '10.0.0.0/7',
    '::/1,8000::/1',
    '2000::/15',
    'fc::/7',
    '10.0.0.0/8/8',
    'a.b.c.d',
  ])("'%s' is refused, and it is said what to write", (text) => {
    expect(() => trustProxyOf(text)).toThrow(
      /TRUST_PROXY: .*write how many proxies stand in front, such as 1, or their addresses/,
    )
  })
})

describe('an address counts', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::1', '2001:db8:1:2::'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::'],
    ['2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1:2:3:4:5:6', '0:0:1:2::'],
    ['0:0:1::', '0:0:1::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['::ffff:0:c000:201', '::'],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5555', '192.0.2.1'],
    ['unknown', 'unknown'],
  ])('%s as %s', (ip, counted) => {
    expect(toCountedAddress({ ip })).toBe(counted)
  })
})

describe('limits by address', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  /** Counts how many of 14 requests are let through, the n-th with this header, over this connection. */
  async function letThrough(
    trustProxy: TrustedProxies,
    forwardedFor: (n: number) => string,
    remoteAddress = '10.0.0.2',
  ): Promise<number> {
    const rateLimits = { ...world.settings.rateLimits, publicPerSecond }
    const server = await createServer({
      ...world,
      settings: { ...world.settings, trustProxy, rateLimits },
    })
    try {
      const answers = await Promise.all(
        Array.from({ length: 14 }, (_, n) =>
          server.inject({
            url: `/integration/subscriptions/${addressOf('12')}/status`,
            headers: { 'x-forwarded-for': forwardedFor(n) },
            remoteAddress,
          }),
        ),
      )
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toContain(404)
      return answers.filter(({ statusCode }) => statusCode !== 429).length
    } finally {
      await server.close()
    }
  }

  test('are not escaped by writing addresses in front of what the proxy appends', async () => {
    expect(await letThrough(1, (n) => `9.9.9.${n}, 203.0.113.7`)).toBe(publicPerSecond)
    expect(await letThrough(2, (n) => `9.9.9.${n}, 203.0.113.7, 198.51.100.1`)).toBe(
      publicPerSecond,
    )
    expect(await letThrough(['10.0.0.0/8'], (n) => `9.9.9.${n}, 203.0.113.7`)).toBe(publicPerSecond)
    expect(await letThrough(['10.0.0.0/8'], (n) => `9.9.9.${n}, 203.0.113.7, 10.1.1.1`)).toBe(
      publicPerSecond,
    )
  })

  test('are not escaped by whoever goes around the proxy', async () => {
    expect(await letThrough(1, (n) => `9.9.9.${n}`, '203.0.113.9')).toBe(publicPerSecond)
    expect(await letThrough(['10.0.0.0/8'], (n) => `9.9.9.${n}`, '203.0.113.9')).toBe(
      publicPerSecond,
    )
    expect(await letThrough(false, (n) => `9.9.9.${n}`)).toBe(publicPerSecond)
  })

  test('are not escaped by the many addresses of one IPv6 network', async () => {
    expect(await letThrough(1, (n) => `2001:db8:0:1::${n}`)).toBe(publicPerSecond)
    expect(await letThrough(1, (n) => `2001:db8:0:${n}::1`)).toBe(14)
  })

  test('hit nobody else behind the same proxy', async () => {
    expect(await letThrough(1, (n) => `203.0.113.${n}`)).toBe(14)
    expect(await letThrough(['10.0.0.0/8'], (n) => `203.0.113.${n}, 10.1.1.1`)).toBe(14)
  })
})
