import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { connect } from '../../src/chain/clients.ts'
import { resolveChains } from '../../src/chain/deployments.ts'
import { loadCursor } from '../../src/chain/cursor-store.ts'
import { look } from '../../src/chain/look.ts'
import { ChainsFile } from '../../src/shared/chains.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { startTestChain } from '../support/chain.ts'
import { createWorld, type World } from './world.ts'

let world: World
let other: EmbeddedServer

beforeAll(async () => {
  ;[world, other] = await Promise.all([createWorld(), startTestChain({ chainId: 5 })])
})
afterAll(async () => {
  await world?.close()
  await other?.stop()
})

test('demo tokens are deployed as the chains file describes them', async () => {
  const { reader, assets } = world.chain
  for (const { address, name, decimals } of assets) {
    const token = { address, abi: erc20Abi } as const
    expect(await readContract(reader, { ...token, functionName: 'name' })).toBe(name)
    expect(Number(await readContract(reader, { ...token, functionName: 'decimals' }))).toBe(
      decimals,
    )
  }
})

test('a chain that has its contracts is left as it is', async () => {
  const [again] = await resolveChains(world.settings, world.database)
  const { factory, implementation, assets } = world.chain
  expect(again).toMatchObject({ factory, implementation, assets })
})

test('a node that serves another chain refuses to run', async () => {
  const settings = [{ ...world.settings[0]!, rpcUrls: [world.node.url, other.url] }]
  await expect(resolveChains(settings, world.database)).rejects.toThrow(
    /serves chain 5, but the chains file says that LocalTestNet is 31337/,
  )
})

test('a real chain without a factory says how to deploy one', async () => {
  const [token] = world.chain.assets
  const settings = ChainsFile.parse([
    {
      name: 'Real',
      network: 'MainNet',
      chainId: 5,
      rpcUrls: [other.url],
      assets: [{ ...token, code: 'realUSDC' }],
    },
  ])
  await expect(resolveChains(settings, world.database)).rejects.toThrow(/npm run deploy:contracts/)
})

test('a real chain with a factory is taken as the chains file names it', async () => {
  const { factory, implementation, assets } = world.chain
  const settings = ChainsFile.parse([
    {
      name: 'Real',
      network: 'MainNet',
      chainId: 31337,
      rpcUrls: [world.node.url],
      factory,
      assets: [{ ...assets[0], code: 'realUSDC' }],
    },
  ])
  const [real] = await resolveChains(settings, world.database)
  expect(real).toMatchObject({ factory, implementation, assets: [{ address: assets[0]!.address }] })
})

test('an embedded chain whose state was lost begins anew', async () => {
  await look(world, world.chain.nodes[0]!)
  expect(await loadCursor(world.database.pool, world.chain.name)).not.toBeNull()
  const settings = [{ ...world.settings[0]!, chainId: 5, rpcUrls: [other.url] }]
  const [anew] = await resolveChains(settings, world.database)
  const { reader } = connect(anew!)
  expect(
    await reader.request({ method: 'eth_getCode', params: [anew!.factory, 'latest'] }),
  ).not.toBe('0x')
  expect(await loadCursor(world.database.pool, world.chain.name)).toBeNull()
})
