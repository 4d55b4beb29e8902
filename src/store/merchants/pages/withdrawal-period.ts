/** For how many days after their approval payers may withdraw from new contracts of a merchant. */
import type { Owner } from '../../../shared/owner.ts'
import { WithdrawalPeriod } from '../../tables/merchants.ts'
import type { MerchantDependencies } from '../merchants.ts'

type Dependencies = Pick<MerchantDependencies, 'database'>

/** Returns the days; 0 where there is no such right. */
export async function findWithdrawalDays(
  { database }: Dependencies,
  { merchantId, network }: Owner,
): Promise<number> {
  const found = await database.orm.em.fork().findOne(WithdrawalPeriod, { merchantId, network })
  return found?.days ?? 0
}

export async function setWithdrawalDays(
  { database }: Dependencies,
  { merchantId, network }: Owner,
  days: number,
): Promise<void> {
  await database.orm.em.fork().upsert(WithdrawalPeriod, { merchantId, network, days })
}
