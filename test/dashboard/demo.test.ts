import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, http } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { consolePage, tryingOut } from '../../src/embedded/demo/console-page.ts'
import { prepareDemo } from '../../src/embedded/demo/demo.ts'
import { readLogo } from '../../src/http/dashboard/setup/logo-image.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { authenticateAccount } from '../../src/store/people/accounts.ts'
import { findApiKey, listApiKeys } from '../../src/store/merchants/api-keys.ts'
import { readChecklist } from '../../src/store/merchants/checklist.ts'
import { findLogo, findProfile } from '../../src/store/merchants/pages/profile.ts'
import { findActor } from '../../src/store/views/actors.ts'
import { startTestChain } from '../support/chain.ts'
import { shareNats } from '../support/nats.ts'
import { createDependencies } from './world.ts'

const base = 'http://localhost:3000'
const addresses = {
  base,
  checkout: `${base}/checkout`,
  widget: `${base}/widget`,
  manage: `${base}/manage`,
}

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

async function startWorld() {
  const nats = shareNats()
  const [dependencies, chain] = await Promise.all([createDependencies(), startTestChain()])
  const log = createLog('silent')
  const bus = await connectBus(nats, log)
  const settings = localChains.map((one) => ({ ...one, rpcUrls: [chain.url] }))
  const directory = new ChainDirectory(await resolveChains(settings, dependencies.database))
  const worker = startWorker({ ...dependencies, bus, log })
  const dataDirectory = mkdtempSync(join(inject('temporaryDirectory'), 'demo-'))
  const prepare = (demo: Keys = { apiKey: null, apiSecret: null }, chains = directory) =>
    prepareDemo({
      ...dependencies,
      bus,
      log,
      directory: chains,
      settings: { dataDirectory, demo },
      addresses,
    })
  return {
    ...dependencies,
    directory,
    chain,
    dataDirectory,
    prepare,
    async stop() {
      await worker.stop()
      await bus.close()
      await Promise.all([nats.stop(), chain.stop(), dependencies.database.close()])
    },
  }
}
type Keys = { apiKey: string | null; apiSecret: string | null }

test('the demo merchant is ready to charge, and the payer has money', async () => {
  const { devJson, operator } = (await world.prepare())!
  const key = await findApiKey(world, devJson.merchant.apiKey)
  expect(key?.secret).toBe(devJson.merchant.apiSecret)
  const owner = { merchantId: key!.merchantId, network: 'TestNet' } as const
  expect((await readChecklist(world, owner)).missing).toEqual([])
  expect(await findActor(world.database, 'plan', devJson.planId, owner)).toMatchObject({
    status: 'Active',
  })
  const { logo, ...shown } = await findProfile(world, owner)
  expect(shown).toMatchObject({
    site: 'https://demo-shop.example',
    support: 'help@demo-shop.example',
  })
  // It is a picture as a merchant's is: what the page says of its size is so.
  const picture = await readLogo((await findLogo(world, logo!.file.slice(0, -4)))!)
  expect(logo).toMatchObject({ width: picture.width, height: picture.height })
  const { email, password } = devJson.merchant
  expect(await authenticateAccount(world, email, password)).toMatchObject({ role: 'Owner' })
  expect(await authenticateAccount(world, operator.email, operator.password)).toMatchObject({
    role: 'Operator',
  })

  const client = createClient({ transport: http(world.chain.url) })
  for (const { address } of devJson.chains[0]!.assets)
    expect(
      await readContract(client, {
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [devJson.payer.address],
      }),
    ).toBe(100_000_000_000n)
  for (const address of [devJson.payer.address, devJson.merchant.gasWallet])
    expect(await getBalance(client, { address })).toBeGreaterThan(10n ** 18n)
})

test('a restart of the demo changes nothing', async () => {
  const first = await world.prepare()
  expect(await world.prepare()).toEqual(first)
})

test('dev.json holds what scripts need, for this account only', async () => {
  const { devJson, path } = (await world.prepare())!
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(devJson)
  expect(path).toBe(join(world.dataDirectory, 'dev.json'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const { code, address, decimals } = world.directory.chains[0]!.assets[0]!
  expect(devJson.chains[0]!.assets[0]).toEqual({ code, address, decimals })
})

test('fixed credentials replace those of before, and there is still one key', async () => {
  await world.prepare()
  const fixed = { apiKey: 'fixed-key', apiSecret: 'fixed-secret' }
  const { devJson } = (await world.prepare(fixed))!
  expect(devJson.merchant).toMatchObject(fixed)
  const { merchantId } = (await findApiKey(world, 'fixed-key'))!
  const keys = await listApiKeys(world, { merchantId, network: 'TestNet' })
  expect(keys.map(({ name }) => name)).toEqual(['fixed-key'])
})

test('a token that only its issuer mints, as on a copy of a real chain, keeps nobody from starting', async () => {
  const [local] = world.directory.chains
  const [demoToken] = local!.assets
  const address = '0x00000000000000000000000000000000000070c0'
  // Answers a question with one word, such as balanceOf, with 0, and reverts at all else.
  const nothingForAnybody = '0x36602414600a575f5ffd5b60205ff3'
  const client = createClient({ transport: http(world.chain.url) })
  await client.request({
    method: 'anvil_setCode',
    params: [address, nothingForAnybody],
  } as never)
  const assets = [demoToken!, { ...demoToken!, code: 'real', address } as const]
  const { devJson } = (await world.prepare(undefined, new ChainDirectory([{ ...local!, assets }])))!
  expect(devJson.chains[0]!.assets.map(({ code }) => code)).toEqual(['ltUSDC', 'real'])
})

test('there is no demo beside a real chain', async () => {
  const [local] = world.directory.chains
  const real = { ...local!, name: 'Mainland', network: 'MainNet' as const, embedded: false }
  expect(await world.prepare(undefined, new ChainDirectory([local!, real]))).toBeNull()
})

test('the console page names the addresses and every step', async () => {
  const { devJson, operator } = (await world.prepare())!
  const now = new Date()
  const page = consolePage(devJson, operator, now)
  for (const text of [base, devJson.merchant.password, operator.password, devJson.planId])
    expect(page).toContain(text)
  for (const { command } of tryingOut(devJson, now)) expect(page).toContain(command)
})
