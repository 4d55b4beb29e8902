/** However much waits in a lane, no more of it is claimed than the wallet has room for. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargesMax, gasLimitOfCharges } from '../../src/chain/gas/gas-limits.ts'
import { findWaitingRequests } from '../../src/store/engine/chain-queue.ts'
import { LaneClaims } from '../../src/sending/lane-claims.ts'
import { createWorld, type World } from './world.ts'

const leaseMs = 15_000
const waiting = 5_000
/** The gas of eight of the largest transactions, in charges. */
const chargesInGas = 2_180

let world: World
let lane: string
beforeAll(async () => {
  world = await createWorld()
  lane = `${world.chain.name}/${world.merchant.merchantId}`
})
beforeEach(() => world.database.pool.query('delete from outbox'))
afterAll(() => world?.close({ hasRowsByHand: true }))

const ask = (name: string, count: number, payload: object = {}) =>
  world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at,
       available_at)
     select $1 || '/' || n, 'chain', $1, 'charge', n, $2, 'TestNet', $3, $4, '{}',
       now() - interval '1 hour' + n * interval '1 ms', now() - interval '1 hour'
     from generate_series(1, $5::int) as n`,
    [name, world.merchant.merchantId, lane, payload, count],
  )

/** Transactions that the worker has not created yet take their places already. */
const createTransactions = (first: number, last: number) =>
  world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at,
       available_at)
     select 'create/' || n, 'actor', 'transaction.create', 'transaction', n, $1, 'TestNet', '', $2, '{}',
       now(), now() + interval '1 hour'
     from generate_series($3::int, $4) as n`,
    [world.merchant.merchantId, { input: inputOfOne() }, first, last],
  )

const inputOfOne = () => ({
  blockchain: world.chain.name,
  wallet: world.merchant.wallet,
  gasLimit: String(gasLimitOfCharges(1)),
})

const newClaims = () => new LaneClaims(world, leaseMs)
const claimFrom = (claims: LaneClaims) =>
  claims.claimPlaced(lane, world.merchant.merchantId, world.chain)

async function countTouched(): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    'select count(*)::int as count from outbox where attempts > 0',
  )
  return rows[0]!.count
}

test('as many charges are claimed as their gas has room for, those that were due first', async () => {
  await ask('requestCharge', waiting)
  const rows = await claimFrom(newClaims())
  expect(rows.length).toBeGreaterThan(chargesInGas - chargesMax)
  expect(rows.length).toBeLessThan(chargesInGas + chargesMax)
  expect(rows.map(({ entityId }) => Number(entityId))).toEqual(rows.map((_, index) => index + 1))
  expect(await countTouched()).toBe(rows.length)
})

test('a lane that is full is left as it is, and one with a place goes on with what fits it', async () => {
  await ask('requestCharge', waiting)
  await createTransactions(1, 15)
  expect((await claimFrom(newClaims())).length).toBe(chargesMax)
  await createTransactions(16, 16)
  expect(await claimFrom(newClaims())).toEqual([])
  expect(await countTouched()).toBe(chargesMax)
})

test('what people wait for comes before batches, and first charges count with their own gas', async () => {
  await ask('requestFreeze', 3)
  await ask('requestCharge', waiting, { isInitial: true })
  const rows = await claimFrom(newClaims())
  const named = (name: string) => rows.filter((row) => row.name === name).length
  expect(named('requestFreeze')).toBe(3)
  expect(named('requestCharge')).toBeLessThan(chargesInGas / 2)
})

test('in a closed lane what does not know the reason is claimed at once, and of the rest one in a while', async () => {
  await ask('requestCharge', waiting)
  const claims = newClaims()
  const reason = 'GasWalletEmpty'
  await world.database.pool.query(
    `update outbox set waits_for = $1 where id <> all(array['requestCharge/7', 'requestCharge/8'])`,
    [reason],
  )
  claims.close(lane, { forMs: 60_000, tries: 1, reason })
  expect((await claimFrom(claims)).map(({ entityId }) => entityId)).toEqual(['7', '8'])
  expect(await claimFrom(claims)).toEqual([])
  claims.close(lane, { forMs: 0, tries: 1, reason })
  expect((await claimFrom(claims)).map(({ entityId }) => entityId)).toEqual(['1'])
})

test('in a lane that is closed for a moment, without a reason to tell, nothing is claimed', async () => {
  await ask('requestCharge', waiting)
  const claims = newClaims()
  claims.close(lane, { forMs: 60_000, tries: 1, reason: null })
  expect(await claimFrom(claims)).toEqual([])
})

test('what waits is found by lane and name, without what is not due', async () => {
  await ask('requestCharge', 3)
  await ask('checkFunds', 2)
  await world.database.pool.query(
    `update outbox set available_at = now() + interval '1 hour' where name = 'checkFunds'`,
  )
  const found = await findWaitingRequests(world.database)
  expect(found.map((one) => [one.lane, one.name])).toEqual([[lane, 'requestCharge']])
})
