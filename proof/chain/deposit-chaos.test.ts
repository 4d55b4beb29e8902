import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { diceOf, faultPatienceMs, faultyDatabase, makeFaulty } from '../../test/chain/faults.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, receivedBy, request, untilPayment } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { untilQuiet } from '../../test/chain/until.ts'
import {
  createWorld,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6))
const paymentsCount = 12
const faultRate = 0.03

let world: World
let proxy: RpcProxy
let parts: { stop(): Promise<void> }[] = []
let rate = faultRate

/** After faults in a row the watcher waits longer, up to seconds. */

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
  parts = [
    startThinking(world),
    startRelay(faulty),
    startRelay(faulty),
    startWatching(faulty),
    startWatching(faulty),
  ]
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await proxy?.stop()
  await world?.close()
})

const received = () => receivedBy(world)

test(`with faults at every step, all money that is paid is counted once and reaches the merchant (CHAOS_SEED=${seed})`, async () => {
  const payer = await newPayer(world, 1_000n * unit)
  const payments: PaymentInput[] = []
  for (let i = 0; i < paymentsCount; i++) {
    const payment = await request(world)
    await pay(world, payer, payment, 4n * unit)
    await pay(world, payer, payment, 6n * unit)
    payments.push(payment)
  }
  const whole = String(10n * unit)
  const isSettled = ({ context }: { context: { swept: string } }) => context.swept === whole
  for (const payment of payments)
    await untilPayment(world, payment, 'settled', isSettled, faultPatienceMs)
  rate = 0
  await untilQuiet(world, faultPatienceMs)

  for (const payment of payments)
    expect(await paymentOf(world, payment)).toMatchObject({
      status: 'Succeeded',
      phase: 'Exact',
      context: { inTime: { seen: whole, confirmed: whole }, sweepReason: null },
    })
  expect(await received()).toBe(BigInt(paymentsCount) * 10n * unit)
}, 150_000)
