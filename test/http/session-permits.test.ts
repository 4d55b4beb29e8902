/** Handing in a permit: what is accepted, and what is refused before the chain is asked. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { setGasLimits } from '../../src/store/merchants/gas-limits.ts'
import { permitsPerDayMax } from '../../src/store/views/payers/permit-limits.ts'
import { addressOf } from '../dashboard/world.ts'
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

/** A draft of a customer whom no other test knows, as that customer sees it. */
async function draftOf(customerId: string, payer: string) {
  const made = newSubscription(merchant.planId, { customerId, payer })
  const { contractAddress } = (await merchant.post('/integration/subscriptions', made)).body
  const own = await openSession(world, merchant, { customerId })
  const path = `/session/subscriptions/${contractAddress}/permit`
  return {
    contractAddress,
    handIn: (changes = {}) => own.post(path, newPermit(world.clock.now(), changes)),
  }
}
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof handIn>>) => [status, body.reason]

test('an address has a few permits sent within a day, whatever customers name it (security R3)', async () => {
  const payer = addressOf('c1')
  for (let number = 0; number < permitsPerDayMax.ofPayer; number++)
    expect((await (await draftOf(`name ${number}`, payer)).handIn()).status).toBe(200)
  const oneMore = await (await draftOf('another name', payer)).handIn()
  expect(refusalOf(oneMore)).toEqual([409, 'TooManyPermits'])
  expect((await (await draftOf('somebody', addressOf('c2'))).handIn()).status).toBe(200)
})

test('permits that wait count as well: each has the chain asked again and again', async () => {
  const draft = await draftOf('patient', addressOf('c3'))
  for (let number = 0; number < permitsPerDayMax.ofSubscription; number++)
    expect((await draft.handIn({ value: `4000000${number}` })).status).toBe(200)
  const oneMore = await draft.handIn({ value: '40000009' })
  expect(refusalOf(oneMore)).toEqual([409, 'TooManyPermits'])
  world.clock.setTestOffset(world.clock.testOffsetMs + 2 * dayMs)
  const whenTheTestClockIsAhead = await draft.handIn({ value: '40000010' })
  expect(refusalOf(whenTheTestClockIsAhead)).toEqual([409, 'TooManyPermits'])
})

test('a merchant sends so many permits within a day that no charge has followed, whoever asks (security R3)', async () => {
  const { pool } = world.database
  const uncharged = await draftOf('first', addressOf('c4'))
  await uncharged.handIn()
  await pool.query(
    `insert into permit (id, merchant_id, network, status, phase, revision, machine_version, snapshot,
       created_at, updated_at)
     select id || n, merchant_id, network, 'Used', 'Used', revision, machine_version,
       jsonb_set(snapshot, '{context}', snapshot->'context' || jsonb_build_object(
         'customerId', 'customer ' || n, 'payer', 'payer ' || n, 'transactionId', 'sent ' || n)),
       created_at, updated_at
     from permit, generate_series(1, $2::int) as n where contract_address = $1`,
    [uncharged.contractAddress, permitsPerDayMax.ofMerchantUncharged],
  )
  const next = await draftOf('next', addressOf('c5'))
  expect(refusalOf(await next.handIn())).toEqual([409, 'TooManyPermits'])
  await pool.query(
    `update subscription set snapshot = jsonb_set(snapshot, '{context,chargesMade}', '1') where id = $1`,
    [uncharged.contractAddress],
  )
  expect((await next.handIn()).status).toBe(200)
})
