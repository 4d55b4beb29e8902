/** One transfer to a payment's deposit address, as merchants see it. */
import { z } from 'zod'
import type { PaymentContext } from '../../../machines/payment/payment.context.ts'
import { ChainAddress, Time, TransactionHash } from './fields.ts'
import { moneyOf, OtherToken, PaymentMoney, toOtherToken } from './payment.ts'

export const DepositResource = z
  .strictObject({
    transactionHash: TransactionHash,
    logIndex: z.int().meta({ description: 'Which log of its block it is' }),
    blockNumber: z.int().nonnegative(),
    amount: PaymentMoney,
    from: ChainAddress.nullable().meta({
      description: 'Which address sent it; of an exchange, its own and not the payer’s',
    }),
    confirmations: z.int().nonnegative().meta({ description: 'Blocks, its own included' }),
    isLate: z.boolean().meta({ description: 'Mined after `expiresAt`' }),
    minedAt: Time,
  })
  .meta({
    id: 'Deposit',
    description: 'One transfer of the token asked for to the deposit address.',
  })
export type DepositResource = z.infer<typeof DepositResource>

/** `head` is the last block that was read of the chain, null before the first. */
export function toDepositResource(
  payment: PaymentContext,
  { transactionHash, logIndex, blockNumber, amount, from, isLate, minedAt }: Deposit,
  head: number | null,
): DepositResource {
  return {
    transactionHash,
    logIndex,
    blockNumber,
    amount: moneyOf(payment, amount),
    from,
    confirmations: countConfirmations(blockNumber, head),
    isLate,
    minedAt: minedAt.toISOString(),
  }
}

export const OtherDepositResource = OtherToken.extend({
  transactionHash: TransactionHash,
  logIndex: z.int(),
  from: ChainAddress,
}).meta({
  id: 'OtherDeposit',
  description: 'One transfer of a token that nobody asked for to the deposit address.',
})
export type OtherDepositResource = z.infer<typeof OtherDepositResource>

/** A token that the payment does not remember among its few is one that nobody knows. */
export function toOtherDepositResource(
  { others }: PaymentContext,
  { token, amount, transactionHash, logIndex, from }: Deposit,
): OtherDepositResource {
  const unknown = { token, asset: null, decimals: null }
  const other = others.find((one) => one.token === token) ?? unknown
  return {
    ...toOtherToken({ ...other, amount }),
    transactionHash,
    logIndex,
    from: from!,
  }
}

export type Deposit = {
  transactionHash: string
  logIndex: number
  /** Base units. */
  amount: string
  /** The zero address is the native coin. */
  token: string
  /** Is the sender, where the chain names one. */
  from: string | null
  blockNumber: number
  minedAt: Date
  /** Mined after the payment's end. */
  isLate: boolean
}

/**
 * Counts the confirmations of a block, itself included; `head` is the last one that was read, null
 * before the first.
 */
export const countConfirmations = (blockNumber: number, head: number | null): number =>
  Math.max(0, (head ?? -1) - blockNumber + 1)
