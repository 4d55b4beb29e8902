/** Permits on bad days: no gas, tokens without permits, reorganisations, faults at every step. */
import { afterEach, expect, test } from 'vitest'
import { readContract } from 'viem/actions'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { setGasLimits } from '../../src/store/merchants/gas-limits.ts'
import { mineBlock, reorg, setAutomine, setBalance } from '../../test/chain/dev-node.ts'
import { diceOf, faultPatienceMs, faultyDatabase, makeFaulty } from '../../test/chain/faults.ts'
import { newPayer, pushFrom, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { handIn, permitCall, permitOf, signPermit, untilPermit } from '../../test/chain/permits.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import {
  subscriptionOf,
  transactionsOf,
  until,
  untilQuiet,
  untilState,
} from '../../test/chain/until.ts'
import {
  blockchain,
  createWorld,
  network,
  passDays,
  startAll,
  startRelay,
  startThinking,
  startWatching,
  type World,
  type WorldSettings,
} from '../../test/chain/world.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6))
const faultRate = 0.03
const permitsCount = 6

let world: World
let parts: { stop(): Promise<void> }[] = []

async function start(settings: WorldSettings = {}) {
  world = await createWorld(settings)
  parts = [startAll(world)]
}
afterEach(async () => {
  for (const part of parts) await part.stop()
  await world.close()
})

/** A payer with a draft, and a permit for all of its charges. */
async function signed() {
  const payer = await newPayer(world, 1_000n * unit)
  const draft = await subscribe(world, payer, { customerId: payer.address })
  const permit = await signPermit(world, payer, draft.contractAddress, { value: 120n * unit })
  return { payer, draft, permit }
}

const permitTransactions = async () =>
  (await transactionsOf(world)).filter(({ context }) => context['purpose'] === 'permit')

const allowanceOf = (owner: string, spender: string) =>
  readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner as `0x${string}`, spender as `0x${string}`],
  })

test('a permit waits for gas, is sent when it comes, and expires honestly where none does', async () => {
  await start()
  await setBalance(world.direct, world.merchant.wallet, 0n)
  const lucky = await signed()
  const { id } = await handIn(world, lucky.draft, lucky.permit)
  await untilPermit(world, id, 'Waiting', 'GasWalletEmpty')
  await setBalance(world.direct, world.merchant.wallet, 10n ** 18n)
  await untilPermit(world, id, 'Used')
  await untilQuiet(world)

  await setBalance(world.direct, world.merchant.wallet, 0n)
  const unlucky = await signed()
  const late = await handIn(world, unlucky.draft, unlucky.permit)
  await untilPermit(world, late.id, 'Waiting', 'GasWalletEmpty')
  await passDays(world, 1)
  await untilPermit(world, late.id, 'Expired', 'DeadlinePassed')
  expect((await subscriptionOf(world, unlucky.draft.contractAddress)).status).toBe('Draft')
})

test('a token without permits refuses it before any gas is spent', async () => {
  await start()
  const payer = await newPayer(world, 0n)
  const token = tokenOf(world, 'ltUSDT')
  const draft = await subscribe(world, payer, { asset: 'ltUSDT', token })
  const permit = await signPermit(world, payer, draft.contractAddress, { value: 120n * unit })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused', 'PermitRefused')
  expect(await permitTransactions()).toEqual([])
})

test('a merchant who has switched it off meanwhile pays for none', async () => {
  await start()
  const { draft, permit } = await signed()
  const owner = { merchantId: world.merchant.merchantId, network } as const
  const limits = { blockchain, weiPerCharge: null, weiPerDay: null, sharePercent: null }
  await setGasLimits(world, owner, { ...limits, relaysPermits: false })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused', 'RelayOff')
  expect(await permitTransactions()).toEqual([])
})

test('a permit that a reorganisation takes back is sent again, and used once it is final', async () => {
  await start({ confirmations: 3 })
  const { payer, draft, permit } = await signed()
  const startFrom = await subscriptionOf(world, draft.contractAddress)
  expect(startFrom.status).toBe('Draft')
  const { id } = await handIn(world, draft, permit)
  await until('it is mined', async () => (await permitTransactions())[0]?.status === 'Mined')
  await untilPermit(world, id, 'Sent')
  await reorg(world.direct, 1)
  await until('the allowance, again', async () => {
    return (await allowanceOf(payer.address, draft.contractAddress)) > 0n
  })
  const used = async () => {
    await mineBlock(world.direct)
    return (await permitOf(world, id)).status === 'Used'
  }
  await until('the permit is final', used)
  expect(await permitTransactions()).toHaveLength(1)
})

test('a permit whose place a reorganisation gives to another one is superseded', async () => {
  await start({ confirmations: 3 })
  const { payer, draft, permit } = await signed()
  const other = await signPermit(world, payer, draft.contractAddress, { value: 5n * unit })
  const stranger = await newPayer(world, 0n)
  await setAutomine(world.direct, false)
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Sent')
  await pushFrom(world, stranger, permitCall(world, payer, draft.contractAddress, other))
  const ended = async () => {
    await mineBlock(world.direct)
    return (await permitOf(world, id)).status === 'Superseded'
  }
  await until('it is superseded', ended)
  expect((await permitOf(world, id)).context.reason).toBe('PermitNonceUsed')
  expect(await allowanceOf(payer.address, draft.contractAddress)).toBe(5n * unit)
  await setAutomine(world.direct, true)
})

test(`with faults at every step, each permit is sent once and used (CHAOS_SEED=${seed})`, async () => {
  let rate = faultRate
  let proxy: RpcProxy
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  const dice = diceOf(seed)
  makeFaulty(proxy!, dice, () => rate)
  const database = faultyDatabase(world.database, dice, () => rate)
  const faulty = { ...world, database: { ...world.database, ...database } }
  parts = [
    startThinking(world),
    startRelay(faulty),
    startRelay(faulty),
    startWatching(faulty),
    proxy!,
  ]
  const handed: { id: string; contractAddress: string }[] = []
  for (let count = 0; count < permitsCount; count++) {
    const { draft, permit } = await signed()
    handed.push(await handIn(world, draft, permit))
  }
  for (const { id, contractAddress } of handed) {
    await until('used', async () => (await permitOf(world, id)).status === 'Used', faultPatienceMs)
    await untilState(world, contractAddress, 'Active.Current', faultPatienceMs)
  }
  rate = 0
  await untilQuiet(world, faultPatienceMs)
  expect(await permitTransactions()).toHaveLength(permitsCount)
}, 240_000)
