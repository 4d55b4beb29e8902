/** The server that says how a process is, asked as a supervisor asks it. */
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonAnswer, type ProbeServer, startProbeServer } from '../../src/operating/probe-server.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { send, sendRaw } from '../http/client.ts'

let logged: string
let probes: ProbeServer

beforeEach(async () => {
  logged = ''
  const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) })
  probes = await startProbeServer({ host: '127.0.0.1', port: 0 }, log)
})
afterEach(() => probes.stop())

const ask = (path: string, method = 'GET') => send(`${probes.url}${path}`, method)

test('a process that starts is alive and not ready, and is ready when it says so', async () => {
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const starting = await ask('/ready')
  expect(starting).toMatchObject({
    status: 503,
    body: { code: 'ServiceUnavailable', missing: ['start'] },
  })
  expect(starting.headers.get('retry-after')).toBe('2')
  probes.answer('/ready', async () => jsonAnswer(200, { status: 'ok' }))
  expect(await ask('/ready')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('a path that another part answers is found, also with a query, and by HEAD without its text', async () => {
  probes.answer('/metrics', async () => ({ status: 200, contentType: 'text/plain', body: 'up 1' }))
  expect(await ask('/metrics?name=up')).toMatchObject({ status: 200, body: 'up 1' })
  expect(await ask('/metrics', 'HEAD')).toMatchObject({ status: 200, body: '' })
})

test('what is unknown, another method, and what is no HTTP are refused in words', async () => {
  const unknown = await ask('/')
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NotFound' } })
  expect(unknown.body.message).toContain('/health, /ready')
  const posted = await ask('/ready', 'POST')
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await sendRaw(probes.url!, 'nonsense\r\n\r\n')).toContain('400 Bad Request')
})

test('a part that throws is answered for with 500 and logged, and its words are not shown', async () => {
  probes.answer('/metrics', async () => {
    throw new Error('a secret')
  })
  const answer = await ask('/metrics')
  expect(answer).toMatchObject({ status: 500, body: { code: 'InternalError' } })
  expect(JSON.stringify(answer.body)).not.toContain('a secret')
  expect(logged).toContain('a secret')
})

test('without a port there is no server, and an address that is taken is named with its setting', async () => {
  const off = await startProbeServer(readSettings({}).probe, createLog('silent'))
  expect(off.url).toBeNull()
  await off.stop()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const settings = readSettings({ PROBE_PORT: String(port) }).probe
  await expect(startProbeServer(settings, createLog('silent'))).rejects.toThrow(
    new RegExp(`cannot listen on 127.0.0.1:${port}: .*PROBE_PORT`),
  )
  other.close()
})

test('it is open on loopback alone, whatever the API listens on, until somebody names an address', () => {
  const image = { HOST: '0.0.0.0', PROBE_PORT: '9100' }
  expect(readSettings(image).probe).toEqual({ host: '127.0.0.1', port: 9100 })
  expect(readSettings({ ...image, PROBE_HOST: '10.0.0.5' }).probe?.host).toBe('10.0.0.5')
})

test('a port that is the one of the API is refused before anything starts', () => {
  const settings = { PORT: '3000', PROBE_PORT: '3000' }
  expect(() => readSettings(settings)).toThrow('PROBE_PORT and PORT are both 3000')
  expect(readSettings({ ...settings, ROLES: 'relays' }).probe).toEqual({
    host: '127.0.0.1',
    port: 3000,
  })
})
