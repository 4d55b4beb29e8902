import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CommandNotAllowedError,
  ConnectionError,
  createMandate,
  type MandateOptions,
  ProblemError,
  ServiceUnavailableError,
} from '../../packages/node/src/index.ts'
import { problem, startStandIn } from './stand-in.ts'

let service: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  service = await startStandIn()
})
afterAll(() => service.stop())

const key = { apiKey: 'test_shop', apiSecret: 'a secret with ü' }
const client = (options: Partial<MandateOptions> = {}) =>
  createMandate({ baseUrl: service.url, ...key, ...options })

const away = {
  ...problem(503, 'ServiceUnavailable'),
  headers: { 'retry-after': '0' },
}
const paid = { body: '{"payment":{"id":"p-1"}}' }
const newPayment = { amount: { value: '10', currency: 'tUSDC' }, expiresAt: new Date(0) }

test('a call that fails for a passing reason is repeated under the same Idempotency-Key, until it succeeds', async () => {
  const received = service.answerWith(away, { status: 502, body: '<html>bad gateway</html>' }, paid)
  expect(await client().payments.create(newPayment)).toEqual({ id: 'p-1' })
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(received[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.parse(received[2]!.body)).toMatchObject({ expiresAt: '1970-01-01T00:00:00.000Z' })

  const others = service.answerWith(paid)
  await client().payments.create(newPayment)
  await client().payments.create(newPayment, { idempotencyKey: 'order-4711' })
  const keys = others.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([
    expect.not.stringMatching(received[0]!.headers['idempotency-key'] as string),
    'order-4711',
  ])
})

test('a call is tried four times and no more, and a refusal once', async () => {
  const received = service.answerWith(away)
  const failure = await client()
    .payments.get('p-1')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ServiceUnavailableError)
  expect(failure).toMatchObject({ code: 'ServiceUnavailable', status: 503, retryAfterSeconds: 0 })
  expect(received).toHaveLength(4)

  const moved = service.answerWith(away)
  await expect(client().testClock.advance({ seconds: 60 })).rejects.toThrow('ServiceUnavailable')
  expect(moved, 'a clock that is moved again moves twice').toHaveLength(1)

  const refused = service.answerWith(
    problem(409, 'CommandNotAllowed', { state: 'Paid', allowed: ['sweep'] }),
  )
  const refusal = await client()
    .payments.cancel('p-1')
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(CommandNotAllowedError)
  expect(refusal).toMatchObject({
    state: 'Paid',
    allowed: ['sweep'],
    name: 'CommandNotAllowedError',
  })
  expect((refusal as Error).message).toBe('CommandNotAllowed (409): what CommandNotAllowed says')
  expect(refused).toHaveLength(1)
})

test('the time that Retry-After names is waited for, and one that is too long is not', async () => {
  const received = service.answerWith(
    { ...problem(429, 'TooManyRequests'), headers: { 'retry-after': '1' } },
    paid,
  )
  const startedAt = performance.now()
  await client().payments.get('p-1')
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  expect(received).toHaveLength(2)

  const long = service.answerWith({
    ...problem(503, 'ServiceUnavailable'),
    headers: { 'retry-after': '3600' },
  })
  await expect(client().payments.get('p-1')).rejects.toMatchObject({ retryAfterSeconds: 3600 })
  expect(long).toHaveLength(1)
})

test('what has no answer, or none of the service, is an error of its own that names the call', async () => {
  service.answerWith({ hangs: true })
  const late = client({ timeoutMs: 50, attemptsMax: 2 }).payments.get('p-1')
  const error = await late.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ attempts: 2 })
  expect((error as Error).message).toMatch(
    /^GET http.*\/integration\/payments\/p-1 has no answer: nothing came within 50 ms/,
  )

  service.answerWith({ body: '<html>log in to the hotel’s network</html>' })
  await expect(client({ attemptsMax: 1 }).plans.list().firstPage()).rejects.toThrow(
    /answered 200 with what is no answer of the API.*hotel/,
  )
  for (const body of ['{}', 'null', '[]', '"hello"']) {
    service.answerWith({ body })
    const { payments } = client({ attemptsMax: 1 })
    for (const call of [() => payments.create(newPayment), () => payments.list().toArray()])
      await expect(call()).rejects.toThrow('so this is not the service')
  }
  service.answerWith({ status: 301, headers: { location: 'https://pay.example/' } })
  await expect(client().payments.get('p-1')).rejects.toThrow(
    'was sent on to https://pay.example/, and is not followed',
  )
  service.answerWith({ body: ' '.repeat(65 * 1_048_576) })
  await expect(client({ attemptsMax: 1 }).payments.get('p-1')).rejects.toThrow(
    'it is longer than 67108864 bytes',
  )
  service.answerWith(problem(418, 'NewerThanThis'))
  const unknown = await client()
    .payments.get('p-1')
    .catch((failure: unknown) => failure)
  expect(unknown).toBeInstanceOf(ProblemError)
  expect(unknown).toMatchObject({ code: 'NewerThanThis', status: 418 })
  const stopped = await startStandIn()
  await stopped.stop()
  const nobody = client({ baseUrl: stopped.url, attemptsMax: 1 })
  await expect(nobody.testClock.read()).rejects.toThrow(/ECONNREFUSED/)
})

test('a call that is aborted ends at once with the signal’s reason, in an attempt and between two', async () => {
  for (const answer of [{ hangs: true } as const, { ...away, headers: { 'retry-after': '20' } }]) {
    const received = service.answerWith(answer)
    const stop = new AbortController()
    const call = client().payments.get('p-1', { signal: stop.signal })
    const ended = call.catch((error: unknown) => String(error))
    await service.hasReceived(1)
    stop.abort(new Error('enough'))
    expect(await ended).toBe('Error: enough')
    expect(received).toHaveLength(1)
  }
})

test('a repeated call is signed anew, and calls that need no credentials carry none', async () => {
  const received = service.answerWith(away, paid)
  await client({ authentication: 'signature' }).payments.get('p-1')
  const signatures = received.map(({ headers }) => headers['x-api-sig'])
  expect(new Set(signatures).size).toBe(2)
  expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])

  const open = service.answerWith({ body: '{}' })
  await client().subscriptions.hintUpdateState({ blockchain: 'LocalTestNet' })
  expect(Object.keys(open[0]!.headers)).not.toContain('authorization')
  expect(Object.keys(open[0]!.headers)).not.toContain('idempotency-key')
})

test('what cannot work is refused before anything is sent, with what to write instead', async () => {
  const received = service.answerWith(paid)
  expect(() => client({ baseUrl: 'pay.example' })).toThrow(
    "baseUrl is 'pay.example'; give an address",
  )
  expect(() => client({ baseUrl: 'localhost:8080' })).toThrow("baseUrl is 'localhost:8080'")
  expect(() => client({ apiSecret: '' })).toThrow('apiSecret is missing')
  // @ts-expect-error Not the default: whoever misspells it does not want the secret to travel.
  expect(() => client({ authentication: 'hmac' })).toThrow("authentication is 'hmac'; give basic")
  for (const dots of ['.', '..'])
    await expect(client().customers.get(dots)).rejects.toThrow('not as dots alone')
  // @ts-expect-error A missing argument is told by the compiler, too.
  await expect(client().payments.get()).rejects.toThrow('id is missing; give it as a text')
  expect(received).toHaveLength(0)
})

test('a walk that follows the log waits outages out and says so, and ends where it is refused', async () => {
  const events = [1, 2].map((logNumber) => ({ logNumber, eventId: `e-${logNumber}` }))
  const page = { after: 0, limit: 100, next: 2 }
  service.answerWith(away, away, { body: JSON.stringify({ events, page }) })
  const troubles: string[] = []
  const onTrouble = ({ message }: Error) => troubles.push(message)
  const walk = client({ attemptsMax: 1 }).events.log({ follow: true, pollMs: 5, onTrouble })
  const seen: number[] = []
  for await (const { logNumber } of walk) {
    seen.push(logNumber)
    if (logNumber === 2) break
  }
  expect({ seen, position: walk.position }).toEqual({ seen: [1, 2], position: 2 })
  expect(troubles).toEqual(Array(2).fill('ServiceUnavailable (503): what ServiceUnavailable says'))

  service.answerWith(problem(403, 'Forbidden'))
  const refused = client().events.log({ follow: true, pollMs: 5, onTrouble })
  await expect(refused[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'Forbidden' })
})
