/**
 * Rows of what a watcher watches, written by SQL as turns and earlier polls would have left them: subscriptions with
 * their contracts, and payments with their deposit addresses.
 */
import type { Pool } from 'pg'
import type { Owner } from '../../src/shared/owner.ts'
import { type Ground, subscriptionTemplate } from '../../test/dashboard/templates.ts'

export type Watched = {
  subscriptions: number
  payments: number
  /** Every so many subscriptions one is overdue, and its payer's money waited for. */
  overdueEvery: number
}

/** Longer than a measurement: nothing expires or is retired meanwhile. */
const openDays = 7
const fillTimeoutMs = 600_000

/** Adds rows until there are as many as are wanted, and lets the planner know. */
export async function fillWatched(pool: Pool, ground: Ground, wanted: Watched): Promise<void> {
  const { subscriptions, payments, overdueEvery } = wanted
  const template = JSON.stringify(subscriptionTemplate(ground))
  const where = [ground.owner.merchantId, ground.owner.network]
  const payment = JSON.stringify(paymentContext(ground))
  const client = await pool.connect()
  const run = (text: string, values: unknown[] = []) =>
    client.query({ text, values, query_timeout: fillTimeoutMs } as { text: string })
  try {
    await run('set statement_timeout = 0')
    await run(insertSubscriptions, [...where, template, subscriptions, overdueEvery])
    await run(insertContractWatch, [ground.blockchain])
    await run(insertPayments, [...where, payment, payments, openDays])
    await run(insertDepositWatch, [ground.blockchain])
    for (const table of ['subscription', 'payment', 'contract_watch', 'deposit_watch'])
      await run(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

/** Creates gas wallets without keys, of as many merchants. */
export async function fillGasWallets(
  pool: Pool,
  { network }: Owner,
  blockchain: string,
  count: number,
): Promise<void> {
  await pool.query(
    `insert into merchant (id, name, wrapped_key, created_at)
     select 'merchant' || n, 'Shop', '', now() from generate_series(1, $1) n on conflict do nothing`,
    [count],
  )
  await pool.query(
    `insert into gas_wallet (merchant_id, network, blockchain, address, sealed_private_key)
     select 'merchant' || n, $2, $3, '0xa' || lpad(to_hex(n), 39, '0'), '' from generate_series(1, $1) n
     on conflict do nothing`,
    [count, network, blockchain],
  )
}

const paymentContext = ({ blockchain, asset, token }: Ground) => ({
  blockchain,
  asset,
  token,
  amount: '10000000',
  decimals: 6,
  others: [],
  metadata: null,
})

const insertSubscriptions = `insert into subscription
    (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
  select '0x5' || lpad(to_hex(n), 39, '0'), $1, $2, 'Active',
    case when n % $5::int = 0 then 'Overdue' else 'Current' end, 1, 1,
    jsonb_set($3::jsonb, '{context}', $3::jsonb->'context' || jsonb_build_object(
      'contractAddress', '0x5' || lpad(to_hex(n), 39, '0'), 'customerId', 'customer' || n,
      'payer', '0xb' || lpad(to_hex(n), 39, '0'), 'allowance', '240000000', 'balance', '0',
      'reason', case when n % $5::int = 0 then 'InsufficientBalance' end)),
    now() - (1 + n) * interval '1 minute', now() - interval '1 day'
  from generate_series(1, $4::int) n on conflict do nothing`

/** The rows are of six hours, so that rounds find as many due as they would of these. */
const insertContractWatch = `insert into contract_watch
    (contract_address, blockchain, created_at, known_at, check_at, checked_at)
  select id, blockchain, created_at, 0, now() + random() * interval '6 hours', now()
  from subscription where blockchain = $1 on conflict do nothing`

const insertPayments = `insert into payment
    (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
  select 'p' || lpad(n::text, 21, '0'), $1, $2, 'Created', 'Waiting', 1, 1,
    jsonb_build_object('context', $3::jsonb || jsonb_build_object(
      'id', 'p' || lpad(n::text, 21, '0'), 'depositAddress', '0xd' || lpad(to_hex(n), 39, '0'),
      'expiresAt', to_char(now() + $5::int * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))),
    now() - (1 + n) * interval '1 second', now()
  from generate_series(1, $4::int) n on conflict do nothing`

/** Open payments are checked every ten minutes. */
const insertDepositWatch = `insert into deposit_watch
    (payment_id, blockchain, deposit_address, created_at, known_at, check_at)
  select id, blockchain, deposit_address, created_at, 0, now() + random() * interval '10 minutes'
  from payment where blockchain = $1 on conflict do nothing`
