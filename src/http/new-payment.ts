/** Creates a payment, whoever asks for it: the merchant's server, or one of its people. */
import { z } from 'zod'
import type { StoredActor } from '../shared/stored-actor.ts'
import { commandActor } from './commands.ts'
import { requireReadinessForPayments } from './routes/merchant-readiness.ts'
import { requirePrice, toPaymentInput, type PaymentRequest } from './routes/payment-terms.ts'
import type { OwnersCall } from './routing/route.ts'

const descriptionLengthMax = 1_000

export const PaymentDescription = z
  .string()
  .max(descriptionLengthMax)
  .meta({ description: 'Shown to the payer' })

/** Throws a `BadRequest` about its terms, and `MerchantNotReady` where the setup lacks what payments need. */
export async function createPayment(
  call: OwnersCall,
  wanted: PaymentRequest,
): Promise<StoredActor<'payment'>> {
  const price = requirePrice(call, wanted)
  const setup = await requireReadinessForPayments(call, price)
  const input = toPaymentInput(call, wanted, price, setup)
  return commandActor(call, {
    kind: 'payment',
    entityId: input.id,
    owner: call.caller.owner,
    event: { type: 'payment.create', input },
  })
}
