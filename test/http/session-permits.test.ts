/** Handing in a permit: what is accepted, and what is refused before the chain is asked. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { setGasLimits } from '../../src/store/merchants/gas-limits.ts'
import { newPermit } from './permits.ts'
import { openSession, type Session } from './sessions.ts'
import { newPlan, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
let session: Session

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  session = await openSession(world, merchant)
})
afterAll(() => world.stop())

async function newDraft(planId = merchant.planId): Promise<string> {
  const { body } = await merchant.post('/integration/subscriptions', newSubscription(planId))
  return `/session/subscriptions/${body.contractAddress}`
}
const handIn = (path: string, changes: Record<string, unknown> = {}) =>
  session.post(`${path}/permit`, newPermit(world.clock.now(), changes))

test('a permit is taken, and the subscription says how far it has come', async () => {
  const path = await newDraft()
  expect((await session.get(path)).body.permit).toBeNull()
  const { status, body } = await handIn(path)
  expect([status, body]).toEqual([
    200,
    {
      status: 'Waiting',
      reason: null,
      wayOn: 'Wait',
      value: '40000000',
      deadline: expect.stringMatching(/Z$/),
    },
  ])
  expect((await session.get(path)).body.permit).toEqual(body)
})

test("a permit is the payer's doing in what is written of it", async () => {
  const path = await newDraft()
  await handIn(path)
  const { rows } = await world.database.pool.query(
    `select j.cause from journal j join permit p on p.id = j.entity_id where p.contract_address = $1`,
    [path.split('/').at(-1)],
  )
  expect(rows).toEqual([{ cause: { type: 'command', command: 'permit.create', by: 'payer' } }])
})

test('the same permit, handed in twice at once, is one permit', async () => {
  const path = await newDraft()
  const permit = newPermit(world.clock.now())
  const post = () => session.post(`${path}/permit`, permit)
  const answers = await Promise.all([post(), post()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await world.database.pool.query(
    'select count(*)::int as count from permit where contract_address = $1',
    [path.split('/').at(-1)],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test.each([
  ['value', { value: '9999999' }, 'must be at least one charge, 10 tUSDC; it is 9.999999 tUSDC'],
  ['value', { value: '-1' }, 'must be a whole number of base units, as a string'],
  ['deadline', { deadline: 1 }, /^must be 60 to 3600 seconds ahead/],
  ['v', { v: 29 }, /./],
  ['r', { r: '0x12' }, 'must be 32 bytes in hex, with 0x before them'],
])('a permit with a wrong %s (%j) is refused by name', async (field, changes, message) => {
  const { status, body } = await handIn(await newDraft(), changes)
  expect([status, body.fields[0].path]).toEqual([400, field])
  expect(body.fields[0].message).toMatch(message)
})

test('a subscription that has ended takes none', async () => {
  const path = await newDraft()
  await merchant.post(`${path.replace('session', 'integration')}/cancel`)
  const { status, body } = await handIn(path)
  expect([status, body.code, body.reason]).toEqual([409, 'PermitNotTaken', 'SubscriptionEnded'])
  const { components } = (await session.get('/openapi-session.json')).body
  expect(Object.keys(components.schemas.Problem.properties)).toContain('reason')
})

test('a merchant who has switched it off sends none', async () => {
  const path = await newDraft()
  const limits = { weiPerCharge: null, weiPerDay: null, sharePercent: null }
  const blockchain = 'LocalTestNet'
  await setGasLimits(world, merchant.owner, { blockchain, ...limits, relaysPermits: false })
  const { status, body } = await handIn(path)
  expect([status, body.code, body.reason]).toEqual([409, 'PermitNotTaken', 'RelayOff'])
  await setGasLimits(world, merchant.owner, { blockchain, ...limits, relaysPermits: true })
})

test('a token of which nobody says that it takes permits is approved instead', async () => {
  await setAssetActive(world, merchant.owner, 'tUSDT', true)
  const planId = await newPlan(world, merchant.owner, 'Active', { asset: 'tUSDT' })
  const { status, body } = await handIn(await newDraft(planId))
  expect([status, body.code, body.reason]).toEqual([409, 'PermitNotTaken', 'PermitRefused'])
})
