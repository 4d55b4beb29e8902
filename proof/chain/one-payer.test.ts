/** One payer pays for a thousand subscriptions: what changes of its money is read once, and reported where it matters. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { approve, mint, newPayer, type Payer, subscribe, unit } from '../../test/chain/payers.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { subscriptionOf, until } from '../../test/chain/until.ts'
import { copySubscription } from '../../test/chain/watched-rows.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

const many = 995
/** Each of the five costs this, which the payer can soon afford, and each of the others the second. */
const cheap = 3n * unit
const dear = 10n * unit

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }
let payer: Payer
let calls = 0
const affordable: string[] = []

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  thinking = startThinking(world)
  proxy.behaviour = ({ method }) => {
    if (method === 'eth_call') calls++
    return undefined
  }
  payer = await newPayer(world, 0n)
  for (let index = 0; index < 5; index++) affordable.push(await approvedDraft(cheap))
  const dearest = await approvedDraft(dear)
  await until('every approval is known', async () => {
    await pollNow()
    const all = await Promise.all([...affordable, dearest].map((id) => subscriptionOf(world, id)))
    return all.every(({ context }) => context['allowance'] !== '0')
  })
  await copySubscription(world, dearest, many - 1)
})
beforeEach(() => {
  calls = 0
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close({ hasRowsByHand: true })
})

const pollNow = () => pollOnce(world, world.chain.nodes[0]!)

/** A draft of the payer's, who allows all of it and has no money. */
async function approvedDraft(amount: bigint): Promise<string> {
  const { contractAddress } = await subscribe(world, payer, { amount: String(amount) })
  await approve(world, payer, contractAddress, 12n * amount)
  return contractAddress
}

/** Mints, and polls while nobody takes messages; returns the subscriptions to which one is on its way. */
async function toldOf(amount: bigint): Promise<string[]> {
  await thinking.stop()
  await mint(world, payer, amount)
  await pollNow()
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select entity_id as id from outbox where channel = 'actor'`,
  )
  thinking = startThinking(world)
  return rows.map(({ id }) => id).sort()
}

test('money that suffices for five of a thousand is looked at once, and told to the five', async () => {
  expect(await toldOf(4n * unit)).toEqual(affordable.toSorted())
  // The balance, and then both funds of the five.
  expect(calls).toBe(2)
  await until('the five know of it', async () => {
    const five = await Promise.all(affordable.map((id) => subscriptionOf(world, id)))
    return five.every(({ context }) => context['balance'] === String(4n * unit))
  })
})

test('money that changes the answer of none is looked at once, and told to nobody', async () => {
  await until('nothing is on its way', async () => {
    const { rows } = await world.database.pool.query(`select 1 from outbox where channel = 'actor'`)
    return rows.length === 0
  })
  calls = 0
  expect(await toldOf(unit)).toEqual([])
  expect(calls).toBe(1)
})
