/** Connections to merchants' servers are kept between calls, and no call fails for that. */
import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { Connections } from '../../src/webhooks/connections.ts'
import { startNameServer } from './name-server.ts'
import { type Behaviour, healthy, Receiver, resetting } from './receiver.ts'
import { certificate, privateKey } from './self-signed.ts'

const anywhere = { allowPrivateTargets: true }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startReceiver(behaviour: Behaviour = healthy): Promise<Receiver> {
  const receiver = await Receiver.start(behaviour)
  cleanups.push(() => receiver.stop())
  return receiver
}

function newConnections(rules: ConstructorParameters<typeof Connections>[0] = anywhere) {
  const connections = new Connections(rules)
  cleanups.push(() => void connections.close())
  return connections
}

/** Posts, and resolves when the connection is free again. */
async function post(connections: Connections, url: string): Promise<number> {
  const { signal } = new AbortController()
  const { statusCode, body } = await connections.post(
    new URL(url),
    { headers: {}, body: '{}' },
    signal,
  )
  body.resume()
  if (!body.closed) await once(body, 'close')
  return statusCode
}

test('calls one after the other share a connection, and those at once have one each', async () => {
  const receiver = await startReceiver()
  const connections = newConnections()
  const send = () => post(connections, receiver.url)
  for (let i = 0; i < 5; i++) expect(await send()).toBe(200)
  expect(receiver.connectionsMade).toBe(1)
  await Promise.all([send(), send(), send()])
  expect(receiver.connectionsMade).toBe(3)
  await Promise.all([send(), send(), send()])
  expect(receiver.connectionsMade).toBe(3)
})

test('a kept connection that is closed as it is used costs the merchant nothing', async () => {
  const receiver = await startReceiver()
  const connections = newConnections()
  await post(connections, receiver.url)
  let isFirst = true
  receiver.behaviour = (respond, socket) => {
    if (isFirst) socket.resetAndDestroy()
    else healthy(respond, socket)
    isFirst = false
  }
  expect(await post(connections, receiver.url)).toBe(200)
  expect(receiver.connectionsMade).toBe(2)
})

test('a fresh connection that is reset is a failure, and the call is made once', async () => {
  const receiver = await startReceiver(resetting)
  const connections = newConnections()
  await expect(post(connections, receiver.url)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(receiver.calls).toHaveLength(1)
})

test('a server that resets each call gets the second at most twice', async () => {
  const receiver = await startReceiver()
  const connections = newConnections()
  await post(connections, receiver.url)
  receiver.behaviour = resetting
  await expect(post(connections, receiver.url)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(receiver.calls).toHaveLength(3)
})

test('an answer that is no success leaves its connection to the next call', async () => {
  const receiver = await startReceiver((respond) => respond(500, 'out of order'))
  const connections = newConnections()
  for (let i = 0; i < 3; i++) expect(await post(connections, receiver.url)).toBe(500)
  expect(receiver.connectionsMade).toBe(1)
})

test('each connection goes to an address that was checked for it', async () => {
  const receiver = await startReceiver()
  const names = await startNameServer(['127.0.0.1'])
  cleanups.push(() => names.stop())
  const rules = { ...anywhere, dnsServers: [names.address] }
  const url = receiver.url.replace('127.0.0.1', 'hooks.example.com')
  const connections = newConnections(rules)
  expect(await post(connections, url)).toBe(200)
  const asked = names.questions.length
  expect(await post(connections, url)).toBe(200)
  expect(names.questions).toHaveLength(asked)
  // From now on addresses inside are refused, as if the name led to one: what is opened again is asked for again.
  rules.allowPrivateTargets = false
  receiver.behaviour = resetting
  await expect(post(connections, url)).rejects.toThrow('127.0.0.1, which is not a public address')
})

test('where the server offers HTTP/2, calls at once share a connection', async () => {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate])
  cleanups.push(() => setDefaultCACertificates(trusted))
  const versions: string[] = []
  const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true })
  server.on('request', (request, response) => {
    versions.push(request.httpVersion)
    request.resume().on('end', () => void response.writeHead(204).end())
  })
  let connectionsMade = 0
  server.on('secureConnection', () => connectionsMade++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const connections = newConnections()
  const send = () => post(connections, url)
  expect(await send()).toBe(204)
  expect(new Set(await Promise.all(Array.from({ length: 20 }, send)))).toEqual(new Set([204]))
  expect(new Set(versions)).toEqual(new Set(['2.0']))
  expect(connectionsMade).toBe(1)
})
