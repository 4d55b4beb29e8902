/**
 * A switch to another plan is a new subscription, because a contract's terms never change. It may take the
 * place of the old one: that one ends once the payer has approved the new one.
 */
import { z } from 'zod'
import type { PlanInput } from '../../machines/plan/plan.events.ts'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { Problem } from '../shared/problems.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import { coveredUntilOf } from '../store/resources/subscription-outlook.ts'
import type { CommandRole } from '../store/command-roles.ts'
import { findPauseStart } from '../store/views/payers/standstills.ts'
import { createDraft } from './new-draft.ts'
import type { OwnersCall } from './routing/route.ts'
import { MaxPeriods, PlanId } from './schemas/new-subscription.ts'

export const switchTimes = ['PaidPeriodEnd', 'Now', 'KeepBoth'] as const
export type SwitchTime = (typeof switchTimes)[number]

export const SwitchWish = z
  .strictObject({
    planId: PlanId,
    when: z
      .enum(switchTimes)
      .default('PaidPeriodEnd')
      .meta({
        description:
          '`PaidPeriodEnd`: the old subscription ends with the time that is paid for, and the new one begins ' +
          'then, so that no time is paid for twice. `Now`: the old one ends for good as soon as the payer has ' +
          'approved the new one, which still begins with the end of the time that is paid for; a paused one ' +
          'loses what it had left. `KeepBoth`: the old one goes on, and the new one begins at once',
      }),
    maxPeriods: MaxPeriods,
  })
  .meta({ id: 'SwitchWish' })

type Remembered = StoredActor<'subscription'>['snapshot']['context']
type Wanted = { plan: PlanInput; when: SwitchTime; maxPeriods: number }
type Place = { startFrom: Date; replaces?: SubscriptionInput['replaces'] }

/**
 * Creates the new subscription as a Draft, for the same customer and payer.
 *
 * @throws CommandNotAllowed where the old one cannot be left at the time that is wished
 */
export async function switchPlan(
  call: OwnersCall,
  old: StoredActor<'subscription'>,
  { plan, when, maxPeriods }: Wanted,
  by: CommandRole,
): Promise<StoredActor<'subscription'>> {
  const { customerId, payer, metadata, activation } = old.snapshot.context
  const draft = { plan, customerId, payer: payer as `0x${string}`, maxPeriods, metadata }
  const pausedSince = await findPauseStart(call.dependencies.database, old)
  const place = findPlace(old, { when, now: call.seed.at, pausedSince })
  return createDraft(call, { ...draft, ...place, activation: activation ?? 'automatic' }, by)
}

type Asked = { when: SwitchTime; now: Date; pausedSince: Date | null }

/**
 * Finds when the new subscription begins, and whose place it takes.
 *
 * @throws CommandNotAllowed where the old one cannot be left at that time
 */
export function findPlace(old: StoredActor<'subscription'>, asked: Asked): Place {
  const { when, now } = asked
  const { context } = old.snapshot
  if (when === 'KeepBoth') return { startFrom: now }
  // On the chain anybody may charge from this moment on, so it is not within the paid time.
  const paidUntil = new Date(coveredUntilOf(context) ?? paidUntilAfterPause(context, asked) ?? now)
  const startFrom = paidUntil > now ? paidUntil : now
  if (hasEnded(old)) return { startFrom }
  if (context.successor !== null || !mayLeave(old, when)) throw notLeavable(old, when)
  return { startFrom, replaces: { contractAddress: context.contractAddress, when } }
}

/** Until when it is paid for if a pause is left now for the switch; null where the switch takes what is left. */
function paidUntilAfterPause(
  { chargesMade, nextChargeAt }: Remembered,
  { when, now, pausedSince }: Asked,
): number | null {
  if (pausedSince === null || chargesMade === 0 || when !== 'PaidPeriodEnd') return null
  return now.getTime() + Date.parse(nextChargeAt) - pausedSince.getTime()
}

const hasEnded = ({ status }: StoredActor<'subscription'>): boolean =>
  status === 'Cancelled' || status === 'Finished'

/** Whether the subscription ends, or can be told to end, at the time that is wished. */
function mayLeave(
  { status, phase, snapshot: { acceptedCommands, context } }: StoredActor<'subscription'>,
  when: Exclude<SwitchTime, 'KeepBoth'>,
): boolean {
  if (status === 'PendingCancel') return true
  // It has no place yet that could be taken.
  if (status === 'Draft' || phase === 'AwaitingPredecessor') return false
  if (when === 'Now') return acceptedCommands.includes('cancel')
  const isLastPeriod = status === 'Active' && context.chargesMade >= context.maxPeriods
  return acceptedCommands.includes('cancelAtPeriodEnd') || phase === 'Ending' || isLastPeriod
}

/** Lists when the subscription can be left for another one; none where it is a draft, is left already, or has ended. */
export function findSwitchTimes(old: StoredActor<'subscription'>): SwitchTime[] {
  const isLeft = old.status === 'Draft' || hasEnded(old) || old.snapshot.context.successor !== null
  return isLeft ? [] : switchTimes.filter((time) => time === 'KeepBoth' || mayLeave(old, time))
}

function notLeavable(old: StoredActor<'subscription'>, when: SwitchTime): Problem {
  const { status, snapshot } = old
  const { successor } = snapshot.context
  const possible = successor === null ? findSwitchTimes(old) : ['KeepBoth']
  const why =
    successor === null
      ? `The subscription is ${status}; it cannot be left with 'when' ${when}, because no time that is paid for is running.`
      : `The subscription is replaced by ${successor} already.`
  return new Problem('CommandNotAllowed', `${why} Possible: ${possible.join(', ') || 'none'}.`, {
    details: { state: status, allowed: snapshot.acceptedCommands },
  })
}
