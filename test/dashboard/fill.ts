/** Fills a merchant's tables with copies of actors that turns have made, each with an id, a customer and moments of its own. */
import { getAddress } from 'viem'
import { dayMs } from '../../machines/durations.ts'
import { activateUntilOf } from '../../machines/subscription/subscription.events.ts'
import type { Bus } from '../../src/bus/bus.ts'
import type { Clock } from '../../src/shared/clock.ts'
import { newId } from '../../src/shared/ids.ts'
import type { MessageEvent } from '../../src/shared/message.ts'
import type { Owner } from '../../src/shared/owner.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import type { Database } from '../../src/store/database.ts'
import { askWorker } from '../support/ask.ts'
import { settle } from '../support/settle.ts'

/** As many events as deliveries are made: one key signs each. */
export type Size = { subscriptions: number; charges: number; deliveries: number }

type World = { database: Database; bus: Bus; clock: Clock }
const timeoutMs = 60_000
const address = (byte: string) => getAddress(`0x${byte.repeat(20)}`)
const contractAddress = address('5a')
const transactionHash = `0x${'ab'.repeat(32)}`

/** Names what can be looked for. */
export type Known = {
  customerId: string
  payer: string
  contractAddress: string
  hash: string
  eventId: string
}

export async function fillMerchant(world: World, owner: Owner, size: Size): Promise<Known> {
  const planId = newId(world.clock.now())
  await createOneOfEach(world, owner, planId)
  const { pool } = world.database
  const filling = await pool.connect()
  try {
    await filling.query('set statement_timeout = 0')
    const run = (text: string) =>
      filling.query({ text, query_timeout: 3_600_000 } as { text: string })
    await run(copy('subscription', size.subscriptions, ofSubscription))
    await run(copy('charge', size.charges, ofCharge(size.subscriptions)))
    // Their ids are readable and name no moment.
    for (const table of ['delivery', 'merchant_event'])
      await run(`create table if not exists ${table}_of_any_id partition of ${table} default`)
    await run(copy('delivery', size.deliveries, ofDelivery))
    await run(insertEvents(size))
    await run(`insert into event_counter (merchant_id, network, last_log_number)
      select merchant_id, network, max(log_number) from merchant_event group by 1, 2
      on conflict (merchant_id, network) do update set last_log_number = excluded.last_log_number`)
    for (const table of ['subscription', 'charge', 'delivery', 'merchant_event'])
      await run(`vacuum analyze ${table}`)
  } finally {
    filling.release(true)
  }
  return {
    customerId: 'customer-4711',
    payer: getAddress(payerOf(4711)),
    contractAddress: `0x${'0'.repeat(36)}1267`,
    hash: transactionHash,
    eventId: '4711'.padStart(22, 'e'),
  }
}

const payerOf = (n: number) => `0x${(n % 50_000).toString(16).padStart(40, 'b')}`

async function createOneOfEach({ database, bus, clock }: World, owner: Owner, planId: string) {
  const now = clock.now()
  const nowText = now.toISOString()
  const tell = async (kind: ActorKind, id: string, event: MessageEvent) => {
    const cause = { type: 'command', command: event.type, by: 'merchant' } as const
    const message = { id: `http/${newId(now)}`, kind, entityId: id, ...owner, event, cause }
    const { outcome } = await askWorker({ database, bus }, message, timeoutMs)
    if (outcome !== 'applied') throw new Error(`${event.type} was ${outcome}`)
  }
  const input = { ...owner, planId, id: newId(now), ...terms(nowText) }
  await tell('subscription', contractAddress, { type: 'subscription.create', input })
  const funds = { balance: '10000000', allowance: '90000000', position: 1_000_000 }
  await tell('subscription', contractAddress, { type: 'chain.fundsSeen', ...funds })
  await tell('subscription', contractAddress, {
    type: 'chain.charged',
    period: 1,
    nextChargeAt: new Date(now.getTime() + 31 * dayMs).toISOString(),
    chargedAt: nowText,
    allowance: '80000000',
    transactionHash,
    position: 2_000_000,
  })
  const id = newId(now)
  const delivery = { eventId: newId(now), eventType: 'PlanStatusChanged', lane: 'plan/1/2/key' }
  const signed = { sequence: 1, endpointId: newId(now), apiKey: 'test_key', createdAt: nowText }
  const made = { id, ...owner, ...delivery, ...signed }
  await tell('delivery', id, { type: 'delivery.create', input: made })
  await settle({ database })
  const { rows } = await database.pool.query('select from charge')
  if (rows.length === 0) throw new Error('there is no charge')
}

/** The first subscription agreed to these. */
const terms = (nowText: string) => ({
  contractAddress,
  customerId: 'customer-0',
  metadata: 'order 0',
  blockchain: 'LocalTestNet',
  asset: 'tUSDC',
  decimals: 6,
  token: address('c0'),
  receiver: address('ab'),
  payer: address('bb'),
  operator: address('0a'),
  amount: '10000000',
  startFrom: nowText,
  periodDays: 31,
  maxPeriods: 24,
  graceDays: 3,
  activateUntil: activateUntilOf(nowText),
  createdAt: nowText,
})

/** Copies the one row of a table; `n` counts the copies. */
const copy = (table: string, count: number, { id, status, context }: Copied): string =>
  `insert into ${table} (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
   select ${id}, one.merchant_id, one.network, ${status}, one.phase, 1, one.machine_version,
     jsonb_set(one.snapshot, '{context}', one.snapshot->'context' || ${context}),
     one.created_at - n * interval '1 minute', one.created_at
   from generate_series(1, ${count}) n cross join (select * from ${table} limit 1) one`

/** Describes a copy, as SQL over `n`. */
type Copied = { id: string; status: string; context: string }

const hexAddress = (n: string) => `'0x' || lpad(to_hex(${n}), 40, '0')`
const utc = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
const failed = `case when n % 50 = 0 then 'InsufficientBalance' end`

const ofSubscription: Copied = {
  id: hexAddress('n'),
  status: `case n % 10 when 0 then 'Cancelled' when 1 then 'Paused' else 'Active' end`,
  context: `jsonb_build_object('contractAddress', ${hexAddress('n')}, 'customerId', 'customer-' || n / 2,
    'payer', '0x' || lpad(to_hex(n % 50000), 40, 'b'), 'planId', 'plan' || n % 7, 'reason', ${failed},
    'metadata', 'order ' || n, 'isAtRisk', n % 40 = 0,
    'amount', (n % 20 * 1000000 + 990000)::text)`,
}

const ofCharge = (subscriptions: number): Copied => ({
  id: `lpad(n::text, 22, 'c')`,
  status: `case when n % 50 = 0 then 'Failed' else 'Succeeded' end`,
  context: `jsonb_build_object('contractAddress', ${hexAddress(`n % ${subscriptions} + 1`)},
    'customerId', 'customer-' || (n % ${subscriptions} + 1) / 2, 'period', n / ${subscriptions} + 1,
    'number', n / ${subscriptions} + 1, 'id', lpad(n::text, 22, 'c'), 'reason', ${failed},
    'chargedAt', ${utc(`one.created_at - n * interval '1 minute'`)},
    'transactionHash', '0x' || lpad(to_hex(n), 64, '0'), 'metadata', 'order ' || n,
    'amount', (n % 20 * 1000000 + 990000)::text)`,
})

const ofDelivery: Copied = {
  id: `lpad(n::text, 22, 'd')`,
  status: `case when n % 200 = 0 then 'Exhausted' else 'Delivered' end`,
  context: `jsonb_build_object('id', lpad(n::text, 22, 'd'), 'eventId', lpad(n::text, 22, 'e'))`,
}

/** The events of the deliveries, one a minute, each about a charge, with a body as long as a charge's. */
const insertEvents = ({ deliveries, charges }: Size): string =>
  `insert into merchant_event (merchant_id, network, log_number, event_id, event_type, resource_kind, resource_id,
     sequence, body, at)
   select one.merchant_id, one.network, ${deliveries} - n + 1, lpad(n::text, 22, 'e'),
     case when n % 3 = 0 then 'SubscriptionChargeCreated' else 'SubscriptionChargeStatusChanged' end, 'charge',
     lpad((n % ${charges} + 1)::text, 22, 'c'), n / ${charges} + 1,
     json_build_object('eventId', lpad(n::text, 22, 'e'), 'logNumber', ${deliveries} - n + 1,
       'charge', one.snapshot->'context')::text,
     one.created_at - n * interval '1 minute'
   from generate_series(1, ${deliveries}) n cross join (select * from charge limit 1) one`
