/**
 * Tells gas wallets how long they last. Each is measured when its balance has changed, and every ten minutes,
 * because due charges and prices change, too; only a measure that makes it another level is a message.
 */
import { judgeGasLevel, type GasLevel } from '../../machines/gas-wallet/gas-wallet.events.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { Clock } from '../shared/clock.ts'
import type { Message } from '../shared/message.ts'
import type { Network } from '../shared/network.ts'
import { setClock } from '../store/clock-follower.ts'
import { findPriceOfGas, type PriceOfGas } from '../store/merchants/charges-left.ts'
import { measureGasWallet } from '../store/merchants/gas-measure.ts'
import { enqueueAndPublish } from '../store/outbox.ts'

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
}
/** The last measure of each wallet of the chain: its balance then, and when, by `performance.now()`. */
export type Measured = Map<string, { balance: bigint; at: number }>

/** Measures the wallets that are due, the longest not measured first; returns how many other levels it reported. */
export async function checkGasLevels(
  dependencies: ChainDependencies,
  measured: Measured,
): Promise<number> {
  const { database, chain } = dependencies
  const price = await findPriceOfGas(database, chain.name)
  if (!price) return 0
  const due = (await findWallets(dependencies)).filter((wallet) => isDue(wallet, measured, chain))
  const at = (wallet: KnownWallet) => measured.get(wallet.address)?.at ?? 0
  const wallets = due.sort((one, other) => at(one) - at(other)).slice(0, walletsAtOnceMax)
  if (!wallets.length) return 0
  const now = await readBusinessTime(dependencies)
  const messages: Message[] = []
  for (const wallet of wallets) {
    messages.push(...(await reportLevel(dependencies, wallet, price, now)))
    measured.set(wallet.address, { balance: wallet.balance, at: performance.now() })
  }
  await enqueueAndPublish(dependencies, messages)
  return messages.length
}

/** The test clock makes ten minutes short, so a local chain's wallets are always due. */
function isDue(
  { address, balance }: KnownWallet,
  measured: Measured,
  { embedded }: ChainDependencies['chain'],
): boolean {
  const last = measured.get(address)
  return (
    embedded || !last || last.balance !== balance || performance.now() - last.at >= measureEveryMs
  )
}

async function readBusinessTime({ database, chain }: ChainDependencies): Promise<Date> {
  const clock = new Clock()
  await setClock(database, clock, { hasTestClock: chain.embedded })
  return clock.now()
}

async function findWallets({ database, chain }: ChainDependencies): Promise<KnownWallet[]> {
  const { rows } = await database.pool.query<Omit<KnownWallet, 'balance'> & { balance: string }>({
    name: 'gas-wallet-levels',
    text: `select w.merchant_id as "merchantId", w.network, w.blockchain, w.address,
        w.balance::text as balance, level.status as level, coalesce(level.revision, 0) as revision
      from gas_wallet w left join gaswallet level on level.id = w.address
      where w.blockchain = $1 and w.balance is not null`,
    values: [chain.name],
  })
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}

/** A wallet that is empty from the beginning, and that nothing needs, is not reported. */
async function reportLevel(
  { database, chain }: ChainDependencies,
  wallet: KnownWallet,
  price: PriceOfGas,
  now: Date,
): Promise<Message[]> {
  const { address, merchantId, network, blockchain, level, revision } = wallet
  const measure = await measureGasWallet(database, wallet, price, now)
  const next = judgeGasLevel(measure, level)
  if (next === level || (level === null && next !== 'Ready' && measure.daysLeft === null)) return []
  const { nativeSymbol } = chain
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
