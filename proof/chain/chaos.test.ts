import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { diceOf, faultPatienceMs, faultyDatabase, makeFaulty } from '../../test/chain/faults.ts'
import { approve, newPayer, type Payer, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import {
  chargesOf,
  subscriptionOf,
  timesReported,
  until,
  untilQuiet,
} from '../../test/chain/until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6))
const subscriptionsCount = 6
const monthsCount = 3
const faultRate = 0.03

let world: World
let proxy: RpcProxy
let parts: { stop(): Promise<void> }[] = []
let rate = faultRate

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  const dice = diceOf(seed)
  makeFaulty(proxy, dice, () => rate)
  const database = faultyDatabase(world.database, dice, () => rate)
  const faulty = { ...world, database: { ...world.database, ...database } }
  parts = [startThinking(world), startRelay(faulty), startRelay(faulty), startWatching(faulty)]
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await proxy?.stop()
  await world?.close()
})

test(`with faults at every step, each period is charged exactly once (CHAOS_SEED=${seed}) (S1-16, P3)`, async () => {
  const subscriptions: { payer: Payer; contractAddress: string }[] = []
  for (let i = 0; i < subscriptionsCount; i++) {
    const payer = await newPayer(world, 1_000n * unit)
    const { contractAddress } = await subscribe(world, payer)
    await approve(world, payer, contractAddress, 120n * unit)
    subscriptions.push({ payer, contractAddress })
  }
  for (let month = 1; month <= monthsCount; month++) {
    for (const { contractAddress } of subscriptions)
      await until(`charge ${month}`, () => isCharged(contractAddress, month), faultPatienceMs)
    if (month < monthsCount) await passDays(world, 30)
  }
  rate = 0
  await untilQuiet(world, faultPatienceMs)

  for (const { payer, contractAddress } of subscriptions) {
    expect(await timesReported(world, contractAddress, 'chain.charged')).toBe(monthsCount)
    const charges = await chargesOf(world, contractAddress)
    expect(charges.map(({ status }) => status)).toEqual(Array(monthsCount).fill('Succeeded'))
    expect(await onChain(payer, contractAddress)).toEqual({
      balance: (1_000n - 10n * BigInt(monthsCount)) * unit,
      charged: monthsCount,
    })
  }
}, 150_000)

async function isCharged(contractAddress: string, times: number): Promise<boolean> {
  const { context } = await subscriptionOf(world, contractAddress)
  return context['chargesMade'] === times
}

async function onChain({ address }: Payer, contractAddress: string) {
  const balance = await readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
  const [, charged] = await readContract(world.direct.reader, {
    address: contractAddress as `0x${string}`,
    abi: subscriptionAbi,
    functionName: 'state',
  })
  return { balance, charged }
}
