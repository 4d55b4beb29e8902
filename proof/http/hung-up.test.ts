/** Callers who hang up before the service has looked at what they ask. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCountedAddress } from '../../src/http/requests/client-address.ts'
import { toTrustProxy } from '../../src/http/requests/proxy-trust.ts'
import { startHttp } from '../../src/http/start-http.ts'
import type { TrustedProxies } from '../../src/shared/trust-proxy.ts'
import { newPayment } from '../../test/http/checkout-world.ts'
import { send } from '../../test/http/client.ts'
import { newReadyMerchant, startWorld, type World } from '../../test/http/world.ts'

const callers = 100
let world: World
let paymentId: string
beforeAll(async () => {
  world = await startWorld()
  paymentId = (await newPayment(await newReadyMerchant(world))).id
})
afterAll(() => world.stop())

async function hangUp(url: string, path: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`, () => socket.resetAndDestroy())
  await once(socket, 'close')
}

test.each<{ trustProxy: TrustedProxies }>([
  { trustProxy: false },
  { trustProxy: 1 },
  { trustProxy: ['10.0.0.0/8'] },
])('are no fault of the service with %j', async ({ trustProxy }) => {
  const lines: string[] = []
  const taken = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(line.toString())
      done()
    },
  })
  const settings = { ...world.settings, trustProxy }
  const http = await startHttp({ ...world, settings, log: pino({ level: 'error' }, taken) })
  try {
    for (const path of ['', '/payment', '/events'])
      await Promise.all(
        Array.from({ length: callers }, () => hangUp(http.url, `/checkout/${paymentId}${path}`)),
      )
    expect((await send(`${http.url}/health`, 'GET')).status).toBe(200)
  } finally {
    await http.stop()
  }
  expect(lines).toEqual([])
})

test('callers who hung up count as one address, and are believed no other', () => {
  expect(toCountedAddress({ ip: undefined })).toBe(toCountedAddress({ ip: '' }))
  const mayForward = toTrustProxy(1) as (address: string | undefined, hop: number) => boolean
  expect(mayForward(undefined, 0)).toBe(false)
})
