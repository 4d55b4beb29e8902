/**
 * A thousand kills and lies, by a printed seed, at every step of a transaction: allocate, sign,
 * store, send, mined. A kill is a statement that fails before or after Postgres did it; a lie is an
 * answer of the only node about nonces, balances, fees, receipts, or what became of bytes.
 */
import { type Hex, numberToHex } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { countMined } from '../../src/chain/lanes/nonce-counts.ts'
import { diceOf, faultyDatabase } from '../../test/chain/faults.ts'
import { approve, newPayer, type Payer, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { subscriptionOf, until } from '../../test/chain/until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6))
const faultsWanted = 1_000
/** Kills and lies each come so often; the seed decides how they share in the faults. */
const ofEachKindMin = 100
const killRate = 0.1
const monthsMax = 12
const subscriptionsCount = 4
const paymentsEachRound = 3
const patienceMs = 60_000
/** A little more than a refused transaction waits until it is sent again. */
const untilSentAgainDays = 16 / (24 * 60 * 60)

const refusals = [
  'intrinsic gas too low',
  'nonce too low: next nonce 9, tx nonce 3',
  'internal error',
  'replacement transaction underpriced',
  'insufficient funds for gas * price + value',
  'txpool is full',
  'exceeds block gas limit',
]

let world: World
let proxy: RpcProxy
let parts: { stop(): Promise<void> }[] = []
let isFaulty = true
const faults = { kills: 0, lies: 0 }
const hasFaultsEnough = () =>
  faults.kills + faults.lies >= faultsWanted && Math.min(faults.kills, faults.lies) > ofEachKindMin
const dice = diceOf(seed)

/** Fails or lies with this probability, and counts it. */
const strikes = (probability: number): boolean => isFaulty && dice() < probability
const oneOf = <Item>(items: Item[]): Item => items[Math.floor(dice() * items.length)]!

const lie = <Answer>(answer: Answer): Answer => {
  faults.lies++
  return answer
}

const lying: Behaviour = async ({ method, params }, pass) => {
  switch (method) {
    case 'eth_getTransactionCount': {
      if (!strikes(params[1] === 'pending' ? 0.5 : 0.1)) return undefined
      const nonce = Number((await pass()).result)
      return lie({ result: numberToHex(oneOf([0, nonce + 3, nonce + 40, 1_000_000])) })
    }
    case 'eth_sendRawTransaction': {
      if (!strikes(0.3)) return undefined
      if (dice() < 0.5) await pass()
      return lie({ error: { code: -32_000, message: oneOf(refusals) } })
    }
    case 'eth_feeHistory':
      return strikes(0.5)
        ? lie({ result: { gasUsedRatio: [1], reward: [[numberToHex(10n ** 12n)]] } })
        : undefined
    case 'eth_getTransactionReceipt':
      return strikes(0.2) ? lie({ result: null }) : undefined
    case 'eth_getBalance':
      return strikes(0.2) ? lie({ result: oneOf(['0x0', '0xffffffffffffffffff']) }) : undefined
    default:
      return undefined
  }
}

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  proxy.behaviour = lying
  const counted = () => {
    const drawn = dice()
    if (isFaulty && drawn < killRate / 2) faults.kills++
    return drawn
  }
  const database = faultyDatabase(world.database, counted, () => (isFaulty ? killRate : 0))
  const faulty = { ...world, database: { ...world.database, ...database } }
  parts = [startThinking(world), startRelay(faulty), startRelay(faulty), startWatching(faulty)]
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await proxy?.stop()
  await world?.close()
})

/** So often rows are taken from a relay that still works on them, as a stalled one would lose them. */
const leasesEndRate = 0.1

/** Ends all waits: of refused transactions, and of lanes that rest because of them. */
async function hurry(): Promise<void> {
  const { pool } = world.database
  await pool.query(
    // A killed relay's rows stay locked until PostgreSQL ends its transaction.
    `update outbox set available_at = now() where id in (
       select id from outbox where channel = 'chain' and available_at > now()
         and (last_error is not null or $1) for update skip locked)`,
    [dice() < leasesEndRate],
  )
  await pool.query(
    `update nonce_lane set rests_until = null where (blockchain, wallet) in (
       select blockchain, wallet from nonce_lane where rests_until > now() for update skip locked)`,
  )
  await passDays(world, untilSentAgainDays)
  world.bus.wake('chain')
  world.bus.wake('block')
}

const untilHurrying = <Seen>(what: string, read: () => Promise<Seen | false>) =>
  until(what, async () => (await hurry(), read()), patienceMs)

const laneOf = async () => {
  const { rows } = await world.database.pool.query<{ next: number; heldUpBy: string | null }>(
    'select next_nonce as next, held_up_by as "heldUpBy" from nonce_lane where wallet = $1',
    [world.merchant.wallet],
  )
  return rows[0]!
}

const balanceOf = (address: string): Promise<bigint> =>
  readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address as Hex],
  })

const isSwept = async (payment: { id: string; amount: string }) =>
  (await paymentOf(world, payment)).context.swept === payment.amount

async function beginSubscriptions() {
  const begun: { payer: Payer; contractAddress: string }[] = []
  for (let i = 0; i < subscriptionsCount; i++) {
    const payer = await newPayer(world, 1_000n * unit)
    const { contractAddress } = await subscribe(world, payer)
    await approve(world, payer, contractAddress, 120n * unit)
    begun.push({ payer, contractAddress })
  }
  return begun
}

test(`after ${faultsWanted} kills and lies no nonce lane is jammed, and no transaction happens twice (CHAOS_SEED=${seed})`, async () => {
  const before = await balanceOf(world.merchant.receiver)
  const subscriptions = await beginSubscriptions()
  const shopper = await newPayer(world, 100_000n * unit)
  const payments: { id: string; amount: string }[] = []
  const chargedTimes = async (contractAddress: string) =>
    Number((await subscriptionOf(world, contractAddress)).context['chargesMade'])

  let months = 0
  while (!hasFaultsEnough()) {
    if (months > 0 && months < monthsMax) await passDays(world, 30)
    months = Math.min(months + 1, monthsMax)
    for (let i = 0; i < paymentsEachRound; i++) {
      const payment = await request(world)
      await pay(world, shopper, payment, BigInt(payment.amount))
      payments.push(payment)
    }
    for (const { contractAddress } of subscriptions)
      await untilHurrying(
        `charge ${months}`,
        async () => (await chargedTimes(contractAddress)) === months,
      )
    await untilHurrying('the sweep', () => isSwept(payments.at(-1)!))
  }
  isFaulty = false
  await untilHurrying('everything has ended', async () => {
    const { rows } = await world.database.pool.query(
      `select from outbox where channel in ('actor', 'chain') union all
       select from transaction where status not in ('Final', 'Failed')`,
    )
    const lane = await laneOf()
    const mined = await countMined(world.direct.reader, world.merchant.wallet)
    return rows.length === 0 && lane.next === mined && lane.heldUpBy === null
  })

  for (const { payer, contractAddress } of subscriptions) {
    const [, charged] = await readContract(world.direct.reader, {
      address: contractAddress as Hex,
      abi: subscriptionAbi,
      functionName: 'state',
    })
    expect(charged).toBe(months)
    expect(await balanceOf(payer.address)).toBe((1_000n - 10n * BigInt(months)) * unit)
  }
  let swept = 0n
  for (const payment of payments) {
    expect(await isSwept(payment)).toBe(true)
    swept += BigInt(payment.amount)
  }
  const charged = BigInt(months * subscriptionsCount) * 10n * unit
  expect((await balanceOf(world.merchant.receiver)) - before).toBe(charged + swept)
}, 240_000)
