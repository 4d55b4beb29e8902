/**
 * Holds what the service has recorded against what the chains' own logs say, asset by asset: charges that succeeded
 * against the contracts' `Charged`, what payments received and what was swept against the tokens' transfers. Only
 * what is credited counts, on both sides, so that the difference of a service that works is none.
 */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'
import { askAtLarge } from '../large-query.ts'
import { type FoundPage, type Part, readInOrder } from '../../lists/places.ts'
import { allOf, type ParameterValue } from '../query-parameters.ts'

export const reconciled = ['charges', 'received', 'swept'] as const
type Reconciled = (typeof reconciled)[number]
export const sides = ['ours', 'chain'] as const
export type ReconciliationSide = (typeof sides)[number]

/** Amounts in base units. `differing` rows are not the same on both sides. */
export type ReconciliationLine = {
  what: Reconciled
  blockchain: string
  asset: string
  decimals: number
  ours: string
  oursCount: number
  chain: string
  chainCount: number
  differing: number
}

/** Describes what differs: a charge of a contract's period, or a payment; null on the side that knows nothing of it. */
export type ReconciliationDifference = {
  what: Reconciled
  id: string
  contractAddress: string | null
  period: number | null
  blockchain: string
  asset: string
  decimals: number
  ours: string | null
  chain: string | null
  transactionHash: string | null
}

/** One row for everything that either side knows. */
const factsOf = (merchant: string, network: string) => `fact as (
  select 'charges' as what, coalesce(c.id, l.contract_address || '/' || l.period) as id,
    s.id as contract_address, coalesce(c.period, l.period) as period, s.blockchain, s.asset, s.decimals,
    c.amount as ours, case when l.period is not null then s.amount end as chain,
    coalesce(l.transaction_hash, c.transaction_hash) as transaction_hash
  from (select id, contract_address, period, amount, transaction_hash from charge
      where merchant_id = ${merchant} and network = ${network} and status = 'Succeeded') c
  full join (select l.contract_address, (l.args->>'period')::int as period, l.transaction_hash
      from chain_log l join subscription o on o.id = l.contract_address and o.blockchain = l.blockchain
      where o.merchant_id = ${merchant} and o.network = ${network} and l.event = 'Charged' and l.status = 'Credited') l
    on l.contract_address = c.contract_address and l.period = c.period
  join subscription s on s.id = coalesce(c.contract_address, l.contract_address)
  union all
  select one.what, p.id, null, null, p.blockchain, p.asset, p.decimals,
    nullif(one.ours, 0), nullif(coalesce(one.chain, 0), 0), p.snapshot->'context'->>'transactionHash'
  from payment p
  left join (select d.payment_id, d.blockchain, d.token,
      sum(d.credited) filter (where d.event in ('Transfer', 'Found')) as received,
      sum(d.amount) filter (where d.event = 'Swept') as swept
    from deposit_log d where d.status = 'Confirmed' group by 1, 2, 3) d
    on d.payment_id = p.id and d.blockchain = p.blockchain and d.token = p.token
  cross join lateral (values
    ('received', (p.snapshot->'context'->'inTime'->>'confirmed')::numeric
      + (p.snapshot->'context'->'late'->>'confirmed')::numeric, d.received),
    ('swept', (p.snapshot->'context'->>'swept')::numeric, d.swept)) as one (what, ours, chain)
  where p.merchant_id = ${merchant} and p.network = ${network})`

/** Sums both sides, and counts what differs. */
export async function readReconciliation(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<ReconciliationLine[]> {
  return askAtLarge<ReconciliationLine>(
    pool,
    `with ${factsOf('$1', '$2')}
    select what, blockchain, asset, decimals, coalesce(sum(ours), 0)::text as ours,
      count(ours)::int as "oursCount", coalesce(sum(chain), 0)::text as chain,
      count(chain)::int as "chainCount",
      count(*) filter (where ours is distinct from chain)::int as differing
    from fact where ours is not null or chain is not null
    group by 1, 2, 3, 4 order by 3, 2, 1`,
    [merchantId, network],
  )
}

type DifferenceFilter = {
  what?: Reconciled | undefined
  blockchain?: string | undefined
  asset?: string | undefined
  knownTo?: ReconciliationSide | undefined
}

/** Lists a part of what differs, or of everything that one side has, in the order of its ids, and counts all of it. */
export async function listDifferences(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { what, blockchain, asset, knownTo }: DifferenceFilter,
  part: Part,
): Promise<FoundPage<ReconciliationDifference> & { total: number }> {
  const conditions = (value: ParameterValue) =>
    allOf([
      knownTo === undefined ? 'ours is distinct from chain' : `${knownTo} is not null`,
      what !== undefined && `what = ${value(what)}`,
      blockchain !== undefined && `blockchain = ${value(blockchain)}`,
      asset !== undefined && `asset = ${value(asset)}`,
    ])
  const select = (value: ParameterValue) => {
    const facts = factsOf(value(merchantId), value(network))
    return `with ${facts}
      select what || ' ' || id as place_id, 'epoch'::timestamptz as moment, what, id,
        contract_address as "contractAddress", period, blockchain, asset, decimals, ours::text, chain::text,
        transaction_hash as "transactionHash", count(*) over ()::int as total
      from fact where ${conditions(value)}`
  }
  const reader = {
    query: async <Row extends object>(text: string, values: unknown[]) => ({
      rows: await askAtLarge<Row>(pool, text, values),
    }),
  }
  const ordered = { direction: 'asc', isById: true, select } as const
  const found = await readInOrder<ReconciliationDifference & { total: number }>(
    reader,
    ordered,
    part,
  )
  const known =
    found.rows[0] ?? (await readInOrder<{ total: number }>(reader, ordered, { limit: 1 })).rows[0]
  const rows = found.rows.map(({ total: _, ...difference }) => difference)
  return { ...found, rows, total: known?.total ?? 0 }
}

/** Refunds that the merchant recorded, of the tokens asked for; the chain is not asked for them. */
export async function sumRefunds(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<
  { blockchain: string; asset: string; decimals: number; amount: string; count: number }[]
> {
  const { rows } = await pool.query<{
    blockchain: string
    asset: string
    decimals: number
    amount: string
    count: number
  }>(
    `select p.blockchain, p.asset, p.decimals, sum((refund->>'amount')::numeric)::text as amount,
      count(distinct p.id)::int as count
    from payment p cross join lateral jsonb_array_elements(p.snapshot->'context'->'refunds') refund
    where p.merchant_id = $1 and p.network = $2 and refund->>'asset' is null
    group by 1, 2, 3 order by 2, 1`,
    [merchantId, network],
  )
  return rows
}

/** Up to which block the logs of each chain were read, and when; real time. */
export async function listReadBlocks({
  pool,
}: Database): Promise<{ blockchain: string; blockNumber: number; seenAt: string }[]> {
  const { rows } = await pool.query<{
    blockchain: string
    blockNumber: string
    seenAt: string
  }>(
    `select blockchain, block_number as "blockNumber", seen_at as "seenAt" from chain_cursor order by 1`,
  )
  return rows.map(({ blockchain, blockNumber, seenAt }) => ({
    blockchain,
    blockNumber: Number(blockNumber),
    seenAt: new Date(seenAt).toISOString(),
  }))
}
