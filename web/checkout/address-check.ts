/** What keeps the page from asking for money: an address or a contract that is not the payment's. */
import type { Address } from 'viem'
import { deriveDepositAddress } from './deposit-address.ts'
import type { PaymentView } from './payment-view.ts'

export type AddressRefusal =
  | { kind: 'addressDiffers'; shown: Address; expected: string }
  | { kind: 'factoryUnknown' }
  | { kind: 'tokenDiffers' }

/** Compares the address shown with the one derived here; null where they are one. */
export function checkDerivation(view: PaymentView): AddressRefusal | null {
  return compareAddress(view, deriveDepositAddress(view))
}

/** Compares the address shown with another one for the same payment, in any letter case. */
export function compareAddress(view: PaymentView, expected: string): AddressRefusal | null {
  const shown = view.depositAddress
  if (shown.toLowerCase() === expected.toLowerCase()) return null
  return { kind: 'addressDiffers', shown, expected }
}
