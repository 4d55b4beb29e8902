/** For how many days after their approval payers may withdraw from new contracts of a merchant. */
import type { Owner } from '../../../shared/owner.ts'
import { type AuditTrail, changeWithTrail } from '../../people/audit.ts'
import { WithdrawalPeriod } from '../../tables/merchants.ts'
import type { WithDatabase } from '../../parts.ts'

/** Returns the days; 0 where there is no such right. */
export async function findWithdrawalDays(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
): Promise<number> {
  const found = await database.orm.em.fork().findOne(WithdrawalPeriod, { merchantId, network })
  return found?.days ?? 0
}

export async function setWithdrawalDays(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  days: number,
  audit?: AuditTrail,
): Promise<void> {
  const key = [merchantId, network]
  await changeWithTrail(database, audit, async (client) => {
    const { rows } = await client.query<{ days: number }>(
      'select days from withdrawal_period where merchant_id = $1 and network = $2 for update',
      key,
    )
    await client.query(
      `insert into withdrawal_period (merchant_id, network, days) values ($1, $2, $3)
       on conflict (merchant_id, network) do update set days = excluded.days`,
      [...key, days],
    )
    return { before: { days: rows[0]?.days ?? 0 }, after: { days } }
  })
}
