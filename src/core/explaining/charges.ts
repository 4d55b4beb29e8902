/** Finds the troubles of a subscription and of its charges. */
import type { StoredActor } from '../../shared/stored-actor.ts'
import { accessReasons } from '../reasons/access-reasons.ts'
import { chargeReasons } from '../reasons/charge-reasons.ts'
import type { ReasonWords } from '../reasons/reason-words.ts'
import { fact } from '../story/values.ts'
import { says } from '../story/says.ts'
import { asSentence, type Trouble, troubleIn, troubleOf, type TroubleType } from './trouble.ts'
import { reasonOfWait } from '../reasons/wait-reasons.ts'
import type { ChargeFacts } from '../reasons/end-reasons.ts'
import type { Facts } from './facts.ts'

export function chargeFactsOf(
  actor: StoredActor<'subscription'> | StoredActor<'charge'>,
  { sending, ...facts }: Facts,
): ChargeFacts {
  const subscription = actor.kind === 'subscription' ? actor : facts.subscription
  const newest = actor.kind === 'charge' ? actor : facts.charge
  // One that succeeded says nothing about what is the matter now.
  const charge = newest?.status === 'Succeeded' ? null : newest
  const { transactionId = null, transactionHash = null } = charge?.snapshot.context ?? {}
  return {
    ...sending,
    transactionId,
    transactionHash,
    terms: actor.snapshot.context,
    subscription: subscription?.snapshot.context ?? null,
    charge: charge?.snapshot.context ?? null,
  }
}

export function findTroubleOfCharge(actor: StoredActor<'charge'>, facts: Facts): Trouble | null {
  const { status, phase, snapshot } = actor
  if (status === 'Succeeded') return null
  const reason = snapshot.context.reason ?? reasonOfWait(facts.sending.wait)
  if (reason === null)
    return status === 'Retrying'
      ? troubleOf('Wait', null, awaitsAttempt, chargeFactsOf(actor, facts))
      : null
  const isWaiting = status === 'Pending' || phase === 'HeldBack'
  const about = status === 'Cancelled' ? 'End' : isWaiting ? 'Wait' : 'Failure'
  const trouble = troubleIn(chargeReasons, about, reason, chargeFactsOf(actor, facts))
  if (status !== 'Failed') return trouble
  // What the payer has now says nothing about why it was given up.
  return { ...trouble, says: asSentence(says(chargeReasons, reason)), ...givenUp }
}

/** It is too late for what would have helped in time. */
const givenUp: Pick<Trouble, 'change' | 'helper'> = {
  change: 'It is not tried again: its time was over. The payer can begin a new subscription.',
  helper: 'nobody',
}

export function findTroubleOfSubscription(
  actor: StoredActor<'subscription'>,
  facts: Facts,
): Trouble | null {
  const { status, phase, snapshot } = actor
  const charge = chargeFactsOf(actor, facts)
  const because = (about: TroubleType, reason: string | null, else_: Trouble | null = null) =>
    reason === null ? else_ : troubleIn(chargeReasons, about, reason, charge)
  const { reason, successor, isAtRisk } = snapshot.context
  switch (status) {
    case 'Draft':
      return because('Failure', reason, notYet(actor, 'NotActivated', charge))
    case 'Pending':
      if (phase === 'AwaitingPredecessor') return troubleOf('Wait', null, awaitsOther, charge)
      return because('Wait', reasonOfWait(facts.sending.wait), notYet(actor, 'NotStarted', charge))
    case 'Active':
      if (phase === 'Ending') return because('End', successor ? 'Switched' : 'CancelRequested')
      if (reason === null && isAtRisk) return because('Failure', 'InsufficientAllowance')
      return because('Failure', reason)
    case 'Suspended':
      return because('Wait', reason)
    case 'PendingPause':
    case 'PendingUnPause':
      return because(
        'Wait',
        reasonOfWait(facts.sending.wait),
        troubleOf('Wait', null, awaitsChain[status], charge),
      )
    case 'Paused':
      return because('Wait', reason ?? 'Paused')
    case 'PendingCancel':
    case 'Cancelled':
      return because('End', reason)
    case 'Finished':
      return null
    case 'Error':
      return because('Failure', reason ?? 'ChainContradiction')
  }
}

function notYet(
  { snapshot }: StoredActor<'subscription'>,
  reason: 'NotActivated' | 'NotStarted',
  subscription: ChargeFacts,
): Trouble {
  const { customerId } = snapshot.context
  const access = snapshot.access ?? null
  const facts = { customerId, access, subscription }
  return troubleOf('Wait', reason, accessReasons[reason], facts)
}

/** It was stopped after a failure and goes on: what failed then need not be so any more. */
const awaitsAttempt: ReasonWords<ChargeFacts> = {
  says: 'an attempt failed before it was stopped, and another one follows',
  condition: 'The next attempt succeeds.',
  values: ({ charge }) => [
    ...fact('attempts so far', charge?.attempts),
    ...fact('next attempt at', charge?.nextAttemptAt),
    ...fact('can be made until', charge?.graceUntil),
  ],
  change: 'It is tried again by itself, and at once when the money comes.',
  helper: 'nobody',
}

const awaitsOther: ReasonWords<ChargeFacts> = {
  says: 'it takes the place of another subscription, which ends first',
  condition: 'The subscription that it replaces has ended.',
  values: ({ subscription }) => [
    ...fact('replaces', subscription?.replaces?.contractAddress),
    ...fact('at', subscription?.replaces?.when),
    ...fact('waits at most until', subscription?.activateUntil),
  ],
  change: 'It begins by itself once the other one has ended, so that no time is paid for twice.',
  helper: 'nobody',
}

const onChain = (what: string): ReasonWords<ChargeFacts> => ({
  says: `the contract is not ${what} on the chain yet`,
  condition: `A block has the transaction by which the contract is ${what}.`,
  values: ({ terms, blockchain, wait }) => [
    { name: 'contract', value: terms.contractAddress },
    { name: 'chain', value: blockchain },
    ...fact('tries so far', wait?.attempts),
  ],
  change: 'It goes on by itself as soon as a block has it, usually within a minute.',
  helper: 'nobody',
})
const awaitsChain = { PendingPause: onChain('paused'), PendingUnPause: onChain('resumed') }
