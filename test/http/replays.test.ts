/** Requests that somebody else makes of a merchant's credentials: replayed, or sent by a browser. */
import { execFileSync } from 'node:child_process'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseForgery } from '../../src/http/requests/forgery.ts'
import { settle } from '../support/settle.ts'
import { basic, send, sendRaw, signed } from './client.ts'
import { type Merchant, newPayment, newReadyMerchant, startWorld, type World } from './world.ts'

const target = '/integration/payments'
let world: World
let merchant: Merchant
beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

/** A signed request as it was captured; sent with whatever its signature does not cover. */
function capture() {
  const body = JSON.stringify(newPayment({ metadata: { order: Math.random() } }))
  const headers = {
    ...signed(merchant, { method: 'POST', target, body }),
    'content-type': 'application/json',
  }
  return (more: Record<string, string> = {}) =>
    send(`${world.url}${target}`, 'POST', { headers: { ...headers, ...more }, body })
}

const grow = async (use: () => Promise<unknown>) => {
  const count = async () =>
    Number((await world.database.pool.query('select count(*) from payment')).rows[0].count)
  const before = await count()
  await use()
  return (await count()) - before
}

const passSeconds = () =>
  world.database.pool.query("update used_signature set used_at = used_at - interval '5 s'")
/** As if the first request had come from there. */
const comeFromElsewhere = () =>
  world.database.pool.query("update used_signature set address = '192.0.2.7'")
const key = (word: string) => ({ 'idempotency-key': `${word} of ${Math.random()}` })
const isRefused = {
  status: 409,
  body: { code: 'SignatureUsed', message: expect.stringContaining('Sign every request anew') },
}

describe('honest signed requests of one second that are alike in every byte', () => {
  test('count each, under keys of their own', async () => {
    const same = capture()
    const made = await grow(async () => {
      const answers = await Promise.all(['1', '2', '3'].map((word) => same(key(word))))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    })
    expect(made).toBe(3)
  })

  test('count each without keys', async () => {
    const same = capture()
    const made = await grow(async () => {
      const answers = await Promise.all([same(), same(), same()])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    })
    expect(made).toBe(3)
  })

  test('cancel what is cancelled, and are not told that the secret is wrong', async () => {
    const { body } = await merchant.post('/integration/payments', newPayment())
    const path = `/integration/payments/${body.payment.id}/cancel`
    const headers = signed(merchant, { method: 'POST', target: path })
    const statuses: number[] = []
    for (let call = 0; call < 3; call++)
      statuses.push((await send(`${world.url}${path}`, 'POST', { headers })).status)
    expect(statuses[0]).toBe(200)
    expect(statuses).not.toContain(403)
  })
})

describe('a captured signed request', () => {
  test('makes nothing under a key of its own, and leaves that key free', async () => {
    const same = capture()
    await same(key('first'))
    await comeFromElsewhere()
    const other = key('captured')
    const made = await grow(async () => {
      expect(await same(other)).toMatchObject(isRefused)
      await settle(world)
    })
    expect(made).toBe(0)
    const { status } = await merchant.post(target, newPayment(), other)
    expect(status).toBe(201)
  })

  test('is answered as a repeat under its key, at any time and from anywhere, and makes nothing', async () => {
    const replay = capture()
    const mine = key('mine')
    expect((await replay(mine)).status).toBe(201)
    await passSeconds()
    await comeFromElsewhere()
    const made = await grow(async () => {
      for (let call = 0; call < 12; call++) {
        const { status, headers } = await replay(mine)
        expect([status, headers.get('idempotent-replayed')]).toEqual([201, 'true'])
      }
    })
    expect(made).toBe(0)
  })

  test.each([
    ['a while later', passSeconds],
    ['from another address', comeFromElsewhere],
  ])('makes nothing more %s, under another Idempotency-Key or none', async (_, change) => {
    const [withKey, without] = [capture(), capture()]
    await withKey(key('mine'))
    await without()
    await change()
    const made = await grow(async () => {
      for (const replay of [withKey, without])
        for (const more of [key('another'), {}]) {
          const answer = await replay(more)
          expect(answer).toMatchObject(isRefused)
          expect(answer.headers.get('retry-after')).toBe('1')
        }
    })
    expect(made).toBe(0)
  })

  test.each([
    ['under other keys', (n: number) => key(String(n))],
    ['without a key', () => ({})],
  ])('makes ten at most %s, however many are sent at once', async (_, more) => {
    const replay = capture()
    const made = await grow(async () => {
      const answers = await Promise.all(Array.from({ length: 15 }, (_one, n) => replay(more(n))))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
      expect(await replay()).toMatchObject(isRefused)
    })
    expect(made).toBe(10)
  })
})

describe('a browser that knows Basic credentials', () => {
  const post = (origin: string) =>
    send(`${world.url}${target}`, 'POST', {
      headers: { ...basic(merchant), 'content-type': 'application/json', origin },
      body: JSON.stringify(newPayment()),
    })

  test.each(['https://evil.example', 'null', 'https://pay.example.evil.example'])(
    'changes nothing for a page of %s',
    async (origin) => {
      expect(await grow(async () => expect((await post(origin)).status).toBe(403))).toBe(0)
    },
  )

  test('changes nothing where a name was made to lead here', async () => {
    const rebound = await sendRaw(
      world.url,
      [
        `POST ${target} HTTP/1.1`,
        'host: evil.example',
        'origin: http://evil.example',
        'connection: close',
        `authorization: ${basic(merchant)['authorization']}`,
        'content-length: 0',
        '\r\n',
      ].join('\r\n'),
    )
    expect(rebound).toMatch(/^HTTP\/1.1 403 /)
  })

  test.each([
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['http://localhost:3000', 'localhost:3000', true],
    ['http://192.168.1.5:3000', '192.168.1.5:3000', true],
    ['http://[::1]:3000', '[::1]:3000', true],
    ['http://evil.example:3000', 'evil.example:3000', false],
    ['http://127.0.0.1:4000', '127.0.0.1:3000', false],
  ])(
    'is let in by a service without a name from %s, Host %s: %s',
    async (origin, host, isTaken) => {
      const refuse = refuseForgery('http://127.0.0.1:3000')
      const asked = refuse({ method: 'POST', headers: { origin, host } } as FastifyRequest)
      const wasTaken = await asked.then(
        () => true,
        () => false,
      )
      expect(wasTaken).toBe(isTaken)
    },
  )

  test('does what a page of the service itself asks for', async () => {
    expect((await post('https://pay.example')).status).toBe(201)
  })
})

test('an API key shows when it was used last, to the minute', async () => {
  const { pool } = world.database
  const read = async () =>
    (await pool.query('select last_used_at as at from api_key where name = $1', [merchant.name]))
      .rows[0].at as string | null
  await merchant.get('/integration/subscription-plans')
  await settle(world)
  const first = await read()
  expect(first).not.toBeNull()
  await merchant.get('/integration/subscription-plans')
  await settle(world)
  expect(await read()).toBe(first)
})

test('the log leaves credentials out and names a token by its address (P19)', () => {
  const names =
    'authorization cookie secret password sessionToken customerToken privateKey apiSecret x-api-sig'.split(
      ' ',
    )
  const secrets = Object.fromEntries(names.map((name) => [name, `hunter2 of ${name}`]))
  const lines = { token: '0xc0ffee', ...secrets, a: secrets, req: { headers: secrets } }
  const line = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createLog } from './src/shared/log.ts'
       createLog('info').info(${JSON.stringify(lines)})`,
    ],
    { encoding: 'utf8' },
  )
  expect(line).toContain('0xc0ffee')
  expect(line.match(/hunter2 of [\w-]+/g)).toBeNull()
})

test('a request that came to nothing may be sent again as it was', async () => {
  await world.worker.stop()
  const again = capture()
  expect((await again()).status).toBe(503)
  await passSeconds()
  expect((await again()).status).toBe(503)
})
