/**
 * Reads what a merchant has set up on a network, all of it in one statement, with a plan where one is asked for: what a
 * new subscription depends on.
 */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import { textArray } from '../binary-array.ts'
import type { Database } from '../database.ts'
import { gather, unseenTexts } from '../gathered/gather.ts'
import type { PriceOfGas } from './charges-left.ts'
import type { ChainReceiver } from './receivers.ts'

/** A gas wallet and what gas costs on its chain: wei as text, and null where it was never read. */
export type WalletInSetup = {
  blockchain: string
  address: Address
  balance: string | null
  price: PriceOfGas | null
}
export type Setup = {
  /** Codes of assets. */
  activeAssets: string[]
  receivers: ChainReceiver[]
  wallets: WalletInSetup[]
  hasApiKey: boolean
  hasActivePlan: boolean
  /** Counts on both networks. */
  isVerified: boolean
  /** For how many days after approval payers may withdraw; 0 for no right. */
  withdrawalDays: number
}
export type PlanAndSetup = { plan: StoredActor<'plan'> | null; setup: Setup }

type SetupQuestion = Owner & { planId: string | null }
type Row = Setup & { n: number; plan: ActorRow<'plan'> | null }

const isOwned = (table: string) =>
  `${table}.merchant_id = asked.merchant_id and ${table}.network = asked.network`
/** All rows as one JSON array. */
const all = (row: string, from: string) => `coalesce((select json_agg(${row}) from ${from}), '[]')`

const text = `select n::int as n,
  (select json_build_object('id', p.id, 'merchantId', p.merchant_id, 'network', p.network, 'status', p.status,
      'phase', p.phase, 'revision', p.revision, 'machineVersion', p.machine_version, 'snapshot', p.snapshot)
    from plan p where p.id = asked.plan_id and ${isOwned('p')}) as plan,
  ${all('a.code', `merchant_asset a where ${isOwned('a')} and a.is_active`)} as "activeAssets",
  ${all(
    `json_build_object('blockchain', r.blockchain, 'address', r.address)`,
    `receiver r where ${isOwned('r')}`,
  )} as receivers,
  ${all(
    `json_build_object('blockchain', w.blockchain, 'address', w.address, 'balance', w.balance::text, 'price',
      case when g.blockchain is not null
        then json_build_object('worstWei', g.worst_wei::text, 'dataFeeWei', g.data_fee_wei::text) end)`,
    `gas_wallet w left join gas_price g on g.blockchain = w.blockchain where ${isOwned('w')}`,
  )} as wallets,
  exists (select from api_key k where ${isOwned('k')}) as "hasApiKey",
  exists (select from plan p where ${isOwned('p')} and p.status = 'Active') as "hasActivePlan",
  exists (select from verification v where v.id = asked.merchant_id and v.merchant_id = asked.merchant_id
    and v.status = 'Approved') as "isVerified",
  coalesce((select d.days from withdrawal_period d where ${isOwned('d')}), 0) as "withdrawalDays"
  from unnest(${unseenTexts(3)}) with ordinality as asked(merchant_id, network, plan_id, n)`

const read = gather(async (pool: Pool, asked: SetupQuestion[]) => {
  const column = (of: (one: SetupQuestion) => string) => textArray(asked.map(of))
  const values = [
    column(({ merchantId }) => merchantId),
    column(({ network }) => network),
    column(({ planId }) => planId ?? ''),
  ]
  const { rows } = await pool.query<Row>({ name: 'setups', text, values })
  const found = new Map(rows.map(({ n, plan, ...setup }) => [n, { plan, setup }]))
  return asked.map((_, index): PlanAndSetup => {
    const { plan, setup } = found.get(index + 1)!
    return { plan: plan && toStoredActor('plan', plan), setup }
  })
})

/** Reads what the merchant has set up, and the plan, which is null where the merchant has none of this id. */
export const readPlanAndSetup = (
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  planId: string,
): Promise<PlanAndSetup> => read(pool, { merchantId, network, planId })

export const readSetup = async (
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<Setup> => (await read(pool, { merchantId, network, planId: null })).setup
