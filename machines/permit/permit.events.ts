/** The events of a relayed permit, from the chain relay and from its transaction. */
import { z } from 'zod'
import { Address, BaseUnits, Hash, Id, Moment, ownerFields, Reason } from '../primitives.ts'

/** Describes what a payer has signed (EIP-2612), for one subscription's contract as the spender. */
export const PermitInput = z.strictObject({
  id: Id,
  ...ownerFields,
  contractAddress: Address,
  customerId: z.string(),
  blockchain: z.string(),
  token: Address,
  payer: Address,
  /** The contract may take this much afterwards, in base units. */
  value: BaseUnits,
  /** The last second in which the token takes it. */
  deadline: Moment,
  v: z.union([z.literal(27), z.literal(28)]),
  r: Hash,
  s: Hash,
  createdAt: Moment,
})
export type PermitInput = z.infer<typeof PermitInput>

const because = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), reason: Reason })

export const PermitEvent = z.discriminatedUnion('type', [
  /** A transaction of the gas wallet carries it. */
  z.strictObject({ type: z.literal('permit.submitted'), transactionId: Id }),
  because('permit.heldBack'),
  /** Its transaction succeeded, and its block is final. */
  z.strictObject({ type: z.literal('permit.confirmed') }),
  /** Its transaction ran without effect, or will never be mined. */
  because('permit.failed'),
  /** The allowance that it gives is there already, whoever saw to that. */
  because('permit.used'),
  /** Its nonce was used, and less is allowed than it says. */
  because('permit.superseded'),
  /** By the chain's clock it is too late. */
  because('permit.expired'),
  because('permit.refused'),
])
export type PermitEvent = z.infer<typeof PermitEvent>
