/**
 * The limits of a merchant's gas wallets: for one charge, in the native coin or as a share of the
 * amount, and for a day. A request above them waits.
 */
import { GasLimit } from '../tables/gas.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'

type Dependencies = Pick<MerchantDependencies, 'database'>

/** Null: no limit. */
export type GasLimits = {
  blockchain: string
  weiPerCharge: bigint | null
  weiPerDay: bigint | null
  /** Up to four decimals. */
  sharePercent: string | null
}

export async function findGasLimits(
  { database }: Dependencies,
  { merchantId, network }: Owner,
  blockchain: string,
): Promise<GasLimits> {
  const key = { merchantId, network, blockchain }
  const found = await database.orm.em.fork().findOne(GasLimit, key)
  return {
    blockchain,
    weiPerCharge: toWei(found?.weiPerCharge),
    weiPerDay: toWei(found?.weiPerDay),
    sharePercent: found?.sharePercent ?? null,
  }
}

/** Replaces the limits of a chain. */
export async function setGasLimits(
  { database }: Dependencies,
  { merchantId, network }: Owner,
  { blockchain, weiPerCharge, weiPerDay, sharePercent }: GasLimits,
): Promise<void> {
  await database.orm.em.fork().upsert(GasLimit, {
    merchantId,
    network,
    blockchain,
    weiPerCharge: weiPerCharge === null ? null : String(weiPerCharge),
    weiPerDay: weiPerDay === null ? null : String(weiPerDay),
    sharePercent,
  })
}

const toWei = (wei: string | null | undefined): bigint | null =>
  wei === null || wei === undefined ? null : BigInt(wei)
