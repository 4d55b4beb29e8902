import { type Hex, keccak256, numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countMined } from '../../src/chain/lanes/nonce-counts.ts'
import { command, mineBlock, setAutomine } from './dev-node.ts'
import { activeSubscription, approve, newPayer, say, subscribe, unit } from './payers.ts'
import type { Behaviour, RpcProxy } from './rpc-proxy.ts'
import { transactionsOf, until, untilQuiet, untilState } from './until.ts'
import { createOneNodeWorld } from './several-nodes.ts'
import { startAll, type World } from './world.ts'

const farAhead = 1_000_000
let world: World
let proxy: RpcProxy
let service: { stop(): Promise<void> }
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld((made) => {
    service = startAll(made)
    return { stop: () => service.stop() }
  }))
})
beforeEach(() => {
  proxy.behaviour = () => undefined
})
afterAll(() => stop?.())

/** Lies about the gas wallet's nonce at this block tag, `times` times. */
function countLie(tag: string, nonce: number, times = Infinity): Behaviour {
  return async ({ method, params }) => {
    const isAsked = method === 'eth_getTransactionCount' && params[1] === tag
    const isWallet = String(params[0]).toLowerCase() === world.merchant.wallet.toLowerCase()
    return isAsked && isWallet && times-- > 0 ? { result: numberToHex(nonce) } : undefined
  }
}

async function laneOf() {
  const { rows } = await world.database.pool.query<{ next: number; healedBy: string | null }>(
    'select next_nonce as next, healed_by as "healedBy" from nonce_lane where wallet = $1',
    [world.merchant.wallet],
  )
  return rows[0]
}
const minedOnChain = () => countMined(world.direct.reader, world.merchant.wallet)
const setNext = (next: number) =>
  world.database.pool.query('update nonce_lane set next_nonce = $2 where wallet = $1', [
    world.merchant.wallet,
    next,
  ])

/** Waits until everything is mined and reported, and the lane is where the chain is. */
async function expectSoundLane() {
  await untilQuiet(world)
  expect((await laneOf())!.next).toBe(await minedOnChain())
}

test('a new lane does not begin where a lying `pending` says', async () => {
  proxy.behaviour = countLie('pending', farAhead)
  await activeSubscription(world)
  await expectSoundLane()
  expect((await laneOf())!.next).toBeLessThan(16)
})

test('a lane under way does not jump to a lying `pending`', async () => {
  proxy.behaviour = countLie('pending', farAhead, 1)
  await activeSubscription(world)
  await expectSoundLane()
  expect((await laneOf())!.healedBy).toBeNull()
})

/** Has the lane sign something while the node gives this count of mined transactions; the lie ends then. */
async function signWhileMinedIsSaidToBe(nonce: number): Promise<void> {
  const payer = await newPayer(world, 1_000n * unit)
  const input = await subscribe(world, payer)
  proxy.behaviour = countLie('latest', nonce)
  await approve(world, payer, input.contractAddress, 120n * unit)
  await until('the lane has jumped', async () => (await laneOf())!.next === nonce + 1)
  proxy.behaviour = () => undefined
  await untilState(world, input.contractAddress, 'Active.Current')
}

test('a lane that a lie sent a million nonces ahead comes back by itself, and says so', async () => {
  const before = await minedOnChain()
  await signWhileMinedIsSaidToBe(farAhead)
  await expectSoundLane()
  expect(await minedOnChain()).toBeLessThan(before + 10)
  const lane = await laneOf()
  expect(lane!.healedBy).toContain(`go on from ${before}`)
  const { rows } = await world.database.pool.query(
    `select reason from anomaly where kind = 'transaction' and event->>'type' = 'nonceLane.mended'`,
  )
  expect(rows).toContainEqual({ reason: lane!.healedBy })
})

test('missing nonces are filled, and what was signed above them goes through', async () => {
  const before = await minedOnChain()
  await signWhileMinedIsSaidToBe(before + 5)
  await expectSoundLane()
  expect((await laneOf())!.healedBy).toContain('filled by empty transactions')
  expect(await minedOnChain()).toBeGreaterThan(before + 5)
})

test('nonces that were given out and never signed are given out again', async () => {
  const before = await minedOnChain()
  await setNext(before + 3)
  await until('the lane comes back', async () => (await laneOf())!.next === before)
})

test('a nonce whose bytes were moved is only ever used up by an empty transaction', async () => {
  const before = await minedOnChain()
  // Two nonces ahead of where the lane is, too far for a gap to fill because nothing may be left out.
  await world.database.pool.query(
    `insert into signed_transaction (hash, transaction_id, blockchain, wallet, nonce, raw,
       max_fee_per_gas, max_priority_fee_per_gas, signed_at, set_aside)
     select '0x' || md5(hash), transaction_id, blockchain, wallet, $2, raw,
       max_fee_per_gas, max_priority_fee_per_gas, now(), 'Moved'
     from signed_transaction where wallet = $1 limit 1`,
    [world.merchant.wallet, before + 1],
  )
  await activeSubscription(world)
  await activeSubscription(world)
  await expectSoundLane()
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select transaction_id as id from signed_transaction
     where wallet = $1 and nonce = $2 and set_aside is null`,
    [world.merchant.wallet, before + 1],
  )
  expect(rows.map(({ id }) => id.split('/')[0])).toEqual(['filler'])
})

test('only the lowest nonce of a lane is replaced', async () => {
  const subscriptions = [await activeSubscription(world), await activeSubscription(world)]
  await untilQuiet(world)
  const before = await minedOnChain()
  // The node answers that it took them, and drops them.
  proxy.behaviour = async ({ method, params }) =>
    method === 'eth_sendRawTransaction' ? { result: keccak256(params[0] as Hex) } : undefined
  for (const { input } of subscriptions) await say(world, input, { type: 'subscription.pause' })
  const waiting = () =>
    transactionsOf(world).then((all) => all.filter(({ status }) => status === 'Broadcast'))
  await until('both are sent', async () => (await waiting()).length === 2)
  await until('one is replaced', async () => {
    await mineBlock(world.direct)
    return (await waiting()).some(({ context }) => Number(context['replacements']) > 0)
  })
  const [lowest, above] = await waiting()
  expect(lowest!.context).toMatchObject({ nonce: before })
  expect(above!.context).toMatchObject({ nonce: before + 1, replacements: 0 })

  proxy.behaviour = () => undefined
  for (const { contractAddress } of subscriptions)
    await untilState(world, contractAddress, 'Paused')
  await expectSoundLane()
})

test('what was sent with a nonce that somebody else has used is given up, and the lane goes on', async () => {
  const { input, contractAddress } = await activeSubscription(world)
  await untilQuiet(world)
  const nonce = await minedOnChain()
  await setAutomine(world.direct, false)
  await say(world, input, { type: 'subscription.pause' })
  const lost = await until('it is sent', async () =>
    (await transactionsOf(world)).find(({ status }) => status === 'Broadcast'),
  )
  await command(world.direct, 'anvil_dropAllTransactions')
  await command(world.direct, 'anvil_setNonce', [world.merchant.wallet, numberToHex(nonce + 1)])
  await setAutomine(world.direct, true)

  await until('it is given up', async () => {
    await mineBlock(world.direct)
    const found = (await transactionsOf(world)).find(({ id }) => id === lost!.id)
    return found!.context['reason'] === 'NonceUsed'
  })
  await untilState(world, contractAddress, 'Active')
  await say(world, input, { type: 'subscription.pause' })
  await untilState(world, contractAddress, 'Paused')
  await expectSoundLane()
})

test('on an older copy of the chain, without dozens of transactions, the lane goes back, and charges go through (P24)', async () => {
  await service.stop()
  const mined = await minedOnChain()
  await world.database.pool.query(
    `insert into signed_transaction (hash, transaction_id, blockchain, wallet, nonce, raw,
       max_fee_per_gas, max_priority_fee_per_gas, signed_at)
     select '0x' || md5(hash || n), transaction_id, blockchain, wallet, $2 + n, raw, 1, 1, now()
     from signed_transaction, generate_series(0, 69) as n
     where hash = (select s.hash from signed_transaction s join transaction t on t.id = s.transaction_id
       where s.wallet = $1 and t.status = 'Final' limit 1)`,
    [world.merchant.wallet, mined],
  )
  await setNext(mined + 70)
  service = startAll(world)
  await activeSubscription(world)
  await expectSoundLane()
  expect((await laneOf())!.healedBy).toContain('were final')
  expect(await minedOnChain()).toBeLessThan(mined + 10)
})
