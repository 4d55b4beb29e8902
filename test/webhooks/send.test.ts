import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { connectTimeoutMs } from '../../src/webhooks/connect.ts'
import { Connections } from '../../src/webhooks/connections.ts'
import type { TargetRules } from '../../src/webhooks/resolve.ts'
import {
  answerTimeoutMs,
  restTimeoutMs,
  sendWebhook,
  type WebhookCall,
} from '../../src/webhooks/send.ts'
import { moveTime } from '../../src/shared/time.ts'
import { startNameServer } from './name-server.ts'
import * as receivers from './receiver.ts'
import { type Behaviour, Receiver } from './receiver.ts'
import { certificate, privateKey } from './self-signed.ts'

const anywhere = { allowPrivateTargets: true }
const body = '{"eventId":"1","text":"Grüße"}'
const call = (url: string) => ({ url, headers: { 'x-sp-key': 'test_1' }, body })

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Sends as the first call of a process does. */
async function send(one: WebhookCall, rules: TargetRules) {
  const connections = new Connections(rules)
  cleanups.push(() => void connections.close())
  return sendWebhook(one, connections)
}

async function startReceiver(behaviour: Behaviour): Promise<Receiver> {
  const receiver = await Receiver.start(behaviour)
  cleanups.push(() => receiver.stop())
  return receiver
}

describe('a webhook receiver that answers', () => {
  test('gets the body byte for byte, at its whole address (S6-2)', async () => {
    const receiver = await startReceiver(receivers.healthy)
    const attempt = await send(call(receiver.url), anywhere)

    expect(attempt).toEqual({ httpStatus: 200, error: null, durationMs: expect.any(Number) })
    const [received] = receiver.calls
    expect(received?.method).toBe('POST')
    expect(received?.body).toBe(body)
    expect(received?.headers).toMatchObject({
      host: new URL(receiver.url).host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-sp-key': 'test_1',
    })
  })

  test('gets the credentials that its address carries', async () => {
    const receiver = await startReceiver(receivers.healthy)
    await send(call(receiver.url.replace('http://', 'http://shop:p%40ss@')), anywhere)

    const expected = `Basic ${Buffer.from('shop:p@ss').toString('base64')}`
    expect(receiver.calls[0]?.headers.authorization).toBe(expected)
  })

  test('has failed when it answers 500, and its text is stored in one printable line', async () => {
    const receiver = await startReceiver(receivers.broken)
    expect(await send(call(receiver.url), anywhere)).toMatchObject({
      httpStatus: 500,
      error: 'answered 500: out of order',
    })
  })

  test('is not followed to another address when it redirects', async () => {
    const receiver = await startReceiver(receivers.redirecting)
    expect(await send(call(receiver.url), anywhere)).toMatchObject({
      httpStatus: 302,
      error: 'answered 302; redirects are not followed',
    })
  })

  test('has succeeded with 1 MiB of answer, of which only the beginning is read', async () => {
    const receiver = await startReceiver(receivers.verbose)
    expect(await send(call(receiver.url), anywhere)).toMatchObject({
      httpStatus: 200,
      error: null,
    })
    await receiver.disconnected()
  })
})

describe('a webhook receiver that gives no answer', () => {
  test('is reported when it resets the connection', async () => {
    const receiver = await startReceiver(receivers.resetting)
    expect(await send(call(receiver.url), anywhere)).toMatchObject({
      httpStatus: null,
      error: 'the connection was reset',
    })
  })

  test('is reported when nothing listens', async () => {
    const receiver = await Receiver.start()
    const { url } = receiver
    await receiver.stop()
    expect((await send(call(url), anywhere)).error).toBe('nothing listens at this address')
  })

  test.each([
    ['not an address', 'Invalid URL'],
    ['ftp://127.0.0.1/', 'webhooks go to http and https addresses, not to ftp:'],
    ['http://nowhere.invalid/', 'nowhere.invalid cannot be resolved: there is no such name'],
  ])('is reported when its address is no good: %s', async (url, error) => {
    const silent = await startNameServer([])
    cleanups.push(() => silent.stop())
    const rules = { ...anywhere, dnsServers: [silent.address] }
    expect(await send(call(url), rules)).toMatchObject({ httpStatus: null, error })
  })
})

describe('a webhook receiver that delays its answer', () => {
  const slow: [what: string, behaviour: Behaviour, httpStatus: number | null][] = [
    ['hangs', receivers.hanging, null],
    ['drips the head of its answer', receivers.drippingHead, null],
    ['drips the body of its answer', receivers.drippingBody, 200],
  ]
  test.for(slow)('is left after 15 s when it %s', async ([, behaviour, httpStatus]) => {
    const receiver = await startReceiver(behaviour)
    const calling = send(call(receiver.url), anywhere)
    await receiver.received(1)
    if (!httpStatus) moveTime(answerTimeoutMs)
    const attempt = await calling

    expect(attempt.durationMs).toBeLessThan(answerTimeoutMs + 2_000)
    expect(attempt.httpStatus).toBe(httpStatus)
    expect(attempt.error).toBe(httpStatus ? null : 'no answer within 15 s')
    moveTime(restTimeoutMs)
    await receiver.disconnected()
  })

  test('is left after 3 s when it does not finish the TLS handshake', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => undefined))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const calling = send(call(`https://localhost:${port}/`), anywhere)
    await once(server, 'connection')
    moveTime(connectTimeoutMs)
    const attempt = await calling

    expect(attempt).toMatchObject({ httpStatus: null, error: 'no connection within 3 s' })
    expect(attempt.durationMs).toBeLessThan(connectTimeoutMs + 2_000)
    server.close()
  })
})

describe("a webhook target inside the operator's own network", () => {
  const inside = { allowPrivateTargets: false }
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    '10.0.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::a9fe:a9fe]',
  ]
  test.each(hosts.flatMap((host) => [`http://${host}`, `https://${host}`]))(
    'is refused before anything is sent: %s',
    async (origin) => {
      const receiver = await startReceiver(receivers.healthy)
      const { port } = new URL(receiver.url)
      const attempt = await send(call(`${origin}:${port}/`), inside)

      expect(attempt.httpStatus).toBeNull()
      expect(attempt.error).toMatch(/which is not a public address$/)
      expect(receiver.calls).toEqual([])
    },
  )

  test.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']]])(
    'is refused when a name of the Internet resolves to %j',
    async (addresses) => {
      const names = await startNameServer(addresses)
      cleanups.push(() => names.stop())
      const rules = { ...inside, dnsServers: [names.address] }
      const attempt = await send(call('http://hooks.example.com/'), rules)

      expect(attempt.error).toBe(
        `hooks.example.com is ${addresses.at(-1)}, which is not a public address`,
      )
    },
  )

  test('is reached where the operator allows it, under its own name', async () => {
    const receiver = await startReceiver(receivers.healthy)
    const names = await startNameServer(['127.0.0.1'])
    cleanups.push(() => names.stop())
    const url = receiver.url.replace('127.0.0.1', 'hooks.example.com')
    await send(call(url), { ...anywhere, dnsServers: [names.address] })

    expect(receiver.calls[0]?.headers.host).toBe(new URL(url).host)
    expect(names.questions.length).toBeGreaterThan(0)
  })
})

test('name servers that do not answer delay no webhook to other hosts', async () => {
  const receiver = await startReceiver(receivers.healthy)
  const silent = await startNameServer(null)
  cleanups.push(() => silent.stop())
  const rules = { ...anywhere, dnsServers: [silent.address] }
  const lost = Array.from({ length: 20 }, (_, index) =>
    send(call(`http://hooks${index}.example.com/`), rules),
  )
  const url = receiver.url.replace('127.0.0.1', 'localhost')
  const first = await Promise.race([send(call(url), rules), ...lost])

  expect(first).toMatchObject({ httpStatus: 200 })
  moveTime(connectTimeoutMs)
  for (const { error, durationMs } of await Promise.all(lost)) {
    expect(error).toMatch(/do not answer$|^no connection within 3 s$/)
    expect(durationMs).toBeLessThan(connectTimeoutMs + 2_000)
  }
})

describe('webhooks over TLS', () => {
  const trusted = getCACertificates('default')
  afterAll(() => setDefaultCACertificates(trusted))

  async function startTlsServer(): Promise<number> {
    const server = createTlsServer({ cert: certificate, key: privateKey }, (_request, response) =>
      response.end('ok'),
    )
    server.on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanups.push(() => server.close())
    return (server.address() as AddressInfo).port
  }

  test('a certificate of no trusted authority is refused, whatever the environment says', async () => {
    const port = await startTlsServer()
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    cleanups.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
    const attempt = await send(call(`https://localhost:${port}/`), anywhere)

    expect(attempt).toMatchObject({ httpStatus: null, error: 'the certificate is self-signed' })
  })

  test('a port without TLS is explained in words', async () => {
    const receiver = await startReceiver(receivers.healthy)
    const attempt = await send(call(receiver.url.replace('http:', 'https:')), anywhere)

    expect(attempt).toMatchObject({
      httpStatus: null,
      error: expect.stringContaining('this port does not speak https'),
    })
  })

  test('a trusted certificate is accepted, for its own name only', async () => {
    setDefaultCACertificates([...trusted, certificate])
    const port = await startTlsServer()

    expect(await send(call(`https://localhost:${port}/`), anywhere)).toMatchObject({
      httpStatus: 200,
    })
    const elsewhere = await send(call(`https://127.0.0.1:${port}/`), anywhere)
    expect(elsewhere.httpStatus).toBeNull()
    expect(elsewhere.error).toMatch(/does not match certificate/)
  })
})
