/**
 * A chain's name in the chains file stands for one chain, for as long as anything that was made
 * uses it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import type { DeployedChain } from '../../src/shared/chain-directory.ts'
import { ChainsFile } from '../../src/shared/chains.ts'
import type { Network } from '../../src/shared/network.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { paymentInput } from '../../test/chain/payments.ts'
import { createWorld, type World } from '../../test/chain/world.ts'

const otherId = 5
let world: World
let other: LaunchedServer
let elsewhere: DeployedChain

beforeAll(async () => {
  ;[world, other] = await Promise.all([createWorld(), startTestChain({ chainId: otherId })])
  const rpcUrls = [other.url]
  const local = { ...world.settings[0]!, name: 'Elsewhere', chainId: otherId, rpcUrls }
  elsewhere = (await resolveChains([local], world.database))[0]!
})
afterAll(async () => {
  await world?.close()
  await other?.stop()
})
beforeEach(async () => {
  for (const table of ['chain_deployment', 'chain_cursor', 'payment', 'subscription'])
    await world.database.pool.query(`delete from ${table} where ${named(table)} = 'Real'`)
})
const named = (table: string) =>
  table.startsWith('chain_') ? 'blockchain' : "snapshot->'context'->>'blockchain'"

/** Describes one of the two nodes, under one name, as a chain that is not ours. */
const real = (network: Network, { chainId, rpcUrls, assets }: DeployedChain) =>
  ChainsFile.parse([
    {
      name: 'Real',
      network,
      chainId,
      nodesToAgree: 1,
      confirmations: 2,
      rpcUrls,
      assets: [{ ...assets[0], code: 'realUSDC' }],
    },
  ])
const start = (network: Network, chain: DeployedChain) =>
  resolveChains(real(network, chain), world.database)

function make(table: 'payment' | 'subscription', network: Network) {
  const context = paymentInput(world, { blockchain: 'Real' })
  return world.database.pool.query(
    `insert into ${table} (id, merchant_id, network, status, phase, revision, machine_version,
      snapshot, created_at, updated_at)
      values ($1, $2, $3, 'Created', '', 1, 1, $4, now(), now())`,
    [context.id, context.merchantId, network, { context }],
  )
}

test.each(['payment', 'subscription'] as const)(
  'the chain that a %s was made on can become neither another chain nor one of the other network',
  async (table) => {
    await start('TestNet', world.chain)
    await make(table, 'TestNet')
    await expect(start('TestNet', world.chain)).resolves.toHaveLength(1)
    await expect(start('MainNet', world.chain)).rejects.toThrow(
      'Real is chain 31337 of the MainNet in the chains file, but payments or subscriptions were made under this name on chain 31337 of the TestNet: give it another name',
    )
    await expect(start('TestNet', elsewhere)).rejects.toThrow(
      'Real is chain 5 of the TestNet in the chains file, but payments or subscriptions were made under this name on chain 31337 of the TestNet',
    )
  },
)

test('the name of an unused chain may be given to another one, which begins anew', async () => {
  await start('TestNet', world.chain)
  await world.database.pool.query(
    `insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     values ('Real', 1, 1, '0x', now(), now())`,
  )
  await expect(start('MainNet', world.chain)).resolves.toHaveLength(1)
  expect(await loadCursor(world.database.pool, 'Real')).not.toBeNull()
  await expect(start('MainNet', elsewhere)).resolves.toHaveLength(1)
  expect(await loadCursor(world.database.pool, 'Real')).toBeNull()
})
