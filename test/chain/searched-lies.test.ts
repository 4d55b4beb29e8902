/** A node makes up old money where its address is searched: blocks that were read rightly are not read again for it. */
import type { Address } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { stepAll } from '../../src/shared/pulse.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { lying, transferOf } from './lies.ts'
import { newPayer, tokenOf, unit } from './payers.ts'
import { pay, paymentOf, request } from './payments.ts'
import { createNodesWorld } from './several-nodes.ts'

const amount = 10n * unit
let nodes: Awaited<ReturnType<typeof createNodesWorld>>
afterEach(() => nodes?.stop())

test('old money that one of three nodes makes up in a search is refuted, and takes back nothing that counted since', async () => {
  nodes = await createNodesWorld(3, { confirmations: 2 })
  const { world, proxies } = nodes
  const { pool } = world.database
  const payer = await newPayer(world, 1_000n * unit)
  const poll = async () => {
    await pollOnce(world, world.chain.nodes[1]!)
    await stepAll()
  }
  await poll()
  const [paid, made] = [await request(world), await request(world)]
  await poll()
  await pay(world, payer, paid, amount)
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await poll()
  await poll()
  expect((await paymentOf(world, paid)).status).toBe('Succeeded')

  const to = made.depositAddress as Address
  proxies[0]!.behaviour = lying(transferOf({ number, hash }, { token: tokenOf(world), to, amount }))
  for (let round = 0; round < 2; round++) {
    await pool.query(
      `update deposit_watch set check_at = now(), search_anew_at = now() - interval '1 second'`,
    )
    await checkBalances(world, world.chain.nodes[1]!)
    const statusOf = async ({ id }: { id: string }) =>
      (await pool.query('select status from deposit_log where payment_id = $1', [id])).rows
    expect(await statusOf(made)).toEqual([{ status: 'Seen' }])
    await poll()
    expect(await statusOf(made)).toEqual([{ status: 'Reorged' }])
    expect(await statusOf(paid)).toEqual([{ status: 'Confirmed' }])
    expect((await loadCursor(pool, world.chain.name))!.blockNumber).toBeGreaterThan(number)
  }
})
