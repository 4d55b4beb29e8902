/**
 * Says where a subscription stands, in the payer's words, and the one thing to do if the next charge will not work.
 * What may be done is only ever what the service lists in `actions`, or what the payer's own wallet can do.
 */
import type { OwnSubscription } from '../api/session.generated.ts'
import type { Exposure } from '../subscription/exposure.ts'

export type Standing =
  | 'draft'
  | 'starting'
  | 'active'
  | 'late'
  /** The merchant's side or the network is not ready: the payer has nothing to do. */
  | 'waiting'
  /** The end is decided, and the paid time still runs. */
  | 'ending'
  | 'pausing'
  | 'paused'
  | 'resuming'
  | 'cancelling'
  | 'cancelled'
  | 'finished'
  | 'failed'

const standings: Record<string, Standing> = {
  Draft: 'draft',
  Pending: 'starting',
  Active: 'active',
  Suspended: 'waiting',
  PendingPause: 'pausing',
  Paused: 'paused',
  PendingUnPause: 'resuming',
  PendingCancel: 'cancelling',
  Cancelled: 'cancelled',
  Finished: 'finished',
  Error: 'failed',
}

type ShownSubscription = Pick<
  OwnSubscription,
  | 'status'
  | 'phase'
  | 'reason'
  | 'reasonSide'
  | 'endsAt'
  | 'willChargeAt'
  | 'actions'
  | 'maxPeriods'
  | 'chargesMade'
>

export function standingOf({
  status,
  phase,
  reasonSide,
  endsAt,
  willChargeAt,
}: ShownSubscription): Standing {
  const standing = standings[status] ?? 'failed'
  if (standing === 'active' && phase === 'Overdue')
    return reasonSide === 'merchant' || reasonSide === 'network' ? 'waiting' : 'late'
  const isEnding = standing === 'active' && Boolean(endsAt) && willChargeAt === null
  return isEnding ? 'ending' : standing
}

export const isOver = (standing: Standing): boolean =>
  standing === 'cancelled' || standing === 'finished' || standing === 'failed'

/** Whether the next charge will work, as the chain says. */
export type Outlook =
  | 'ready'
  | 'limitUsedUp'
  | 'limitTooSmall'
  | 'balanceTooSmall'
  | 'unknown'
  | 'nothing'

export function outlookOf(standing: Standing, exposure: Exposure | null): Outlook {
  if (!['active', 'late', 'waiting', 'starting', 'draft'].includes(standing)) return 'nothing'
  if (!exposure) return 'unknown'
  if (exposure.next === null) return 'nothing'
  const { missing, next } = exposure
  if (missing.allowance > 0n)
    return missing.allowance === next.amount ? 'limitUsedUp' : 'limitTooSmall'
  return missing.balance > 0n ? 'balanceTooSmall' : 'ready'
}

export const isShortOfLimit = (outlook: Outlook): boolean =>
  outlook === 'limitUsedUp' || outlook === 'limitTooSmall'

/** The one button of the first line; null where nothing needs to be done. */
export type FirstStep = 'limit' | 'topUp' | 'uncancel' | 'unpause' | 'unfreeze' | 'activate' | null

export function firstStepOf(
  shown: ShownSubscription,
  exposure: Exposure | null,
  may: 'manage' | 'leave',
): FirstStep {
  const standing = standingOf(shown)
  const can = (action: string) => shown.actions.includes(action)
  if (standing === 'ending' && can('uncancel')) return 'uncancel'
  if (standing === 'paused')
    return can('unpause') ? 'unpause' : exposure?.pausedBy ? 'unfreeze' : null
  const outlook = outlookOf(standing, exposure)
  // Nobody is led to pay for what another subscription took the place of; who wants both says so.
  if (standing === 'draft' && shown.reason === 'OtherBegan')
    return outlook === 'ready' && can('activate') ? 'activate' : null
  if (outlook === 'balanceTooSmall') return 'topUp'
  // Raising a limit is no way of leaving.
  return isShortOfLimit(outlook) && may === 'manage' ? 'limit' : null
}

/** The five words of "Where am I?", in order; the page marks one. */
export const places = ['begin', 'run', 'wait', 'pause', 'end'] as const
export type StandingPlace = (typeof places)[number]

const placeOfStanding: Record<Standing, StandingPlace> = {
  draft: 'begin',
  starting: 'begin',
  active: 'run',
  ending: 'run',
  late: 'wait',
  waiting: 'wait',
  pausing: 'pause',
  paused: 'pause',
  resuming: 'pause',
  cancelling: 'end',
  cancelled: 'end',
  finished: 'end',
  failed: 'end',
}
export const placeOf = (standing: Standing): StandingPlace => placeOfStanding[standing]
