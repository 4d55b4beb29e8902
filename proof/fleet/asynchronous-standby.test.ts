/**
 * The primary dies for good under load while its asynchronous standby is seconds behind: what was charged, paid and moved on
 * meanwhile is taken over from the chain by a service that runs on, what only the chain knows is adopted as the page on
 * backup and restore says, nothing is charged twice, and the merchant hears of it.
 */
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresPair, startPostgresPair } from '../../scripts/fleet/postgres-pair.ts'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { adoptPayment } from '../../src/watching/adoption/adopt-payment.ts'
import { adoptSubscription } from '../../src/watching/adoption/adopt-subscription.ts'
import { findUnknown } from '../../src/watching/adoption/find-unknown.ts'
import { checkContracts } from '../../src/reader/contracts/contract-round.ts'
import { activeSubscription, newPayer, type Payer, unit } from '../../test/chain/payers.ts'
import { pay, receivedBy, untilPayment } from '../../test/chain/payments.ts'
import { chargesOf, subscriptionOf, until, untilQuiet } from '../../test/chain/until.ts'
import {
  blockchain,
  createWorld,
  network,
  passDays,
  startAll,
  type World,
} from '../../test/chain/world.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { healthy, Receiver } from '../../test/webhooks/receiver.ts'
import { asMerchantKnows, newPayment } from '../chain/lost-payments.ts'
import { makePlan } from '../chain/monthly-plan.ts'

const amount = 10n * unit
const lostPayments = 6
const recoveryMs = 30_000
const testTimeoutMs = 90_000

let pair: PostgresPair
let world: World
let receiver: Receiver
const parts: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  pair = await startPostgresPair({ directory: newDirectory('pair'), synchronous: false })
  const database = { ...(await connectDatabase(pair.url)), url: pair.url }
  await migrateDatabase(database)
  world = await createWorld({ database })
  receiver = await Receiver.start(healthy)
  const owner = { merchantId: world.merchant.merchantId, network } as const
  await createApiKey(world, owner, 'key')
  await setWebhookEndpoint(world, owner, receiver.url)
  const { receiver: address } = world.merchant
  await setReceiver(world, owner, { blockchain, address })
  const targets = { allowPrivateTargets: true }
  parts.push(startAll(world), startEventRelay(world), startWebhookRelay({ ...world, targets }))
})
afterAll(async () => {
  for (const part of parts.toReversed()) await part.stop()
  await world?.close()
  await receiver?.stop()
  await pair?.stop()
})

const adopt = (payment: PaymentInput) => adoptPayment(world, asMerchantKnows(payment))

const untilSettled = (payment: { id: string }) =>
  untilPayment(
    world,
    payment,
    'settled',
    ({ status, context }) => status === 'Succeeded' && context.swept === String(amount),
    recoveryMs,
  )

const untilCharged = (contractAddress: string, times: number) =>
  until(
    `${times} charges`,
    async () => (await subscriptionOf(world, contractAddress))?.context['chargesMade'] === times,
    recoveryMs,
  )

/** From here on the standby hears nothing more of the primary. */
async function cutStandbyOff(): Promise<void> {
  const [row] = await pair.ask<{ now: string }>(pair.primary, 'select pg_current_wal_lsn() as now')
  await expect
    .poll(async () => {
      const statement = `select pg_last_wal_replay_lsn() >= '${row!.now}'::pg_lsn as "isThere"`
      return (await pair.ask<{ isThere: boolean }>(pair.standby, statement))[0]!.isThere
    })
    .toBe(true)
  await pair.ask(pair.standby, `alter system set primary_conninfo = ''`)
  await pair.ask(pair.standby, 'select pg_reload_conf()')
  const receivers = () => pair.ask(pair.standby, 'select from pg_stat_wal_receiver')
  await expect.poll(receivers).toEqual([])
}

/** Pays anew until it is told to end, as many payers do; what is cut off by the loss of the primary is of no account. */
function startLoad(payer: Payer) {
  const paid: PaymentInput[] = []
  let isOn = true
  const running = (async () => {
    while (isOn)
      try {
        const payment = await newPayment(world)
        await pay(world, payer, payment, amount)
        paid.push(payment)
      } catch (error) {
        if (isOn) throw error
      }
  })()
  return {
    paid,
    async stop() {
      isOn = false
      await running
    },
  }
}

test(
  'a primary is lost while its standby is behind: the chain is believed, what it alone knows is adopted, and nobody pays twice (P24)',
  async () => {
    const planId = await makePlan(world)
    const known = await activeSubscription(world)
    const payer = await newPayer(world, 1_000n * unit)
    const waiting = await newPayment(world)
    await untilQuiet(world)
    await cutStandbyOff()

    // The standby never hears of these: a payment that is paid and moved on, charges, another subscription, other
    // payments.
    await pay(world, payer, waiting, amount)
    await untilSettled(waiting)
    await passDays(world, 30)
    await untilCharged(known.contractAddress, 2)
    const lost = await activeSubscription(world)
    await untilCharged(lost.contractAddress, 1)
    const load = startLoad(payer)
    await until('payments under load', async () => load.paid.length >= lostPayments)
    await untilSettled(load.paid[0]!)
    const stopping = load.stop()
    await pair.killPrimary()
    await pair.promote()
    await stopping

    // The service runs on, and reads the chain from where the standby was.
    await untilSettled(waiting)
    await untilCharged(known.contractAddress, 2)
    expect(await subscriptionOf(world, lost.contractAddress)).toBeUndefined()
    const found = await findUnknown(world, null)
    expect(found.map(({ address }) => address)).toEqual(
      expect.arrayContaining([lost.contractAddress, load.paid[0]!.depositAddress]),
    )

    for (const [index, payment] of load.paid.entries()) {
      // The last may have been under way when the primary died, and then be known to its successor.
      const { isNew } = await adopt(payment)
      if (index < lostPayments) expect(isNew).toBe(true)
      await untilSettled(payment)
    }
    const contractAddress = lost.contractAddress as Address
    const { customerId, metadata } = lost.input
    const given = { contractAddress, customerId, metadata, planId: null }
    expect(await adoptSubscription(world, given)).toMatchObject({ isNew: true, input: { planId } })
    await checkContracts(world, world.chain.nodes[0]!)
    await untilCharged(lost.contractAddress, 1)
    await untilQuiet(world)
    expect(await findUnknown(world, null)).toEqual([])
    const paid = BigInt(load.paid.length + 1) * amount
    expect(await receivedBy(world)).toBe(paid + 3n * amount)

    // Nonces are read again: what falls due next is charged, once each.
    await passDays(world, 30)
    await untilCharged(known.contractAddress, 3)
    await untilCharged(lost.contractAddress, 2)
    await untilQuiet(world)
    expect(await receivedBy(world)).toBe(paid + 5n * amount)
    for (const [one, times] of [
      [known, 3],
      [lost, 2],
    ] as const) {
      const charges = await chargesOf(world, one.contractAddress)
      expect(charges.map(({ status }) => status)).toEqual(Array(times).fill('Succeeded'))
    }
    await expect
      .poll(() => receiver.calls.filter(({ body }) => body.includes('"EventLogRestored"')).length)
      .toBeGreaterThan(0)
  },
  testTimeoutMs,
)
