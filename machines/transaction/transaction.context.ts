/** The context of a transaction: its nonce, every hash it ever had, and where it was mined. */
import { z } from 'zod'
import { BaseUnits, Hash, Reason } from '../primitives.ts'
import { TransactionInput } from './transaction.events.ts'

export const TransactionContext = z.strictObject({
  ...TransactionInput.shape,
  now: z.number(),
  nonce: z.int().nonnegative().nullable(),
  /** The newest last. Any of them can be mined until one is final. */
  hashes: z.array(Hash),
  maxFeePerGas: BaseUnits.nullable(),
  maxPriorityFeePerGas: BaseUnits.nullable(),
  sentAtBlock: z.int().nonnegative().nullable(),
  minedIn: z
    .strictObject({
      hash: Hash,
      blockHash: Hash,
      blockNumber: z.int().nonnegative(),
      gasUsed: BaseUnits,
    })
    .nullable(),
  replacements: z.int().nonnegative(),
  reason: Reason.nullable(),
})
export type TransactionContext = z.infer<typeof TransactionContext>

export function firstMemory(input: TransactionInput & { now: number }): TransactionContext {
  return {
    ...input,
    nonce: null,
    hashes: [],
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    sentAtBlock: null,
    minedIn: null,
    replacements: 0,
    reason: null,
  }
}
