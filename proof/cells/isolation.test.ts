/**
 * Two cells behind one address, in one PostgreSQL: whoever calls finds what is theirs, wherever it is, and nothing of
 * another cell. On the PostgreSQL of the service, and on 15.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAll } from '../../src/chain/clients.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { serveChainQuestions } from '../../src/watching/questions/questions.ts'
import { cellHeader } from '../../src/http/cells/cell-of-request.ts'
import { basicClient, send } from '../../test/http/client.ts'
import { openSession } from '../../test/http/sessions.ts'
import { callAbout, namingRoutes, type Objects, unknownObject } from '../../test/http/strangers.ts'
import {
  type Merchant,
  newPayment,
  newReadyMerchant,
  newSubscription,
} from '../../test/http/world.ts'
import { emptyDatabaseUrl } from '../../test/support/database.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { type Gate, openGate } from '../turns/postgres-gate.ts'
import { hasPostgres15, startPostgres15 } from './postgres-15.ts'
import { logIn, serveCells, startCells, type TestCell } from './world.ts'

const servers = [
  {
    name: 'the PostgreSQL of the service',
    isThere: true,
    start: async () => ({ url: await emptyDatabaseUrl(), stop: async () => undefined }),
  },
  { name: 'PostgreSQL 15', isThere: hasPostgres15, start: startPostgres15 },
]
const password = 'a long password'

describe.each(servers.filter(({ isThere }) => isThere))('on $name', ({ start }) => {
  let server: Awaited<ReturnType<typeof start>>
  let cells: [TestCell, TestCell]
  let nats: Awaited<ReturnType<typeof startTestNats>>
  let gate: Gate
  let served: Awaited<ReturnType<typeof serveCells>>
  const shops: Record<string, Merchant & { planId: string; objects: Objects }> = {}

  beforeAll(async () => {
    server = await start()
    gate = await openGate(server.url)
    nats = await startTestNats()
    cells = await startCells({ databaseUrl: server.url, natsUrl: nats.url }, gate.url)
    served = await serveCells(cells)
    for (const shop of served.shops) {
      const merchant = await newReadyMerchant(shop)
      const { planId } = merchant
      const customerId = `customer of ${shop.schema}`
      const subscribed = await merchant.post(
        '/integration/subscriptions',
        newSubscription(planId, { customerId }),
      )
      const paid = await merchant.post('/integration/payments', newPayment())
      const { contractAddress } = subscribed.body
      const paymentId = paid.body.payment.id
      const objects = { planId, contractAddress, paymentId, eventId: planId, customerId }
      shops[shop.schema] = { ...merchant, objects }
    }
  })
  afterAll(async () => {
    await served.stop()
    await Promise.all(cells.map((cell) => cell.stop()))
    await nats.stop()
    await server.stop()
  })

  describe.each([
    ['cell_a', 'cell_b'],
    ['cell_b', 'cell_a'],
  ])('a merchant of %s', (own, other) => {
    test('finds all that is theirs', async () => {
      const { get, objects } = shops[own]!
      const { contractAddress, paymentId, planId } = objects
      const found = await Promise.all([
        get(`/integration/subscriptions/${contractAddress}`),
        get(`/integration/payments/${paymentId}`),
        get(`/integration/subscription-plans/${planId}`),
      ])
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
    })

    test.each(namingRoutes)('cannot $operationId of what is in the other cell', async (route) => {
      const { status, body } = await callAbout(shops[other]!.objects, route, shops[own]!)
      expect(status).toBe(404)
      expect(body.code).toMatch(unknownObject)
    })

    test('sees nothing of the other cell in any list', async () => {
      const { get, objects } = shops[own]!
      const listed = await Promise.all([
        get('/integration/subscriptions'),
        get('/integration/payments'),
        get('/integration/subscription-plans'),
      ])
      const [subscriptions, payments, plans] = listed.map(({ body }) => JSON.stringify(body))
      expect(subscriptions).toContain(objects.contractAddress)
      expect(payments).toContain(objects.paymentId)
      expect(plans).toContain(objects.planId)
      for (const id of Object.values(shops[other]!.objects))
        expect(listed.map(({ body }) => JSON.stringify(body)).join()).not.toContain(id)
    })

    test('has their customer and payer find what is theirs', async () => {
      const { objects, owner } = shops[own]!
      const session = await openSession(served, shops[own]!, { customerId: objects.customerId })
      expect((await session.get('/session')).body).toMatchObject({ network: owner.network })
      const subscriptions = JSON.stringify((await session.get('/session/subscriptions')).body)
      expect(subscriptions).toContain(objects.contractAddress)
      expect(subscriptions).not.toContain(shops[other]!.objects.contractAddress)
      const page = await fetch(`${served.url}/checkout/${objects.paymentId}`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('A shop')])
      const { status, body } = await send(
        `${served.url}/integration/subscriptions/${objects.contractAddress}/status`,
        'GET',
      )
      expect([status, body.status]).toEqual([200, 'Draft'])
    })

    test('has their people log in, who see this merchant and none of the other cell', async () => {
      const cell = cells.find(({ schema }) => schema === own)!
      const email = `owner@${own.replace('_', '-')}.test`
      const { merchantId } = shops[own]!.owner
      await createAccount(cell, { email, password, role: 'Owner', merchantId })
      const person = await logIn(served.url, email, password)
      expect((await person.get('/dashboard/api/me')).body.merchant.id).toBe(merchantId)
      const listed = JSON.stringify((await person.get('/dashboard/api/test/payments')).body)
      expect(listed).toContain(shops[own]!.objects.paymentId)
      expect(listed).not.toContain(shops[other]!.objects.paymentId)
    })
  })

  test('an operator sees both cells, looks into either, and places a merchant in the emptiest', async () => {
    await createAccount(cells[0], { email: 'op@cells.test', password, role: 'Operator' })
    const operator = await logIn(served.url, 'op@cells.test', password)
    const listed = (await operator.get('/dashboard/api/operator/cells')).body.cells
    expect(listed).toMatchObject([
      { name: 'cell_a', isHome: true, merchants: 1 },
      { name: 'cell_b', isHome: false, merchants: 1 },
    ])
    const merchantsOf = async (name: string) => {
      const path = '/dashboard/api/operator/merchants'
      const { body } = await operator.get(path, { [cellHeader]: name })
      return body.merchants.map(({ id }: { id: string }) => id)
    }
    expect(await merchantsOf('cell_a')).toEqual([shops['cell_a']!.owner.merchantId])
    expect(await merchantsOf('cell_b')).toEqual([shops['cell_b']!.owner.merchantId])

    const place = (wish: object) => operator.post('/dashboard/api/operator/merchants', wish)
    const first = await place({ name: 'First', email: 'first@shop.test', cell: 'cell_a' })
    const second = await place({ name: 'Second', email: 'second@shop.test' })
    expect([first.body.cell, second.body.cell]).toEqual(['cell_a', 'cell_b'])
    expect(await merchantsOf('cell_b')).toContain(second.body.id)

    // An invitation that nobody has used gives way; an account does not.
    const invited = { token: first.body.invitation.token, password }
    expect((await operator.post('/dashboard/api/account-link', invited)).status).toBeLessThan(300)
    const taken = await place({ name: 'Third', email: 'First@shop.test', cell: 'cell_b' })
    expect(taken.body.fields).toMatchObject([{ path: 'email', message: 'has an account already' }])
    const nowhere = await place({ name: 'Fourth', email: 'fourth@shop.test', cell: 'cell_z' })
    expect(nowhere.body.fields).toMatchObject([
      { path: 'cell', message: 'must be one of cell_a, cell_b' },
    ])
  })

  test('a hint about a chain wakes the watcher of each cell, and of those that are there while one is away', async () => {
    const polled: string[] = []
    const watching = cells.map(({ schema, ...services }) => {
      services.bus.onPollRequest('LocalTestNet', () => polled.push(schema))
      return serveChainQuestions({ ...services, chains: connectAll(services.directory) })
    })
    const hint = () =>
      send(`${served.url}/integration/subscriptions/hint-update-state`, 'POST', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ blockchain: 'LocalTestNet' }),
      })
    expect(await hint()).toMatchObject({ status: 200, body: { isAccepted: true } })
    await expect.poll(() => polled.toSorted()).toEqual(['cell_a', 'cell_b'])
    await watching[0]!.stop()
    expect(await hint()).toMatchObject({ status: 200, body: { isAccepted: true } })
    await expect.poll(() => polled.at(2)).toBe('cell_b')
    await watching[1]!.stop()
  })

  test('what no cell has is unknown, and nobody knows it while one is away', async () => {
    const unknown = basicClient(served.url, { name: 'test_none', secret: 'none' })
    expect((await unknown.get('/integration/payments')).body.code).toBe('CompanyApiKeyNotFound')
    await gate.stop()
    expect((await unknown.get('/integration/payments')).status).toBe(503)
    expect((await shops['cell_a']!.get('/integration/payments')).status).toBe(200)
    const ready = async () => (await send(`${served.url}/ready`, 'GET')).body
    // An answer is given again for a second.
    await expect
      .poll(async () => (await ready()).advice.join())
      .toContain('cell_b: The database does not answer')
    expect((await ready()).status).toBe('degraded')
  })
})
