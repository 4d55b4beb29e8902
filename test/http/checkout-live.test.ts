import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { headIntervalMs } from '../../src/http/checkout/live.routes.ts'
import { stopTimeoutMs } from '../../src/http/start-http.ts'
import { newId } from '../../src/shared/ids.ts'
import { moveTime, stopTime } from '../../src/shared/time.ts'
import { untilNoneIsOpen } from '../support/open-answers.ts'
import { passTime } from '../support/settle.ts'
import { send } from './client.ts'
import {
  aHash,
  listen,
  moveHead,
  newPayment,
  noteTransfer,
  tellDeposits,
} from './checkout-world.ts'
import { type Merchant, newReadyMerchant, startWorld, type World } from './world.ts'
import { defaultListeners } from '../../src/http/http-settings.ts'

let world: World
let merchant: Merchant
const confirmations = 3

beforeAll(async () => {
  world = await startWorld({
    settings: {
      listeners: { ...defaultListeners, perPaymentMax: 3, perAddressMax: 6, perProcessMax: 100 },
    },
  })
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const address = (id: string, what: string) => `${world.url}/checkout/${id}/${what}`

test('the view of a payment has all that is needed to pay, and to check the address', async () => {
  const { id, depositAddress, receiver } = await newPayment(merchant, { description: 'A book' })
  const { status, body, headers } = await send(address(id, 'payment'), 'GET')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    id,
    status: 'Created',
    merchantName: 'A shop',
    returnHosts: [],
    description: 'A book',
    dueAmount: { value: '10', currency: 'tUSDC' },
    dueBaseUnits: '10000000',
    asset: { code: 'tUSDC', symbol: 'USDC', decimals: 6 },
    blockchain: { name: 'LocalTestNet', chainId: 31_337 },
    depositAddress,
    derivation: { receiver },
    transfers: [],
  })
  expect(Object.keys(body)).not.toContain('metadata')
  expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000)
})

test('a payment that nobody knows is 404, whatever is asked of it', async () => {
  for (const id of [newId(new Date()), 'x', '0'.repeat(22), '%27--'])
    for (const what of ['payment', 'events'])
      expect(await send(address(id, what), 'GET')).toMatchObject({
        status: 404,
        body: { code: 'PaymentNotFound' },
      })
})

/** The first is what published on the bus as nobody should, the second a parser error to it. */
const injections = [
  'x 9\r\nPUB command.a 5\r\nHELLO\r\nSUB y',
  'a\r\nX',
  'a\nPUB command.a 1\nx',
  '>',
  '* 7',
  'a.b',
]

test.each(injections)('an id of %j reaches the bus by no route of a payment', async (id) => {
  const heard: string[] = []
  const everything = world.bus.connection.subscribe('command.>', {
    callback: (_, { subject }) => void heard.push(subject),
  })
  for (const path of ['', '/', '/payment', '/events']) {
    const { status, redirected } = await fetch(
      `${world.url}/checkout/${encodeURIComponent(id)}${path}`,
    )
    expect({ path, status, redirected }).toEqual({ path, status: 404, redirected: false })
  }
  await world.bus.connection.flush()
  expect(heard).toEqual([])
  everything.unsubscribe()
})

test('a listener gets the payment at once, and every change of it', async () => {
  const { id } = await newPayment(merchant)
  const { response, heard, next, stop } = await listen(address(id, 'events'))
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await next()).toMatchObject({ id, status: 'Created' })
  expect(heard.raw).toMatch(/^retry: \d+\n\n/)

  await tellDeposits(world, merchant, id, { inTime: { seen: '4000000', confirmed: '0' } })
  expect(await next()).toMatchObject({
    phase: 'Partial',
    dueAmount: { value: '6' },
    dueBaseUnits: '6000000',
    seenAmount: { value: '4' },
    paidAmount: { value: '0' },
  })
  await tellDeposits(world, merchant, id, {
    inTime: { seen: '10000000', confirmed: '10000000' },
  })
  expect(await next()).toMatchObject({ status: 'Succeeded' })
  await stop()
})

test('confirmations are counted as blocks come, though the payment itself does not move', async () => {
  const chain = world.directory.chain('LocalTestNet')!
  chain.confirmations = confirmations
  const { id } = await newPayment(merchant)
  const token = chain.assets[0]!.address
  await moveHead(world, 100)
  const transactionHash = await noteTransfer(world, id, {
    amount: '10000000',
    blockNumber: 100,
    token,
  })
  const { next, stop } = await listen(address(id, 'events'))
  const [transfer] = (await next()).transfers
  expect(transfer).toMatchObject({
    transactionHash,
    logIndex: 0,
    amount: { value: '10', currency: 'tUSDC' },
    isLate: false,
    confirmations: 1,
  })
  for (const [blockNumber, counted] of [
    [101, 2],
    [109, confirmations],
  ] as const) {
    await moveHead(world, blockNumber)
    await passTime(world, headIntervalMs)
    expect((await next()).transfers).toMatchObject([{ confirmations: counted }])
  }
  await stop()
  chain.confirmations = 1
})

test('one reading serves everybody who follows a payment', async () => {
  const { id } = await newPayment(merchant)
  const listeners = await Promise.all([1, 2, 3].map(() => listen(address(id, 'events'))))
  const { pool } = world.database
  for (const { next } of listeners) await next()
  const statements: string[] = []
  const query = pool.query.bind(pool)
  pool.query = ((statement: { name?: string }, ...others: []) => {
    if (statement.name === 'view-deposits') statements.push(statement.name)
    return query(statement as never, ...others)
  }) as typeof pool.query
  await tellDeposits(world, merchant, id, { inTime: { seen: '1', confirmed: '0' } })
  for (const { next } of listeners) await next()
  pool.query = query as typeof pool.query
  expect(statements).toHaveLength(1)
  await Promise.all(listeners.map(({ stop }) => stop()))
})

test('places of listeners are limited for a payment and for an address, and are given back', async () => {
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => newPayment(merchant)))
  const listeners = await Promise.all([1, 2, 3].map(() => listen(address(one!.id, 'events'))))
  const refused = await send(address(one!.id, 'events'), 'GET')
  expect(refused).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  listeners.push(...(await Promise.all([1, 2, 3].map(() => listen(address(other!.id, 'events'))))))
  expect(await send(address(third!.id, 'events'), 'GET')).toMatchObject({ status: 503 })
  // The page asks instead, and it is answered.
  expect(await send(address(third!.id, 'payment'), 'GET')).toMatchObject({ status: 200 })

  await Promise.all(listeners.map(({ stop }) => stop()))
  await untilNoneIsOpen()
  const again = await listen(address(one!.id, 'events'))
  await again.stop()
  expect(again.response.status).toBe(200)
})

test('a listener who hangs up at once leaves nothing behind', async () => {
  const { id } = await newPayment(merchant)
  const { hostname, port } = new URL(world.url)
  for (let i = 0; i < 20; i++)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET /checkout/${id}/events HTTP/1.1\r\nhost: x\r\n\r\n`, () => {
          socket.destroy()
          resolve()
        })
      })
    })
  // It is answered only after everything sent before it was read.
  await send(address(id, 'payment'), 'GET')
  await untilNoneIsOpen()
  const three = await Promise.all([1, 2, 3].map(() => listen(address(id, 'events'))))
  await Promise.all(three.map(({ stop }) => stop()))
  expect(three.map(({ response }) => response.status)).toEqual([200, 200, 200])
})

test('a refused or unknown listener takes no place', async () => {
  for (let i = 0; i < 8; i++)
    await send(address(newId(new Date()), 'events'), 'GET', { headers: { 'x-number': aHash() } })
  const { id } = await newPayment(merchant)
  const { response, stop } = await listen(address(id, 'events'))
  expect(response.status).toBe(200)
  await stop()
})

test('a change that the bus did not report reaches listeners all the same, a little later', async () => {
  const { id } = await newPayment(merchant)
  const { next, stop } = await listen(address(id, 'events'))
  expect((await next()).transfers).toEqual([])
  const token = world.directory.chain('LocalTestNet')!.assets[0]!.address
  await noteTransfer(world, id, { amount: '1', blockNumber: 1, token })
  await passTime(world, defaultListeners.readAnywayMs)
  expect((await next()).transfers).toHaveLength(1)
  await stop()
})

test('stopping the service waits for no caller who reads nothing or never ends a request', async () => {
  const own = await startWorld()
  const shop = await newReadyMerchant(own)
  const { id } = await newPayment(shop)
  const { hostname, port } = new URL(own.url)
  const unfinished = [
    `GET /checkout/${id}/events HTTP/1.1\r\nhost: x\r\n\r\n`,
    'POST /integration/payments HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{',
    'GET / HTTP/1.1\r\nhost:',
  ]
  const opening = unfinished.map(async (bytes) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes)).pause()
    await once(
      socket.on('error', () => undefined),
      'connect',
    )
    return socket
  })
  const sockets = await Promise.all(opening)
  // The call is answered only after everything sent before it was read.
  expect(await send(`${own.url}/checkout/${id}/payment`, 'GET')).toMatchObject({ status: 200 })
  const stopping = own.stop()
  moveTime(stopTimeoutMs)
  await stopping
  for (const socket of sockets) socket.destroy()
})

test('stopping the service ends every stream at once', async () => {
  const own = await startWorld()
  const shop = await newReadyMerchant(own)
  const { id } = await newPayment(shop)
  const { next, over } = await listen(`${own.url}/checkout/${id}/events`)
  await next()
  onTestFinished(stopTime())
  await own.stop()
  await over
})
