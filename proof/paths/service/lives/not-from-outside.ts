/**
 * Transitions of subscriptions, charges and customers that no path takes from outside of a service, with the reasons: none
 * can be forced there, or only by chance. On the ground `store` they are taken by messages that are given to turns.
 */

type Reasons = Record<string, string>

const because = (reason: string, state: string, transitions: readonly string[]): Reasons =>
  Object.fromEntries(transitions.map((transition) => [`${state} on ${transition}`, reason]))

const contradiction =
  'A charge that skips a period waits until those before it are found: only a chain that lies leads there.'
const newestFirst =
  'A reorganisation is told from the newest event back, so a control that came after the charge is gone before it.'
const fundsFirst =
  'The funds are read first after a reorganisation: with them it is to be cancelled again before the charge is taken back.'
const neverAlone =
  'Each control that is taken back leaves what was before it, and whoever was told of both is told of that.'
const paused = 'A paused contract takes no charge, and the end of its pause is told first.'
const cancelledIs = 'A contract that is cancelled on the chain takes no charge.'
const ownCharge = 'The service opens its own charge in the moment from which others may make it.'
const inOrder = 'The events of one contract are told in their order.'
const left =
  'A subscription that is left for another one ends, at once or with the paid time; on that way this state is not met.'
const notLeft = 'The one that waits for the place tells of its end only while it waits.'
const begins = 'What waits for the place of another one, or has taken it, is a draft no more.'
const toldSooner = 'The relay says that no node answers long before its question is given up.'
const clockStands = 'The test clock stands still for as long as a request to the chain is not done.'
const freezeFirst = 'The freeze before it is read first, and pauses the subscription.'
const rides =
  'A charge that rides in a transaction rides in no other before that one has ended for it.'
const endsBoth =
  'What stops a charge before it is sent again comes into a block first, and ends it for good.'
const pauseLasts = 'A pause is over only after the block in which its charge has ended.'
const together =
  'The grace of a charge and that of its subscription end in one moment, and each ends by its own timer.'

const outOfGrace =
  'A later charge that waits for gas and is taken back is out of its grace: whether it ends first or its subscription is chance.'

const stopped = 'chain.charged [isForStoppedCharge]'
const ofOpen = 'chain.charged [isForNewPeriodOfOpenCharge]'
const ofNew = 'chain.charged [isForNewPeriod]'
const skipped = 'chain.charged [hasSkippedPeriods]'
const lastTaken = 'chain.chargeReorged [isLastCharge]'
const approved = 'successor.approved'
const ended = 'successor.ended [isOwnSuccessor]'

export const subscriptionReasons: Reasons = {
  ...because(left, 'Draft', [approved, ended]),
  ...because(begins, 'Draft', [
    'predecessor.ended',
    'predecessor.stays [mayBeCharged]',
    'predecessor.stays',
  ]),
  ...because(contradiction, 'Draft', [skipped]),
  ...because(toldSooner, 'Draft.CheckingFunds', ['xstate.after.untilCheckGivenUp.CheckingFunds']),
  ...because(left, 'Pending', [approved, ended]),
  ...because(contradiction, 'Pending', [skipped]),
  ...because(inOrder, 'Pending', ['chain.frozen [isNewerThanKnown]']),
  ...because(
    'A switch is approved only where it can still begin when the paid time is over.',
    'Pending.AwaitingPredecessor',
    ['predecessor.ended'],
  ),
  ...because(
    'What waits for a place has none that could be taken: it cannot be left.',
    'Pending.AwaitingPredecessor',
    [approved],
  ),
  ...because(left, 'Active', [approved]),
  ...because(neverAlone, 'Active', ['chain.controlReorged']),
  ...because(ownCharge, 'Active', [stopped]),
  ...because(contradiction, 'Active', [skipped]),
  ...because(ownCharge, 'Active', [ofNew]),
  ...because(inOrder, 'Active', ['chain.unfrozen [isNewerThanKnown]']),
  ...because(
    'A charge is under way for a moment only; the paths that hold it there, by nodes that do not answer, pause without a day.',
    'Active.Charging',
    ['subscription.pauseUntil [mayPauseUntil]'],
  ),
  ...because(contradiction, 'Active.Ending', [skipped]),
  ...because(
    'The period is paid while it is ending; before the next charge is due it has been told to end.',
    'Active.Ending',
    [
      'chain.charged [isForOpenChargeAfterCancel]',
      'chain.charged [isForStoppedChargeAfterCancel]',
      'chain.charged [isForNewPeriodAfterCancel]',
    ],
  ),
  ...because(left, 'Suspended', [approved, ended]),
  ...because(together, 'Suspended', ['charge.failed [isOfOpenCharge]']),
  ...because(contradiction, 'Suspended', [skipped]),
  ...because(inOrder, 'Suspended', ['chain.unfrozen [isNewerThanKnown]']),
  ...because(neverAlone, 'Suspended', ['chain.controlReorged']),
  ...because(outOfGrace, 'Suspended', [lastTaken]),
  ...because(neverAlone, 'PendingPause', ['chain.controlReorged']),
  ...because(paused, 'Paused', [ofOpen, stopped, ofNew]),
  ...because(newestFirst, 'Paused', [lastTaken]),
  ...because(
    'A pause with an end ends while the service can end it; one of the payer’s, which takes its place, has no end.',
    'Paused',
    ['xstate.after.untilResumed.Paused'],
  ),
  ...because(paused, 'PendingUnPause', [ofOpen, stopped, ofNew]),
  ...because(newestFirst, 'PendingUnPause', [lastTaken]),
  ...because(
    'Whether the end of the pause or that of the other one comes first, is a matter of moments.',
    'PendingUnPause',
    [ended],
  ),
  ...because(clockStands, 'PendingCancel', ['xstate.after.untilCancelRetried.PendingCancel']),
  ...because(freezeFirst, 'PendingCancel', ['chain.unfrozen [isFrozenWithinGrace]']),
  ...because(cancelledIs, 'Cancelled', [ofOpen, stopped, ofNew]),
  ...because(fundsFirst, 'Cancelled', [lastTaken]),
  ...because(fundsFirst, 'Cancelled.PaidTime', [lastTaken]),
  ...because(notLeft, 'Finished', [ended]),
  ...because(
    'Of two drafts that are to take its place, one at once, that one does not live until it is over.',
    'Finished',
    [approved],
  ),
  ...because(contradiction, 'Error', [
    'subscription.cancel',
    ended,
    'successor.approved [hasNoSuccessor]',
    approved,
    ofOpen,
    stopped,
    ofNew,
    lastTaken,
    'chain.cancelled',
    'chain.fundsSeen',
  ]),
}

const wasStopped = 'charge.notProcessed [wasCancelRequested]'

export const chargeReasons: Reasons = {
  ...because(pauseLasts, 'Pending', ['charge.resume']),
  ...because(rides, 'Pending.InFlight', ['charge.submitted']),
  ...because(endsBoth, 'Pending.HeldBack', [wasStopped]),
  ...because(pauseLasts, 'Retrying', ['charge.resume']),
  ...because(rides, 'Retrying.InFlight', ['charge.submitted']),
  ...because(endsBoth, 'Retrying.HeldBack', [wasStopped]),
}

export const customerReasons: Reasons = because(
  'Only where the end of access overtakes its beginning: one subscription’s messages keep their order.',
  'WithoutAccess',
  ['customer.accessGranted', 'customer.accessEnded'],
)
