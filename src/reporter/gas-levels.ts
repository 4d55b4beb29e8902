/**
 * Tells gas wallets how long they last. Each is measured when its balance has changed, and every ten minutes, because due
 * charges and prices change, too; on a local chain, where somebody watches, also when anything happened to its merchant
 * or gas has another price.
 * Only a measure that makes it another level is a message.
 */
import {
  judgeGasLevel,
  type GasLevel,
  type GasMeasure,
} from '../../machines/gas-wallet/gas-wallet.events.ts'
import type { Reporting } from './reporting.ts'
import type { Message } from '../shared/message.ts'
import { gasDaysLeft } from '../shared/metrics/counted.ts'
import type { Network } from '../shared/network.ts'
import { businessTimeSql } from '../store/clock-follower.ts'
import type { PriceOfGas } from '../store/merchants/charges-left.ts'
import { measureGasWallet } from '../store/merchants/gas-measure.ts'
import { tellActors } from './step.ts'

/** In business time. */
const measureEveryMs = 600_000
/** The others come in the next rounds. */
const walletsAtOnceMax = 50

type KnownWallet = {
  merchantId: string
  network: Network
  blockchain: string
  address: string
  balance: bigint
  /** Null where it was never reported. */
  level: GasLevel | null
  revision: number
  price: PriceOfGas
  /** Another text when something happened to its merchant, or gas has another price. */
  news: string
  /** Business time. */
  now: Date
}
/** The last measure of each wallet of the chain: what it was about, and when, in business time. */
export type Measured = Map<
  string,
  Pick<KnownWallet, 'balance' | 'news' | 'now'> & Pick<GasMeasure, 'daysLeft'>
>

/** Measures the wallets that are due, the longest not measured first; returns how many other levels it reported. */
export async function checkGasLevels(dependencies: Reporting, measured: Measured): Promise<number> {
  const { chain, database } = dependencies
  const due = (await findWallets(dependencies)).filter((wallet) => isDue(wallet, measured, chain))
  const at = (wallet: KnownWallet) => measured.get(wallet.address)?.now.getTime() ?? 0
  const wallets = due.sort((one, other) => at(one) - at(other)).slice(0, walletsAtOnceMax)
  if (!wallets.length) return 0
  const messages: Message[] = []
  for (const wallet of wallets) {
    const measure = await measureGasWallet(database, wallet, wallet.price, wallet.now)
    messages.push(...reportLevel(chain, wallet, measure))
    measured.set(wallet.address, { ...wallet, daysLeft: measure.daysLeft })
  }
  showShortest(chain, measured)
  await tellActors(dependencies, messages)
  return messages.length
}

function showShortest({ name: blockchain }: Reporting['chain'], measured: Measured): void {
  const days = [...measured.values()].flatMap(({ daysLeft }) =>
    daysLeft === null ? [] : [daysLeft],
  )
  if (days.length) gasDaysLeft.set({ blockchain }, Math.min(...days))
  else gasDaysLeft.remove({ blockchain })
}

function isDue(
  { address, balance, news, now }: KnownWallet,
  measured: Measured,
  { embedded }: Reporting['chain'],
): boolean {
  const last = measured.get(address)
  if (!last || last.balance !== balance || (embedded && last.news !== news)) return true
  return now.getTime() - last.now.getTime() >= measureEveryMs
}

async function findWallets({ database, chain }: Reporting): Promise<KnownWallet[]> {
  const { rows } = await database.pool.query<
    Omit<KnownWallet, 'balance' | 'now'> & { balance: string; now: string }
  >({
    name: 'gas-wallet-levels',
    text: `select w.merchant_id as "merchantId", w.network, w.blockchain, w.address,
        w.balance::text as balance, level.status as level, coalesce(level.revision, 0) as revision,
        json_build_object('worstWei', price.worst_wei::text, 'dataFeeWei', price.data_fee_wei::text) as price,
        concat_ws('/', counter.last_log_number, price.worst_wei, price.data_fee_wei) as news,
        ${businessTimeSql('$2')} as now
      from gas_wallet w join gas_price price on price.blockchain = w.blockchain
      left join gaswallet level on level.id = w.address
      left join event_counter counter on counter.merchant_id = w.merchant_id and counter.network = w.network
      where w.blockchain = $1 and w.balance is not null`,
    values: [chain.name, chain.embedded],
  })
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance), now: new Date(row.now) }))
}

/** A wallet that is empty from the beginning, and that nothing needs, is not reported. */
function reportLevel(
  { nativeSymbol }: Reporting['chain'],
  wallet: KnownWallet,
  measure: GasMeasure,
): Message[] {
  const { address, merchantId, network, blockchain, level, revision, now } = wallet
  const next = judgeGasLevel(measure, level)
  if (next === level || (level === null && next !== 'Ready' && measure.daysLeft === null)) return []
  const createdAt = now.toISOString()
  const input = {
    id: address,
    merchantId,
    network,
    blockchain,
    nativeSymbol,
    ...measure,
    createdAt,
  }
  return [
    {
      id: `gasWallet/${address}/measured/${revision}`,
      kind: 'gasWallet',
      entityId: address,
      merchantId,
      network,
      event:
        level === null
          ? { type: 'gasWallet.create', input }
          : { type: 'gasWallet.measured', ...measure },
      cause: { type: 'chain', detail: `the gas wallet holds ${measure.balance} wei` },
    },
  ]
}
