/** Why a subscription is paused, has ended or is ending, and what its contract refuses. */
import type { ChargeReason } from '../../../machines/reasons.ts'
import { withdrawUntilOf } from '../../../machines/subscription/subscription.schedule.ts'
import { fact, type Value } from '../story/values.ts'
import type { ChargeCatalogue, ChargeWords } from './reason-words.ts'
import type { ChargeContext } from '../../../machines/charge/charge.context.ts'
import type { SubscriptionContext } from '../../../machines/subscription/subscription.context.ts'
import type { SendingFacts } from './sending-reasons.ts'

const scheduleOf = ({ terms, subscription }: ChargeFacts): Value[] => [
  { name: 'contract', value: terms.contractAddress },
  ...fact(
    'charges made',
    subscription && `${subscription.chargesMade} of ${subscription.maxPeriods}`,
  ),
  ...fact('next charge due', subscription?.nextChargeAt),
]

const over = 'It is over for good; the payer can begin a new subscription.'

const ended = (
  says: string,
  condition: string,
  change = over,
  values: (facts: ChargeFacts) => Value[] = scheduleOf,
): ChargeWords<ChargeFacts> => ({
  says,
  condition,
  values,
  change,
  helper: 'payer',
  side: null,
})

/** The contract refuses what was asked of it. */
const refused = (says: string, condition: string): ChargeWords<ChargeFacts> => ({
  says,
  condition,
  values: scheduleOf,
  change: 'Ask again once the subscription shows what happened on the chain.',
  helper: 'merchant',
  side: null,
})

export const endReasons = {
  Paused: {
    says: 'a pause stopped it',
    condition: 'The subscription is not paused.',
    values: (facts) => [
      ...scheduleOf(facts),
      ...fact('paused by', facts.subscription?.frozenBy),
      ...fact('resumes by itself', facts.subscription?.resumeAt),
      ...fact('the service can resume until', facts.subscription?.operatorUntil),
    ],
    change: 'Resume the subscription; the charge is then opened again.',
    helper: 'merchant',
    side: null,
  },
  OnlyPayerMayResume: {
    says: 'the pause has outlived the grace of the next charge, so that only the payer may end it',
    more: '`pausableUntil` said by when to resume, and `SubscriptionResumeDue` warned of it. A pause with an end (`until`) ends before that by itself.',
    condition: 'The contract still lets the service end the pause.',
    values: (facts) => [
      ...scheduleOf(facts),
      ...fact('paused by', facts.subscription?.frozenBy),
      ...fact('the service could resume until', facts.subscription?.operatorUntil),
    ],
    change: 'The payer calls `unfreeze` of the contract; or cancel it, and begin a new one.',
    helper: 'payer',
    side: 'payer',
  },
  GraceExpired: {
    ...ended(
      'no charge came about within the grace',
      'A charge is made before the grace is over.',
      over,
      (facts) => [
        ...scheduleOf(facts),
        ...fact(
          'the grace ended',
          facts.charge?.graceUntil ?? facts.subscription?.charge?.graceUntil,
        ),
      ],
    ),
    more: 'The grace ended with `lapsesAt`. The subscription is `PendingCancel` until the chain says so, too. The `reason` of its last charge says why none came about, such as `GasWalletEmpty`.',
  },
  DraftExpired: ended(
    'the draft was not activated in time, or its first charge was held up for too long',
    'The first charge is made before the draft is given up.',
    over,
    (facts) => [
      ...scheduleOf(facts),
      ...fact('could be activated until', facts.subscription?.activateUntil),
    ],
  ),
  CancelRequested: ended(
    'you or the payer cancelled it',
    'Nobody has cancelled the subscription.',
    'Until shortly before the paid time ends, a cancellation at its end can be taken back (Go on after all); else the payer begins a new one.',
  ),
  SubscriptionCancelled: ended(
    'its subscription was cancelled',
    'The subscription of the charge is not cancelled.',
  ),
  CancelledByPayer: ended(
    'the payer cancelled the contract on the chain',
    'The contract is not cancelled on the chain.',
  ),
  CancelledOnChain: ended(
    'its contract was cancelled on the chain by a key of yours, outside of this service',
    'The contract is not cancelled on the chain.',
  ),
  Switched: ended(
    'another subscription takes its place',
    'No other subscription takes its place.',
    'Nothing has to be done: the other subscription goes on.',
    (facts) => [...scheduleOf(facts), ...fact('replaced by', facts.subscription?.successor)],
  ),
  SwitchRefused: {
    ...ended(
      'it was to replace another one, and that one stays',
      'The subscription whose place it takes can still be replaced.',
      'Begin a new switch from the subscription that stays.',
      (facts) => [
        ...scheduleOf(facts),
        ...fact('was to replace', facts.subscription?.replaces?.contractAddress),
      ],
    ),
    more: 'That one was renewed meanwhile, for longer than this one could wait, or another takes its place.',
  },
  OtherBegan: {
    ...ended(
      'another subscription of the customer to the same plan has begun while this one waited for the money',
      'No other subscription of the customer to this plan has begun since it was approved.',
      'It begins only by a command: activate it if both are wanted, or cancel it.',
    ),
    side: 'payer',
  },
  Withdrawn: {
    ...ended(
      'the payer made use of the right to withdraw',
      'The payer has not withdrawn from the contract.',
      'Return what was taken: the payer has a right to it.',
      (facts) => [
        ...scheduleOf(facts),
        ...fact('withdrawn', facts.subscription?.withdrawnAt),
        ...fact('could withdraw until', facts.subscription && withdrawUntilOf(facts.subscription)),
      ],
    ),
    helper: 'merchant',
  },
  NotStarted: refused('its contract was never charged', 'The first charge has been made.'),
  NotPaused: refused('its contract is not paused', 'The contract is paused.'),
  NotAllowed: refused(
    'its contract does not take this from us',
    'The contract takes this call from the gas wallet of the merchant.',
  ),
  Cancelled: refused('its contract was cancelled', 'The contract is not cancelled.'),
  Finished: refused(
    'its contract has charged every period',
    'Charges are left that the contract may make.',
  ),
} satisfies Partial<ChargeCatalogue<ChargeReason, ChargeFacts>>

/** Holds what a subscription and its charge remember; the charge may be none, the subscription may be unknown. */
export type ChargeFacts = SendingFacts & {
  terms: Pick<SubscriptionContext, 'amount' | 'decimals' | 'asset' | 'contractAddress'>
  subscription: SubscriptionContext | null
  charge: ChargeContext | null
}
