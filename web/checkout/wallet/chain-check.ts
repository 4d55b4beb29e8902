/**
 * Asks the chain, through the payer's own wallet, whether the address is the payment's: factory and
 * deposit contract must be the ones that this page was built with, the factory must derive this very
 * address, and the token must have the decimals in which the amount is written.
 */
import { depositCodeHash } from '../../../src/chain/abi/deposit.ts'
import { depositFactoryCodeHash } from '../../../src/chain/abi/deposit-factory.ts'
import { type AddressRefusal, checkView, compareAddress } from '../address-check.ts'
import { hashPaymentId } from '../deposit-address.ts'
import type { PaymentView } from '../payment-view.ts'
import { addressIn, decimalsCall, numberIn } from '../../wallet/calls.ts'
import { predictCall } from './calls.ts'
import { codeHash } from '../../wallet/code-hash.ts'
import { callContract, type Provider } from '../../wallet/provider.ts'

/** Returns the first contradiction as a refusal; null where the chain agrees with the page. */
export async function checkOnChain(
  provider: Provider,
  view: PaymentView,
): Promise<AddressRefusal | null> {
  const { factory, implementation, receiver, salt } = view.derivation
  const [factoryHash, depositHash, predicted, decimals] = await Promise.all([
    codeHash(provider, factory, implementation),
    codeHash(provider, implementation, factory),
    callContract(provider, factory, predictCall(receiver, hashPaymentId(view.id, salt))),
    callContract(provider, view.asset.address, decimalsCall),
  ])
  const isKnown = factoryHash === depositFactoryCodeHash && depositHash === depositCodeHash
  const derived = addressIn(predicted)
  if (!isKnown || derived === null) return { reason: 'factoryUnknown' }
  if (numberIn(decimals) !== BigInt(view.asset.decimals)) return { reason: 'tokenDiffers' }
  return checkView(view) ?? compareAddress(view, derived)
}
