/**
 * Checks that keep the page from asking for money: for an address, a contract or an amount that is
 * not the payment's, and for a payment that turns into another one while the page is open.
 */
import type { Address } from 'viem'
import { formatAmount } from '../../src/shared/money.ts'
import { deriveDepositAddress } from './deposit-address.ts'
import type { PaymentView } from './payment-view.ts'

export type AddressRefusal =
  | { reason: 'addressDiffers'; shown: Address; expected: string }
  | { reason: 'factoryUnknown' }
  | { reason: 'tokenDiffers' }
  | { reason: 'amountDiffers' }
  | { reason: 'termsChanged' }

/** Finds a contradiction within one view; null where there is none. */
export const checkView = (view: PaymentView): AddressRefusal | null =>
  checkDerivation(view) ?? checkAmount(view)

/** Compares the address shown with the one derived here; null where they are equal. */
function checkDerivation(view: PaymentView): AddressRefusal | null {
  return compareAddress(view, deriveDepositAddress(view))
}

/** Compares the address shown with another one for the same payment, in any letter case. */
export function compareAddress(view: PaymentView, expected: string): AddressRefusal | null {
  const shown = view.depositAddress
  if (shown.toLowerCase() === expected.toLowerCase()) return null
  return { reason: 'addressDiffers', shown, expected }
}

/**
 * The amount that a wallet is asked for must be the amount that the payer reads, to the last digit.
 */
function checkAmount({ asset, dueAmount, dueBaseUnits }: PaymentView): AddressRefusal | null {
  const isNumber = /^\d+$/.test(dueBaseUnits)
  if (isNumber && formatAmount(dueBaseUnits, asset.decimals) === dueAmount.value) return null
  return { reason: 'amountDiffers' }
}

/** Compares the terms that never change with those that the page was loaded with. */
export function checkTerms(first: PaymentView, later: PaymentView): AddressRefusal | null {
  return termsOf(first) === termsOf(later) ? null : { reason: 'termsChanged' }
}

const termsOf = ({ id, asset, blockchain, depositAddress, derivation }: PaymentView): string => {
  const { factory, implementation, receiver, salt } = derivation
  const contracts = [depositAddress, factory, implementation, receiver, salt]
  return JSON.stringify([id, blockchain.chainId, asset.address, asset.decimals, ...contracts])
}
