/**
 * A switch to another plan is a new subscription, because a contract's terms never change. It may take the
 * place of the old one: that one ends once the payer has approved the new one.
 */
import { z } from 'zod'
import type { PlanInput } from '../../machines/plan/plan.events.ts'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { Problem } from '../shared/problems.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import { coveredUntilOf } from '../core/resources/subscription-outlook.ts'
import { listAccepted } from '../core/accepted/accepted-commands.ts'
import type { CommandRole } from '../core/turn/command-roles.ts'
import {
  findSwitchTimes,
  hasEnded,
  type SwitchTime,
  switchTimes,
} from '../core/accepted/switch-times.ts'
import { listActors } from '../store/views/actors.ts'
import { findPauseStart, isPaused } from '../store/views/payers/standstills.ts'
import { withoutUsedRights } from '../store/views/payers/withdrawals.ts'
import { createDraft } from './new-draft.ts'
import type { OwnersCall } from './routing/route.ts'
import { MaxPeriods, PlanId } from './schemas/new-subscription.ts'

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

/** A customer makes at most 20; of those that the merchant made, the newest count. */
const draftsComparedMax = 50

type Remembered = StoredActor<'subscription'>['snapshot']['context']
type PlanSwitch = { plan: PlanInput; when: SwitchTime; maxPeriods: number }
type SwitchStart = { startFrom: Date; replaces?: SubscriptionInput['replaces'] }

/** Drafts of one switch begin at the same moment, except where that is as soon as the payer has approved. */
const sameStartWithinMs = 60 * 60_000

/**
 * Returns the new subscription as a Draft, for the same customer and payer: the one that an earlier switch like this made
 * and the payer has not approved yet, or a new one, after `mayCreate` has let it through.
 *
 * @throws CommandNotAllowed where the old one cannot be left at the time that is wished
 */
export async function switchPlan(
  call: OwnersCall,
  old: StoredActor<'subscription'>,
  { plan, when, maxPeriods }: PlanSwitch,
  by: CommandRole,
  mayCreate: () => Promise<void> = async () => {},
): Promise<StoredActor<'subscription'>> {
  const { customerId, payer, metadata, activation } = old.snapshot.context
  const pausedSince = await findPauseStart(call.dependencies.database, old)
  if (pausedSince === null && when === 'PaidPeriodEnd' && isPaused(old)) throw pausedLongAgo()
  const [shown = old] = await withoutUsedRights(call.dependencies.database, [old])
  const place = findPlace(shown, { when, now: call.seed.at, pausedSince, by })
  const made = await findMadeBefore(call, old, { planId: plan.id, maxPeriods, ...place })
  if (made) return made
  await mayCreate()
  const draft = { plan, customerId, payer: payer as `0x${string}`, maxPeriods, metadata }
  return createDraft(call, { ...draft, ...place, activation: activation ?? 'automatic' }, by)
}

/** Finds the newest draft of the same customer and payer that would be made once more. */
async function findMadeBefore(
  { dependencies: { database }, caller: { owner } }: OwnersCall,
  old: StoredActor<'subscription'>,
  wanted: SwitchStart & { planId: string; maxPeriods: number },
): Promise<StoredActor<'subscription'> | undefined> {
  const { customerId, payer } = old.snapshot.context
  const filter = { customerId, payer, planId: wanted.planId, statusIn: ['Draft'] } as const
  const newest = { limit: draftsComparedMax, offset: 0 }
  const drafts = await listActors(database, 'subscription', owner, filter, newest)
  return drafts.find(({ snapshot: { context } }) => {
    const apartMs = Date.parse(context.startFrom) - wanted.startFrom.getTime()
    return (
      context.maxPeriods === wanted.maxPeriods &&
      context.replaces?.contractAddress === wanted.replaces?.contractAddress &&
      context.replaces?.when === wanted.replaces?.when &&
      Math.abs(apartMs) <= sameStartWithinMs
    )
  })
}

type SwitchMoment = { when: SwitchTime; now: Date; pausedSince: Date | null; by?: CommandRole }

/**
 * Finds when the new subscription begins, and whose place it takes.
 *
 * @throws CommandNotAllowed where the old one cannot be left at that time
 */
export function findPlace(old: StoredActor<'subscription'>, asked: SwitchMoment): SwitchStart {
  const { when, now } = asked
  const { context } = old.snapshot
  if (!findSwitchTimes(old, now).includes(when)) throw notLeavable(old, asked)
  if (when === 'KeepBoth') return { startFrom: now }
  // On the chain anybody may charge from this moment on, so it is not within the paid time.
  const paidUntil = new Date(coveredUntilOf(context) ?? paidUntilAfterPause(context, asked) ?? now)
  const startFrom = paidUntil > now ? paidUntil : now
  if (hasEnded(old)) return { startFrom }
  return { startFrom, replaces: { contractAddress: context.contractAddress, when } }
}

/** Until when it is paid for if a pause is left now for the switch; null where the switch takes what is left. */
function paidUntilAfterPause(
  { chargesMade, nextChargeAt }: Remembered,
  { when, now, pausedSince }: SwitchMoment,
): number | null {
  if (pausedSince === null || chargesMade === 0 || when !== 'PaidPeriodEnd') return null
  return now.getTime() + Date.parse(nextChargeAt) - pausedSince.getTime()
}

/** Never guessed: what the payer has paid for would be lost. */
const pausedLongAgo = (): Problem =>
  new Problem(
    'ServiceUnavailable',
    'It was paused so long ago that the month is kept elsewhere, so what was left of its paid time is not known here: resume it first, or tell whoever runs the service.',
  )

function notLeavable(
  old: StoredActor<'subscription'>,
  { when, now, by = 'merchant' }: SwitchMoment,
): Problem {
  const { status, snapshot } = old
  const { successor } = snapshot.context
  const possible = findSwitchTimes(old, now)
  const why =
    successor !== null
      ? `The subscription is replaced by ${successor} already; cancel that one, and it can be left for another.`
      : status === 'Draft'
        ? 'The subscription is a Draft, whose place no other can take: create the other one, and cancel this one.'
        : `The subscription is ${status}; it cannot be left with 'when' ${when}, because no time that is paid for is running.`
  return new Problem('CommandNotAllowed', `${why} Possible: ${possible.join(', ') || 'none'}.`, {
    details: { state: status, allowed: listAccepted(by, old, now), switchTimes: possible },
  })
}
