/**
 * The payment as the service shows it to the page: in the page's HTML, on request, and by
 * server-sent events. Amounts are plain decimals, moments are ISO 8601 in business time.
 */
import type { Address, Hex } from 'viem'
import type { Money } from '../parts/money-text.ts'
import type { Shop } from '../parts/shop.ts'
import type { Blockchain } from '../wallet/blockchain.ts'
import type { PaymentStanding, StatusOf } from '../../machines/actors.ts'

export type Transfer = {
  transactionHash: string
  logIndex: number
  amount: Money
  confirmations: number
  isLate: boolean
  minedAt: string
}

export type PaymentView = {
  id: string
  status: StatusOf['payment']
  /** The payment stands here; the page's state follows from it. */
  phase: PaymentStanding
  reason: string | null
  exception: string | null
  merchantName: string
  shop: Shop
  /** Hosts that the page may lead back to; an empty list allows any. */
  returnHosts: string[]
  description: string | null
  amount: Money
  paidAmount: Money
  seenAmount: Money
  dueAmount: Money
  excessAmount: Money
  refundedAmount: Money
  /** `dueAmount` in base units, for wallets. */
  dueBaseUnits: string
  asset: { code: string; symbol: string; name: string; decimals: number; address: Address }
  /** `confirmations` are those that a transfer needs before it counts. */
  blockchain: Blockchain & { confirmations: number }
  depositAddress: Address
  derivation: { factory: Address; implementation: Address; receiver: Address; salt: Hex }
  createdAt: string
  expiresAt: string
  now: string
  transfers: Transfer[]
  /**
   * Transfers of other tokens; `symbol` is the name that wallets show, where the service knows it.
   */
  otherTokens: { token: string; asset: string | null; symbol: string | null; amount: string }[]
}
