/**
 * If one node is enough, it is believed about what it reports itself, and not about what another one reported before.
 */
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { connectChain } from '../../src/chain/clients.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { chargeOf, lying, transferOf } from '../../test/chain/lies.ts'
import { newPayer, type Payer, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request, reportsTo } from '../../test/chain/payments.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import { timesReported, until } from '../../test/chain/until.ts'
import type { World } from '../../test/chain/world.ts'

const amount = 10n * unit
const liar = 0
const honest = 1

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer

beforeEach(async () => {
  nodes = await createNodesWorld(2, { confirmations: 3 })
  world = nodes.world
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(() => nodes?.stop())

const pollBy = (index: number, dependencies: Pick<World, 'chain'> = world) =>
  pollOnce({ ...world, ...dependencies }, dependencies.chain.nodes[index]!)

/** Returns the chain as after a restart with one node in the chains file, and `"nodesToAgree": 1`. */
function only(index: number): Pick<World, 'chain'> {
  const chain = { ...world.chain, rpcUrls: [world.chain.rpcUrls[index]!], nodesToAgree: 1 }
  return { chain: { ...chain, ...connectChain(chain) } }
}
async function headOf() {
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  return { number, hash }
}
async function pollWhileBlocksCome(
  dependencies: Pick<World, 'chain'>,
  blocks: number,
): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    await mineBlock(world.direct)
    await pollBy(0, dependencies).catch(() => undefined)
  }
}
async function forge(payment: { depositAddress: string }): Promise<void> {
  const to = payment.depositAddress as Address
  const lie = transferOf(await headOf(), { token: tokenOf(world), to, amount })
  nodes.proxies[liar]!.behaviour = lying(lie)
}
const logsOf = async ({ id }: { id: string }) => {
  const { rows } = await world.database.pool.query<{ status: string; agreed: boolean }>(
    'select status, agreed from deposit_log where payment_id = $1',
    [id],
  )
  return rows
}
/** Polls by one node until the money that never was is taken back; it was never confirmed. */
async function untilTakenBack(
  payment: { id: string },
  dependencies: Pick<World, 'chain'>,
): Promise<void> {
  await until('what never was is taken back', async () => {
    await pollWhileBlocksCome(dependencies, 1)
    return (await reportsTo(world, payment)).at(-1)?.inTime.seen === '0'
  })
  expect(new Set((await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed))).toEqual(
    new Set(['0']),
  )
  expect(await logsOf(payment)).toEqual([{ status: 'Reorged', agreed: false }])
  expect((await paymentOf(world, payment)).status).not.toBe('Succeeded')
}

test('money that waits because the nodes differ is not credited when the liar is taken away', async () => {
  await pollBy(liar)
  const payment = await request(world)
  await forge(payment)
  await pollBy(liar)
  await pollWhileBlocksCome(world, 5)
  expect(await logsOf(payment)).toMatchObject([{ agreed: false }])
  await untilTakenBack(payment, only(honest))
})

test('money that was not deep enough yet is not credited by the replaced node alone', async () => {
  const before = only(liar)
  await pollBy(0, before)
  const payment = await request(world)
  await forge(payment)
  await mineBlock(world.direct)
  await pollBy(0, before)
  expect(await logsOf(payment)).toEqual([{ status: 'Reported', agreed: false }])
  await untilTakenBack(payment, only(honest))
})

test('true money that the replaced node reported is credited after the one that is left was asked', async () => {
  const before = only(liar)
  await pollBy(0, before)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  await pollBy(0, before)
  expect(await logsOf(payment)).toEqual([{ status: 'Reported', agreed: false }])
  const kept = only(honest)
  await until('the payment has succeeded', async () => {
    await pollWhileBlocksCome(kept, 1)
    return (await paymentOf(world, payment)).status === 'Succeeded'
  })
})

test('a charge that waits because the nodes differ is not credited when the liar is taken away', async () => {
  await pollBy(honest)
  const { contractAddress, startFrom } = await subscribe(world, payer)
  const contract = contractAddress as Address
  await mineBlock(world.direct)
  const nextDue = Math.floor(Date.parse(startFrom) / 1000) + 30 * 86_400
  const { factory } = world.chain
  nodes.proxies[liar]!.behaviour = lying(chargeOf(await headOf(), { factory, contract, nextDue }))
  await pollBy(liar)
  const kept = only(honest)
  await until('the charge is denied', async () => {
    await pollWhileBlocksCome(kept, 1)
    const { rows } = await world.database.pool.query('select status from chain_log')
    return rows.length === 1 && rows[0].status === 'Reorged'
  })
  expect(await timesReported(world, contract, 'chain.charged')).toBe(0)
})
