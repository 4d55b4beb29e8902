/**
 * A crowd of a merchant's subscriptions with all that they left: charges, journals of failures, what their payers
 * hold. It is made by statements, in seconds, and is in every respect what the service would have stored.
 *
 * In every hundred 10 were cancelled, 4 ended for want of a charge, 2 are paused, 3 are overdue, 5 allow too little, 5
 * have too little; every seventh shares the wallet of its neighbour. The others pay.
 */
import type { Pool } from 'pg'
import { dayMs } from '../../machines/durations.ts'
import { type Month, monthOf } from '../../src/store/partitions/months.ts'
import { makePartitions } from '../../src/store/partitions/partitions.ts'
import { chargeTemplate, type Ground, subscriptionTemplate } from './templates.ts'

/** The time over which they began, one after another. */
const spreadDays = 90
const yearDays = 366
const manyFrom = 1_000
const tables = ['subscription', 'charge', 'journal', 'chain_log', 'payer_funds']
const fillingMsMax = 60 * 60_000

const moment = (expression: string) =>
  `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** The address has digits alone, which are the same in any spelling. */
const address = (seed: string) =>
  `'0x' || translate(md5(${seed}) || left(md5('b' || ${seed}), 8), 'abcdef', '012345')`

/** Says how each of them stands; `i` counts from 1 to `count`. */
const members = (count: string, now: string, prefix: string) => `
  select i, ${address(`${prefix} || i::text`)} as address,
    ${address(`'payer' || ${prefix} || (i - case when i % 7 = 0 then 1 else 0 end)`)} as payer,
    began_at, charged, began_at + charged * interval '30 days' as next_at,
    case when i % 10 = 0 then 'Cancelled' when i % 25 = 1 then 'Cancelled' when i % 50 = 2 then 'Paused'
      else 'Active' end as status,
    case when i % 10 = 0 or i % 25 = 1 then 'Over' when i % 50 = 2 then ''
      when i % 33 = 3 then 'Overdue' else 'Current' end as phase,
    case when i % 10 = 0 then 'CancelRequested' when i % 25 = 1 then 'GraceExpired'
      when i % 50 <> 2 and i % 33 = 3 then 'InsufficientBalance' end as reason,
    case when i % 20 = 4 then 0 else 240000000 end as allowance,
    case when i % 20 = 5 then 4000000 else 30000000 end as balance
  from (select i, began_at, greatest(1, case when i % 10 = 0 or i % 25 = 1 then made - 1
      when i % 33 = 3 then made - 1 else made end) as charged
    from (select i, began_at, 1 + floor(extract(epoch from ${now}::timestamptz - began_at) / 86400 / 30)::int as made
      from (select i, ${now}::timestamptz - i * (${spreadDays} * interval '1 day' / ${count}::int) as began_at
        from generate_series(1, ${count}::int) as i) begun) counted) member`

/** The months in which they were charged: none began more than this many days before or after. */
function monthsAround(now: Date): Month[] {
  const days = Array.from({ length: 2 * yearDays }, (_, place) => place - yearDays)
  return [...new Set(days.map((day) => monthOf(new Date(now.getTime() + day * dayMs))))]
}

/** Makes `count` subscriptions and what belongs to them; `prefix` keeps crowds apart. */
export async function makeCrowd(
  pool: Pool,
  ground: Ground,
  { count, prefix = 'crowd' }: { count: number; prefix?: string },
): Promise<void> {
  const { owner, blockchain, token, now } = ground
  await makePartitions(pool, monthsAround(now))
  const client = await pool.connect()
  const run = (text: string, values: unknown[] = []) =>
    client.query({ text, values, query_timeout: fillingMsMax } as {
      text: string
      values: unknown[]
    })
  try {
    await run('set statement_timeout = 0')
    await run(
      `create temp table member as ${members('$1', '$2', '$3::text')}`.replaceAll(
        /\$[123]/g,
        (place) => `'${{ $1: count, $2: now.toISOString(), $3: prefix }[place as '$1']}'`,
      ),
    )
    const values = [owner.merchantId, owner.network]
    await run(subscriptions, [...values, JSON.stringify(subscriptionTemplate(ground))])
    await run(charges, [...values, JSON.stringify(chargeTemplate(ground))])
    await run(failures, values)
    await run(logs, [...values, blockchain])
    await run(
      `insert into payer_funds (blockchain, token, payer, balance, block_number, seen_at)
       select $1, $2, payer, min(balance), 1000000, now() from member group by payer`,
      [blockchain, token],
    )
    await run('drop table member')
    // The map of pages that all may see is worth its time for many.
    await run(`${count >= manyFrom ? 'vacuum analyze' : 'analyze'} ${tables.join()}`)
  } finally {
    client.release(true)
  }
}

const put = (context: string, top: string) => `$3::jsonb || jsonb_build_object(${top}) ||
  jsonb_build_object('context', $3::jsonb->'context' || jsonb_build_object(${context}))`

const subscriptions = `insert into subscription
    (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
  select address, $1, $2, status, phase, 5, 1, ${put(
    `'contractAddress', address, 'id', 's' || i, 'planId', 'plan-' || i % 5, 'customerId', 'customer-' || i,
     'payer', payer, 'chargesMade', charged, 'chargeNumber', charged, 'allowance', allowance::text,
     'balance', balance::text, 'reason', reason, 'isAtRisk', allowance = 0,
     'nextChargeAt', ${moment('next_at')}, 'startFrom', ${moment('began_at')}, 'createdAt', ${moment('began_at')}`,
    `'value', case when phase = '' then to_jsonb(status) else jsonb_build_object(status, phase) end`,
  )}, began_at, next_at
  from member`

/**
 * Inserts the charges that were made, and behind them the open or lost one of subscriptions that are overdue or have
 * ended for want of it.
 */
const charges = `insert into charge
    (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
  select address || '-' || period, $1, $2, outcome, case outcome when 'Retrying' then 'Waiting' else '' end, 3, 1, ${put(
    `'contractAddress', address, 'id', address || '-' || period, 'customerId', 'customer-' || i, 'number', period,
     'period', period, 'dueAt', ${moment('due_at')}, 'graceUntil', ${moment(`due_at + interval '3 days'`)},
     'chargedAt', case when outcome = 'Succeeded' then ${moment(`due_at + interval '20 seconds'`)} end,
     'reason', case when outcome <> 'Succeeded' then 'InsufficientBalance' end, 'isInitial', period = 1,
     'createdAt', ${moment('due_at')}`,
    `'value', to_jsonb(outcome)`,
  )}, due_at, due_at
  from (select *, began_at + (period - 1) * interval '30 days' as due_at,
      case when period <= charged then 'Succeeded' when phase = 'Overdue' then 'Retrying' else 'Failed' end as outcome
    from member cross join lateral generate_series(1, charged
      + case when phase = 'Overdue' or reason = 'GraceExpired' then 1 else 0 end) as period) made`

/** The events of the contracts, of all that was charged. */
const logs = `insert into chain_log (blockchain, block_hash, log_index, block_number, block_time, transaction_hash,
    contract_address, event, args, status, agreed)
  select $3, '0x' || md5(id), i % 1000, i, charge.created_at, transaction_hash, contract_address, 'Charged',
    jsonb_build_object('period', period, 'nextDue', 0), 'Credited', true
  from charge join member on address = contract_address
  where charge.merchant_id = $1 and charge.network = $2 and charge.status = 'Succeeded'`

/** Attempts that failed: of what is not made, and of every twelfth that was made after all. */
const failures = `insert into journal
    (kind, entity_id, revision, message_id, merchant_id, network, event, from_state, to_state, cause, at)
  select 'charge', id, 2, 'failure/' || id, $1, $2,
    jsonb_build_object('type', 'charge.attemptFailed', 'reason',
      case when period % 2 = 0 then 'InsufficientBalance' else 'InsufficientAllowance' end),
    'Pending.InFlight', 'Retrying.Waiting', '{"type":"chain"}', created_at
  from charge join member on address = contract_address
  where charge.status <> 'Succeeded' or i % 12 = 0`
