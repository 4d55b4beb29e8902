/**
 * The statement behind the forecast: every charge that falls due within the window, with what is known of it. What
 * cannot be told charge by charge, because a wallet holds less than all of its charges need, comes out as `isShort`
 * and is judged in the order in which the charges fall due (`spend-in-order.ts`).
 */
import type { Owner } from '../../../shared/owner.ts'
import { chargeableSubscriptions, pausedSubscriptions, quoteStatuses } from '../../states.ts'
import type { Value } from '../numbered.ts'

/** What is known about the chains and assets of a network at the moment of a forecast. */
export type ForecastGround = {
  now: Date
  until: Date
  /** The codes of the assets that the merchant has switched on. */
  activeAssets: string[]
  /** For each chain that is served, the charges that its gas wallet pays for; null where that is not known. */
  gas: { blockchain: string; chargesLeft: number | null }[]
  /** Only charges of these wallets are judged, with all that they have to pay; left out: of all. */
  payers?: string[]
}

/** A balance that was seen longer ago, in real time, tells nothing: contracts are asked every six hours. */
export const balanceHoursMax = 24

/** Reasons for which a held back charge is not made until the merchant acts; of all others nobody knows. */
const untilSomebodyActs = ['GasWalletEmpty', 'AssetInactive', 'GasCostAboveLimit']
/** Reasons that allowance and balance tell more newly. */
const shortages = ['InsufficientAllowance', 'InsufficientBalance', 'AllowanceRevoked']

const isSeen = (table: string): string =>
  `coalesce(${table}.seen_at > now() - ${balanceHoursMax} * interval '1 hour', false)`

const columns = `s.id, s.blockchain, s.token, s.payer, s.asset, s.decimals, s.amount, s.charges_made, s.allowance,
  s.period_days, s.max_periods - s.charges_made as periods_left`

/** One row for each subscription that is charged within the window, and why it may not be. */
const plannedOf = (owner: string, now: string, until: string): string => `
  select ${columns}, s.next_charge_at::timestamptz as first_at,
    case when s.status = 'Suspended' and s.reason in (${quoteStatuses(untilSomebodyActs)}) then 'atRisk'
      when s.phase = 'Overdue' and s.reason not in (${quoteStatuses(shortages)}) then 'atRisk'
      when s.status = 'Suspended' then 'unknown' end as class,
    case when s.status = 'Suspended'
      or (s.phase = 'Overdue' and s.reason not in (${quoteStatuses(shortages)})) then s.reason end as reason
  from subscription s
  where ${owner} and s.status in (${quoteStatuses(chargeableSubscriptions)})
    and s.next_charge_at < ${until} and s.charges_made < s.max_periods
    and s.is_to_end is not true and s.phase <> 'AwaitingPredecessor'
  union all
  -- A pause that ends by itself, or is just beginning or ending: when it is charged then, the chain will say.
  select ${columns}, greatest(s.next_charge_at::timestamptz,
      (s.snapshot->'context'->>'resumeAt')::timestamptz, ${now}::timestamptz), 'unknown', 'Paused'
  from subscription s
  where ${owner} and s.status in (${quoteStatuses(pausedSubscriptions)})
    and (s.status <> 'Paused' or s.snapshot->'context'->>'resumeAt' is not null)
    and s.charges_made < s.max_periods and s.is_to_end is not true
  union all
  -- It begins when the one has ended whose place it takes.
  select ${columns}, old.next_charge_at::timestamptz, 'unknown', 'Switched'
  from subscription s join subscription old
    on old.id = s.snapshot->'context'->'replaces'->>'contractAddress'
    and old.merchant_id = s.merchant_id and old.network = s.network
  where ${owner} and s.status = 'Pending' and s.phase = 'AwaitingPredecessor'`

/** The charges within the window, and what beside the balance stands in the way of each. */
const hinderedOf = (until: string, assets: string, payers: string): string => `
  charge_to_come as materialized (
    select p.*, 0 as n, first_at as at from planned p
    union all
    -- Few are charged again within the window.
    select p.*, n, first_at + n * period_days * interval '1 day' from planned p
    cross join lateral generate_series(1, least(periods_left - 1,
      ceil(extract(epoch from ${until}::timestamptz - first_at) / 86400 / period_days) - 1)::int) as n
    where first_at + period_days * interval '1 day' < ${until}::timestamptz and periods_left > 1),
  gas_end as (
    select blockchain, (select at from charge_to_come c where c.blockchain = gas.blockchain
      order by at offset charges_left limit 1) as at
    from gas where charges_left < (select count(*) from charge_to_come)),
  hindered as materialized (
    select c.*,
      case when c.class = 'atRisk' then c.class
        when c.asset <> all(${assets}::text[]) or g.charges_left = 0
          or (n + 1) * amount > allowance then 'atRisk'
        when c.class is not null or g.blockchain is null or g.charges_left is null
          or c.at >= e.at then 'unknown' end as hindered_class,
      case when c.class = 'atRisk' then c.reason
        when c.asset <> all(${assets}::text[]) then 'AssetInactive'
        when g.charges_left = 0 then 'GasWalletEmpty'
        when (n + 1) * amount > allowance then 'InsufficientAllowance'
        when c.class is not null then c.reason
        when g.blockchain is null then 'ChainNotServed'
        when g.charges_left is null then 'GasNotSeen'
        when c.at >= e.at then 'GasMayRunOut' end as hindered_reason
    from charge_to_come c
    left join gas g using (blockchain) left join gas_end e using (blockchain)
    where ${payers}::text[] is null or c.payer = any(${payers}))`

/** What each wallet held when it was seen last, less what was charged since, and what its charges need. */
const heldOf = (owner: string): string => `
  charged_lately as materialized (
    select l.blockchain, l.contract_address, l.block_number from gas g
    join chain_log l on l.blockchain = g.blockchain and l.status in ('Seen', 'Credited')
      and l.block_number > (select min(block_number) from payer_funds f
        where f.blockchain = g.blockchain and ${isSeen('f')})
    where l.event = 'Charged'),
  charged_since as (
    select s.blockchain, s.token, s.payer, sum(s.amount) as amount
    from charged_lately l join subscription s on s.id = l.contract_address and s.blockchain = l.blockchain
    join payer_funds f on f.blockchain = s.blockchain and f.token = s.token and f.payer = s.payer
    where ${owner} and l.block_number > f.block_number group by 1, 2, 3),
  wallet as (
    select blockchain, token, payer, sum(amount) filter (where hindered_class is distinct from 'atRisk') as needed
    from hindered group by 1, 2, 3),
  held as (
    select w.*, f.seen_at, greatest(f.balance - coalesce(c.amount, 0), 0) as held
    from wallet w left join payer_funds f using (blockchain, token, payer)
    left join charged_since c using (blockchain, token, payer))`

/**
 * The common table expressions, the last of which is `judged`: `class`, `reason`, `is_short`, and `held`, what the wallet
 * has left for all of its charges together.
 */
export function judgedCharges(owner: Owner, ground: ForecastGround, value: Value): string {
  const ownedBy = `s.merchant_id = ${value(owner.merchantId)} and s.network = ${value(owner.network)}`
  const now = value(ground.now.toISOString())
  const until = value(ground.until.toISOString())
  const chains = value(ground.gas.map(({ blockchain }) => blockchain))
  const chargesLeft = value(ground.gas.map((one) => one.chargesLeft))
  return `gas as (
    select * from unnest(${chains}::text[], ${chargesLeft}::int[]) as one (blockchain, charges_left)),
  planned as materialized (${plannedOf(ownedBy, now, until)}),
  ${hinderedOf(until, value(ground.activeAssets), value(ground.payers ?? null))},
  ${heldOf(ownedBy)},
  judged as materialized (
    select h.id, h.blockchain, h.token, h.payer, h.asset, h.decimals, h.amount, h.charges_made + h.n + 1 as period, h.at,
      held.held, held.seen_at,
      coalesce(h.hindered_class, case when ${isSeen('held')} then 'covered' else 'unknown' end) as class,
      coalesce(h.hindered_reason, case when held.seen_at is null then 'BalanceNotSeen'
        when not ${isSeen('held')} then 'BalanceTooOld' end) as reason,
      ${isSeen('held')} and held.needed > held.held and h.hindered_class is distinct from 'atRisk' as is_short
    from hindered h join held using (blockchain, token, payer))`
}
