import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Merchant } from '../tables/merchants.ts'
import { Account } from '../tables/people.ts'
import { createAccount } from './accounts.ts'
import { createMerchant, type MerchantRoom } from './merchants.ts'

export type NewMerchant = { name: string; email: string; password: string }

/** Creates a merchant with its first account; null, and nothing created, where the address is taken. */
export async function registerMerchant(
  room: MerchantRoom,
  { name, email, password }: NewMerchant,
): Promise<{ merchantId: string } | null> {
  const entities = room.database.orm.em
  if (await entities.fork().count(Account, { email: email.toLowerCase() })) return null
  const merchantId = await createMerchant(room, name)
  try {
    await createAccount(room, { email, password, role: 'merchant', merchantId })
    return { merchantId }
  } catch (error) {
    await entities.fork().nativeDelete(Merchant, { id: merchantId })
    if (error instanceof UniqueConstraintViolationException) return null
    throw error
  }
}
