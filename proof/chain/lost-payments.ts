/** Payments that a service may lose and adopt again: made as the API makes them, and told as their merchant knows them. */
import type { Address } from 'viem'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { newId } from '../../src/shared/ids.ts'
import { depositSaltOf } from '../../src/shared/secrets/deposit-salt.ts'
import { getMerchant } from '../../src/store/merchants/merchants.ts'
import type { LostPayment } from '../../src/watching/adoption/adopt-payment.ts'
import { paymentInput, request } from '../../test/chain/payments.ts'
import { network, type World } from '../../test/chain/world.ts'

/** Makes a payment as the API does: its address follows from its id. */
export async function newPayment(world: World): Promise<PaymentInput> {
  const now = world.clock.now()
  const id = newId(now)
  const merchant = await getMerchant(world, world.merchant.merchantId)
  const depositSalt = depositSaltOf(world.secrets, merchant, id)
  const { receiver } = world.merchant
  const depositAddress = predictDepositAddress(
    world.chain,
    receiver,
    hashPaymentId(id, depositSalt),
  )
  const createdAt = now.toISOString()
  return request(world, paymentInput(world, { id, depositSalt, depositAddress, createdAt }))
}

export function asMerchantKnows(payment: PaymentInput): LostPayment {
  const { id, merchantId, asset, depositAddress, expiresAt, checkoutUrl } = payment
  return {
    id,
    merchantId,
    network,
    asset,
    amount: '10',
    depositAddress: depositAddress as Address,
    expiresAt: new Date(expiresAt),
    description: null,
    metadata: null,
    checkoutUrl,
    receiver: null,
  }
}
