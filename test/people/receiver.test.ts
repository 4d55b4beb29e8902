/** Money goes to a receiver: some are refused, some people may change it, and its past is remembered. */
import { createClient, getAddress, http, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Merchant } from '../../examples/client/merchant.ts'
import { newId } from '../../src/shared/ids.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { Clock } from '../../src/shared/clock.ts'
import { applyDueReceivers } from '../../src/store/merchants/pending-receivers.ts'
import type { Started } from '../../src/main.ts'
import { settle } from '../support/settle.ts'
import { newVisitor, startPlace } from './world.ts'

const blockchain = 'LocalTestNet'
let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let owner: ReturnType<typeof newVisitor>
let password: string
beforeAll(async () => {
  place = await startPlace()
  started = await place.start()
  const { merchant } = started.demo!.devJson
  password = merchant.password
  owner = newVisitor(started)
  await owner.logIn(merchant.email, password)
})
afterAll(() => place.stop())

const someAddress = () => privateKeyToAddress(generatePrivateKey())
const put = (address: string, more: object = {}) =>
  owner.call('PUT', '/test/receiver', { blockchain, address, ...more })
const changes = async () => (await owner.call('GET', '/test/receiver/changes')).body.changes

/** Puts code at an address of its own. */
async function newContract(code: Hex): Promise<string> {
  const address = someAddress()
  const client = createClient({ transport: http(place.rpcUrl) })
  await client.request({ method: 'anvil_setCode', params: [address, code] } as never)
  return address
}

/** Lets what waits count, as if the day were over. */
async function passTheWait(): Promise<void> {
  const { pool } = started.service.database
  await pool.query(`update pending_receiver set effective_at = $1`, [started.service.clock.now()])
  await applyDueReceivers(started.service)
}

test('receivers at which money is lost are refused, each with what it is', async () => {
  const { devJson } = started.demo!
  const [chain] = started.service.directory.chains
  const merchant = new Merchant(devJson)
  const created = await merchant.createPayment('10')
  const subscription = await merchant.subscribe(devJson.payer.address)
  const lost: Record<string, RegExp> = {
    [`0x${'0'.repeat(40)}`]: /zero/,
    [`0x${'0'.repeat(39)}4`]: /no key opens/,
    [`0x${'0'.repeat(36)}dead`]: /burn address/,
    [chain!.assets[0]!.address]: /the token USDC/,
    [chain!.assets[1]!.address.toLowerCase()]: /the token USDT/,
    [chain!.factory]: /contract of this service/,
    [chain!.implementation]: /contract of this service/,
    [chain!.depositFactory]: /contract of this service/,
    [chain!.depositImplementation]: /contract of this service/,
    [devJson.merchant.gasWallet]: /a gas wallet/,
    [created.depositAddress]: /deposit address/,
    [subscription.contractAddress]: /a subscription/,
  }
  const before = await changes()
  for (const [address, why] of Object.entries(lost)) {
    const { status, body } = await put(address, { confirm: true })
    expect({ address, status, message: body.message }).toEqual({
      address,
      status: 400,
      message: expect.stringMatching(why),
    })
  }
  expect(await changes()).toEqual(before)
})

test('a contract is taken as receiver once it is confirmed; a delegated account is no contract', async () => {
  const contract = await newContract('0x60006000')
  const { status, body } = await put(contract)
  expect(status).toBe(400)
  expect(body.fields).toEqual([
    { path: 'confirm', message: expect.stringContaining('A contract stands at') },
  ])
  const confirmed = await put(contract, { confirm: true })
  expect(confirmed.body).toMatchObject({
    waiting: { address: getAddress(contract) },
    warnings: [expect.any(String)],
  })
  const delegated = await newContract(`0xef0100${'11'.repeat(20)}`)
  expect(await put(delegated)).toMatchObject({ status: 200, body: { warnings: [] } })
})

test('a session alone does not redirect money', async () => {
  const before = await changes()
  const { pool } = started.service.database
  const thief = (more: object = {}) =>
    owner.bare('PUT', '/test/receiver', { blockchain, address: someAddress(), ...more })
  await pool.query('update session set proven_at = now()')
  const refused = await thief()
  expect(refused).toMatchObject({ status: 403, body: { code: 'SecondFactorRequired' } })
  expect(refused.body.proofs).toEqual(['Password'])
  const proof = { password: 'not the password' }
  expect((await thief({ proof })).status).toBe(403)
  expect(await changes()).toEqual(before)
  expect((await thief({ proof: { password } })).status).toBe(200)
})

test('an address that is refused anyway is refused before anybody is asked for a proof', async () => {
  const contract = await newContract('0x60006000')
  for (const [address, path] of [
    [`0x${'0'.repeat(36)}dEaD`, 'address'],
    [contract, 'confirm'],
  ]) {
    const { status, body } = await owner.bare('PUT', '/test/receiver', { blockchain, address })
    expect([status, body.code, body.fields[0].path]).toEqual([400, 'BadRequest', path])
  }
})

test('of what is another merchant’s no more is said than that it is no place for money', async () => {
  const { service } = started
  const other = await createMerchant(service, 'Other shop')
  const address = someAddress()
  await service.database.pool.query(
    `insert into gas_wallet (select (jsonb_populate_record(one, $1)).* from gas_wallet one limit 1)`,
    [JSON.stringify({ id: newId(new Date()), merchant_id: other, address })],
  )
  const { body } = await put(address)
  expect(body.fields[0].message).toBe('is an address of this service: money there is lost')
})

test('nodes are asked about ten addresses a minute and no more, before a proof', async () => {
  const person = newVisitor(started)
  await person.logIn(started.demo!.devJson.merchant.email, password)
  const ask = () => person.bare('PUT', '/test/receiver', { blockchain, address: someAddress() })
  const statuses = []
  for (let n = 0; n < 14; n++) statuses.push((await ask()).status)
  expect(statuses.at(-1)).toBe(429)
})

test('every change of a receiver is recorded with the one before, by whom and from where, for good', async () => {
  const [first, second] = [someAddress(), someAddress()]
  for (const address of [first, second, second]) {
    expect((await put(address)).status).toBe(200)
    await passTheWait()
  }
  const [latest, earlier] = await changes()
  const { email } = started.demo!.devJson.merchant
  const common = { blockchain, by: email, from: '127.0.0.1', at: expect.any(String) }
  expect(latest).toEqual({ ...common, previous: first, address: second })
  expect(earlier).toMatchObject({ ...common, address: first })
  expect((await owner.call('GET', '/main/receiver/changes')).body.changes).toEqual([])
  const { pool } = started.service.database
  for (const statement of [
    'delete from receiver_change',
    "update receiver_change set changed_by = 'x'",
  ])
    await expect(pool.query(statement)).rejects.toThrow(/only grows/)
})

test('another receiver waits a day, is seen meanwhile, and can be called off', async () => {
  const { pool } = started.service.database
  const now = async () => (await owner.call('GET', '/test/receiver')).body.receivers[0]
  const before = await now()
  const thief = someAddress()
  const { body } = await put(thief)
  expect(body).toMatchObject({ address: before.address, waiting: { address: thief } })
  const { email } = started.demo!.devJson.merchant
  expect((await now()).waiting).toEqual({ ...body.waiting, by: email })
  const hours =
    (Date.parse(body.waiting.takesEffectAt) - Date.parse(body.waiting.askedAt)) / 3_600_000
  expect(hours).toBe(24)
  expect(await applyDueReceivers(started.service)).toBe(0)
  const callOff = () => owner.call('POST', `/test/receiver/${blockchain}/call-off`)
  await pool.query('update session set proven_at = null')
  expect((await callOff()).status).toBe(204)
  expect(await now()).toEqual({ ...before, waiting: null })
  expect((await callOff()).status).toBe(404)
  await owner.call('POST', '/proof', { password })

  // Another one takes the place of what waits, and begins the day anew; the present one calls it off.
  await put(thief)
  const other = someAddress()
  await put(other)
  expect((await now()).waiting.address).toBe(other)
  await put(before.address)
  expect(await now()).toEqual({ ...before, waiting: null })
})

test('another receiver does not count a second before its day is over, and counts at its end', async () => {
  const address = someAddress()
  const endsAt = Date.parse((await put(address)).body.waiting.takesEffectAt)
  const applyAt = (moment: number) => {
    const clock = new Clock()
    clock.setDatabaseTime(new Date(moment), 0)
    return applyDueReceivers({ ...started.service, clock })
  }
  expect(await applyAt(endsAt - 1_000)).toBe(0)
  expect(await applyAt(endsAt)).toBe(1)
  expect((await owner.call('GET', '/test/receiver')).body.receivers[0].address).toBe(address)
})

test('a day of the test clock is a day', async () => {
  const address = someAddress()
  await put(address)
  const merchant = new Merchant(started.demo!.devJson)
  await merchant.mandate.testClock.advance({ seconds: 24 * 60 * 60 })
  await settle(started.service)
  expect((await owner.call('GET', '/test/receiver')).body.receivers[0].address).toBe(address)
})
