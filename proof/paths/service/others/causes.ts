/**
 * Why each turn of a script's model came: a command is its sender's, a timer its own, what the chain reports is of a
 * transaction, and an answer has the cause of what was asked.
 */
import type { Cause, MessageEvent } from '../../../../src/shared/message.ts'
import type { ActorKind, StoredActor } from '../../../../src/shared/stored-actor.ts'

/** A turn comes upon this: the actor, the cause of its last turn, and of the newest turn of each kind. */
export type Before = {
  actor: StoredActor | null
  own: Cause | null
  newest: ReadonlyMap<ActorKind, Cause>
  isDestinationDown: boolean
}

const byOperator = new Set(['verification.approve', 'verification.reject', 'verification.revoke'])
const byMerchant = new Set(['payment.create', 'delivery.resend'])
const ofTheChain = new Set([
  'chain.depositsSeen',
  'permit.confirmed',
  'permit.failed',
  'transaction.mined',
  'transaction.reorged',
  'transaction.stuck',
  'transaction.finalized',
])
const removal: Cause = { type: 'command', command: 'webhookEndpoint.remove', by: 'merchant' }
const sweep: Cause = { type: 'command', command: 'payment.sweep', by: 'merchant' }
const activation: Cause = { type: 'command', command: 'plan.activate', by: 'merchant' }
const sentAgain: Cause = { type: 'timer', timer: 'untilSentAgain' }
const transaction: Cause = { type: 'transaction', hash: '0x', blockchain: 'LocalTestNet' }

export function causeOf(kind: ActorKind, { type }: MessageEvent, before: Before): Cause {
  if (type.startsWith('xstate.after.')) return causeOfTimer(type)
  const by = senderOf(kind, type)
  if (by) return { type: 'command', command: type, by }
  if (ofTheChain.has(type)) return transaction
  if (kind === 'gasWallet') return { type: 'chain', detail: 'the gas wallet holds 0 wei' }
  if (type === 'delivery.targetRemoved' || type === 'destination.removed') return removal
  return askedBy(kind, type, before)
}

/** Reads the cause from a type such as `xstate.after.untilDeadline.Waiting`. */
export const causeOfTimer = (type: string): Cause => ({ type: 'timer', timer: type.split('.')[2]! })

function senderOf(kind: ActorKind, type: string): 'merchant' | 'payer' | 'operator' | null {
  if (byOperator.has(type)) return 'operator'
  if (type === 'permit.create') return 'payer'
  return kind === 'plan' || kind === 'verification' || byMerchant.has(type) ? 'merchant' : null
}

/** The cause of a request, which its answer has, too. */
function askedBy(kind: ActorKind, type: string, before: Before): Cause {
  const { actor, own, newest, isDestinationDown } = before
  switch (type) {
    case 'delivery.create':
      return activation
    case 'delivery.expired':
    case 'delivery.endpointAnswered':
      return newest.get('destination')!
    case 'delivery.succeeded':
      // A call goes on that was under way when the endpoint was taken away.
      if (actor?.status === 'Cancelled') return activation
      // A destination that is down is searched for an answer since its last failure.
      return isDestinationDown ? newest.get('destination')! : own!
    case 'destination.emptied':
      return own!
    case 'transaction.create':
      return newest.get('permit') ?? newest.get('payment') ?? sweep
    case 'permit.submitted':
      // An actor whose transaction is out goes on once that is sent again.
      return actor?.status === 'Sent' ? sentAgain : own!
    default:
      return kind === 'destination' ? newest.get('delivery')! : own!
  }
}

/**
 * Keeps what of a cause is no chance: hashes follow from nonces and fees, and sums of gas from prices, which no path
 * knows.
 */
export function knownCause(cause: Cause): object {
  if (cause.type === 'transaction') return { type: cause.type, blockchain: cause.blockchain }
  if (cause.type === 'chain') return { ...cause, detail: cause.detail.replace(/\d+/, 'some') }
  return cause
}
