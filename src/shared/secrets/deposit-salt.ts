/**
 * The salt of a payment's deposit address: 128 bits, where the id itself has 74. It follows from the merchant's data key
 * and the id, and nobody else can compute it. So whoever has the keys and a backup of before the payment finds the address
 * again, and can move what was paid to it: decision 0117.
 */
import { bytesToHex, type Hex } from 'viem'
import { saltBytes } from '../addresses/deposit-address.ts'
import type { SecretOwner, Secrets } from './secrets.ts'

export const depositSaltOf = (secrets: Secrets, merchant: SecretOwner, paymentId: string): Hex =>
  bytesToHex(secrets.deriveFor(merchant, `deposit-salt/${paymentId}`, saltBytes))
