/**
 * Asks the chain, through the payer's own wallet, whether the address is the payment's: the factory
 * there must be the one that this page was built for, must derive this very address, and the token
 * must have the decimals in which the amount is written.
 */
import { type AddressRefusal, checkDerivation, compareAddress } from '../address-check.ts'
import { paymentBytes } from '../deposit-address.ts'
import type { PaymentView } from '../payment-view.ts'
import { addressIn, decimalsCall, numberIn, predictCall } from './calls.ts'
import { callContract, type Provider } from './provider.ts'

/** Refuses for the first thing that is not as it should be; null where all is well. */
export async function checkOnChain(
  provider: Provider,
  view: PaymentView,
): Promise<AddressRefusal | null> {
  const { factory, receiver } = view.derivation
  const [predicted, decimals] = await Promise.all([
    callContract(provider, factory, predictCall(receiver, paymentBytes(view.id))),
    callContract(provider, view.asset.address, decimalsCall),
  ])
  const derived = addressIn(predicted)
  if (derived === null) return { kind: 'factoryUnknown' }
  if (numberIn(decimals) !== BigInt(view.asset.decimals)) return { kind: 'tokenDiffers' }
  return checkDerivation(view) ?? compareAddress(view, derived)
}
