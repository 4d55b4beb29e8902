/** The events of a transaction, from the signer, the sender and the watcher. */
import { z } from 'zod'
import { Address, BaseUnits, Hash, Id, ownerFields, Reason } from '../primitives.ts'

const purposes = [
  'activate',
  'charge',
  'freeze',
  'unfreeze',
  'cancel',
  'deploy',
  'sweep',
  'permit',
] as const

/** One item of a batch: the actor that asked for it, and its contract or deposit address. */
export const TransactionItem = z.strictObject({
  kind: z.enum(['charge', 'subscription', 'payment', 'permit']),
  id: z.string(),
  contractAddress: Address,
})
export type TransactionItem = z.infer<typeof TransactionItem>

/** The kinds that follow their transaction; a subscription waits for its contract's event. */
export type WaitingKind = Exclude<TransactionItem['kind'], 'subscription'>

/** The event that reports to each of them what holds its transaction, or its request for one, back. */
export const heldBackTypes: Record<WaitingKind, string> = {
  charge: 'charge.heldBack',
  payment: 'payment.sweepHeldBack',
  permit: 'permit.heldBack',
}

export const TransactionInput = z.strictObject({
  id: Id,
  ...ownerFields,
  blockchain: z.string(),
  wallet: Address,
  purpose: z.enum(purposes),
  to: Address,
  data: z.string().regex(/^0x([0-9a-f]{2})*$/),
  /** Gas units, from measured ceilings per item. */
  gasLimit: BaseUnits,
  items: z.array(TransactionItem).min(1).max(200),
})
export type TransactionInput = z.infer<typeof TransactionInput>

/** The outcome of one item. `done` is reported by the contract's own events as well. */
export const TransactionOutcome = z.strictObject({
  ...TransactionItem.shape,
  outcome: z.enum(['done', 'failed', 'notProcessed']),
  reason: Reason.nullable(),
})
export type TransactionOutcome = z.infer<typeof TransactionOutcome>

export const TransactionEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('transaction.signed'),
    nonce: z.int().nonnegative(),
    hash: Hash,
    /** Wei for each unit of gas. */
    maxFeePerGas: BaseUnits,
    maxPriorityFeePerGas: BaseUnits,
  }),
  z.strictObject({ type: z.literal('transaction.sent'), blockNumber: z.int().nonnegative() }),
  /** The wallet cannot pay for it now, or nodes refuse it for another `reason`; it is sent again later. */
  z.strictObject({ type: z.literal('transaction.unfunded'), reason: Reason.optional() }),
  /** Not mined for too many blocks: replace it at a higher fee, same nonce, same data. */
  z.strictObject({ type: z.literal('transaction.stuck'), blockNumber: z.int().nonnegative() }),
  z.strictObject({
    type: z.literal('transaction.mined'),
    hash: Hash,
    blockHash: Hash,
    blockNumber: z.int().nonnegative(),
    gasUsed: BaseUnits,
  }),
  z.strictObject({ type: z.literal('transaction.reorged') }),
  z.strictObject({
    type: z.literal('transaction.finalized'),
    success: z.boolean(),
    outcomes: z.array(TransactionOutcome).max(200),
  }),
  /** No node will ever take it, or its nonce was used by something else. */
  z.strictObject({ type: z.literal('transaction.refused'), reason: Reason }),
])
export type TransactionEvent = z.infer<typeof TransactionEvent>
