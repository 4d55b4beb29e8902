/** The page's client of the session API, against a server that answers as the test says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ServiceAway, SessionClient, type SessionProblem } from '../../web/session/client.ts'
import { parseEvents } from '../../web/browser/event-parser.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

let server: Server | undefined
afterEach(() => void server?.close())

async function startClient(...answers: Respond[]) {
  const asked: { method: string; url: string; key: string | undefined; token: string }[] = []
  const closed: SessionProblem[] = []
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const key = headers['idempotency-key'] as string | undefined
    asked.push({ method, url, key, token: headers.authorization ?? '' })
    answers[Math.min(asked.length, answers.length) - 1]!(request, response)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}/session`
  const client = new SessionClient('token', base, (problem) => closed.push(problem))
  return { client, asked, closed }
}

const answer =
  (status: number, body: object = {}, headers: Record<string, string> = {}): Respond =>
  (_, response) =>
    void response
      .writeHead(status, { ...headers, 'content-type': 'application/json' })
      .end(JSON.stringify(body))
const hangUp: Respond = (request) => void request.socket.destroy()

describe('a call of the session API', () => {
  test('carries the token, and brings the answer', async () => {
    const { client, asked } = await startClient(answer(200, { customerId: 'anna' }))
    expect(await client.read('')).toEqual({ customerId: 'anna' })
    expect(asked).toEqual([
      { method: 'GET', url: '/session', key: undefined, token: 'Bearer token' },
    ])
  })

  test('that changes something is repeated with the same key, so that it is done once', async () => {
    const { client, asked } = await startClient(hangUp, answer(503), answer(200, { done: true }))
    expect(await client.send('/subscriptions', { planId: '1' })).toEqual({ done: true })
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect(asked[0]!.key).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is given up after four tries, and says that the service is away', async () => {
    const { client, asked } = await startClient(answer(503, {}, { 'retry-after': '0' }))
    await expect(client.read('')).rejects.toThrow(ServiceAway)
    expect(asked).toHaveLength(4)
  })

  test('that is refused is not repeated', async () => {
    const { client, asked, closed } = await startClient(
      answer(409, { code: 'NotPossibleNow', message: 'It is over.' }),
    )
    await expect(client.send('/x')).rejects.toMatchObject({ status: 409, message: 'It is over.' })
    expect(asked).toHaveLength(1)
    expect(closed).toEqual([])
  })

  test('that came too often is repeated after a moment, and told where it would take longer', async () => {
    const tooOften = (seconds: string) =>
      answer(429, { code: 'TooManyRequests', message: 'Tomorrow.' }, { 'retry-after': seconds })
    const soon = await startClient(tooOften('1'), answer(200, { done: true }))
    expect(await soon.client.send('/x')).toEqual({ done: true })
    server?.close()
    const { client, asked } = await startClient(tooOften('86400'))
    await expect(client.send('/x')).rejects.toMatchObject({
      code: 'TooManyRequests',
      retryAfterSeconds: 86_400,
    })
    expect(asked).toHaveLength(1)
  })

  test('with a token that has ended tells the page so', async () => {
    const { client, closed } = await startClient(answer(401, { code: 'SessionExpired' }))
    await expect(client.read('')).rejects.toMatchObject({ code: 'SessionExpired' })
    expect(closed).toMatchObject([{ code: 'SessionExpired' }])
  })
})

describe('the stream of changes', () => {
  test.each([1, 2, 7, 1000])('is understood in pieces of %i letters', (length) => {
    const text = 'retry: 2000\n\n:\n\nevent: subscription\ndata: {"a":"b: c"}\n\ndata: 1\n\ndata: 2'
    const told: unknown[] = []
    const take = parseEvents((name, data) => told.push([name, data]))
    for (let at = 0; at < text.length; at += length) take(text.slice(at, at + length))
    expect(told).toEqual([
      ['subscription', { a: 'b: c' }],
      ['message', 1],
    ])
  })
})
