/** Gas wallets that are running out: reported when one becomes `Low`, and again when it becomes `Empty`. */
import { formatCoins } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import { listReaders } from '../../store/mails/mail-readers.ts'
import { quoteStatuses, shortGasWallets } from '../../core/states.ts'
import type { RoundDependencies } from '../dependencies.ts'

const walletsMax = 200

type LowWallet = Owner & {
  id: string
  level: 'Low' | 'Empty'
  since: string
  blockchain: string
  nativeSymbol: string
  balance: string
  chargesLeft: number
  /** Null where nothing falls due within the days that are counted. */
  daysLeft: number | null
}

/**
 * A wallet at the edge of a level comes and goes: each level is reported once in a day. An empty one is reported though nothing
 * falls due: what comes later does not make it another level, and so would never be reported.
 */
export async function tellLowGas({ database, mails }: RoundDependencies): Promise<void> {
  const { rows } = await database.pool.query<LowWallet>({
    name: 'mails-low-gas',
    text: `select id, merchant_id as "merchantId", network, status as level,
        to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as since,
        snapshot->'context'->>'blockchain' as blockchain,
        snapshot->'context'->>'nativeSymbol' as "nativeSymbol",
        snapshot->'context'->>'balance' as balance,
        (snapshot->'context'->>'chargesLeft')::int as "chargesLeft",
        (snapshot->'context'->>'daysLeft')::int as "daysLeft"
      from gaswallet
      where status in (${quoteStatuses(shortGasWallets)})
      order by updated_at desc limit $1`,
    values: [walletsMax],
  })
  for (const row of rows) await tellOf(row, { database, mails })
}

async function tellOf(
  { id, since, nativeSymbol, balance, merchantId, network, ...wallet }: LowWallet,
  { database, mails }: Pick<RoundDependencies, 'database' | 'mails'>,
): Promise<void> {
  const owner = { merchantId, network }
  const readers = await listReaders(database.pool, owner, 'lowGas')
  const facts = {
    ...wallet,
    network,
    address: id,
    balance: formatCoins(BigInt(balance), nativeSymbol),
  }
  await mails.enqueue(
    database.pool,
    readers.map(({ accountId, merchantName }) => ({
      kind: 'lowGas',
      cause: `${id}/${wallet.level}/${since}`,
      accountId,
      ...owner,
      facts: { ...facts, merchantName },
    })),
  )
}
