/** Says what each guard asks, as a sentence that its answer makes true or false. */
import type { ActorKind } from '../../shared/stored-actor.ts'

const ofSubscription: Record<string, string> = {
  allowsAndAffords: 'The payer allows and has at least one amount.',
  mayBeginByItself:
    'It may begin by itself, no other to the same plan has begun while it waited for money, and the payer allows and has at least one amount.',
  allowsEnough: 'The payer allows at least one amount.',
  mayStillBeCharged: 'The contract is alive, and could still charge what is allowed.',
  isForStoppedChargeAfterCancel: 'The charge is the one that a reorganisation had stopped.',
  isForOpenChargeAfterCancel: 'The charge is the open one, and the contract is not cancelled.',
  isForNewPeriodAfterCancel: 'The charge is of a new period, and the contract is not cancelled.',
  isForOpenChargeInTime: 'The open charge was made before it was too late.',
  isForNewPeriodInTime: 'The charge of the next period was made before it was too late.',
  isFrozenWithinGrace: 'The contract was paused or resumed before the grace was over.',
  hasRunOutOfGrace: 'It ended because the grace was over.',
  isNoLongerChargeable: 'The contract can charge no more, also without being cancelled.',
  mayBeCharged: 'The contract could take one amount, so that it has to be cancelled on the chain.',
  mayNotBeCharged:
    'Less is allowed than one amount, or before the first charge the payer has less, so that nobody can charge.',
  isChargeable: 'The contract could make a charge that the allowance covers.',
  needsPredecessor: 'It takes the place of a subscription that has not ended yet.',
  hasStarted: 'The agreed start has come.',
  hasNoSuccessor: 'No other subscription takes its place.',
  isOwnSuccessor: 'It is the subscription that takes its place.',
  maySucceedAtPeriodEnd: 'The other subscription may take its place when the paid time ends.',
  mayResumeForSuccessor:
    'The service may end the pause, for the other subscription to take its place.',
  maySucceedNow: 'The other subscription may take its place at once.',
  mayStillBegin: 'What was paid for ends before the first charge would be too late.',
  isEndingWithPaidTime: 'It is to end with the paid time.',
  mayEndAtPeriodEnd: 'It can still be said that it ends with the paid time.',
  mayResumeToEnd:
    'The service may end the pause, and it can still be said that it ends with the paid time.',
  mayUncancel: 'It is to end with the paid time, and no other subscription takes its place.',
  mayWithdraw: 'The payer has a right to withdraw, has not used it, and its time is not over.',
  mayGiveFeedback: 'Somebody wanted it to end, and no other subscription takes its place.',
  mayPause:
    'It was charged, another charge follows, and the service may resume it for some time still.',
  mayPauseUntil:
    'It was charged, another charge follows, and the pause ends while the service may still resume.',
  mayChangeResume: 'A new end of the pause is named, while the service may still resume.',
  mayForgetResume: 'The pause is to end by itself, and the service may resume for some time still.',
  hasNoResume: 'The pause does not end by itself.',
  isToResumeThen: 'The pause ends at that moment already.',
  areAllChargesMade: 'All charges are made.',
  hasPaidTimeLeft: 'Time that was paid for is left.',
  isFirstCharge: 'No charge was made yet.',
  hasFailedBefore: 'An attempt of the open charge has failed before.',
  isOfOpenCharge: 'The report is about the open charge.',
  isOfOpenFirstCharge: 'The report is about the open charge, which is the first one.',
  hasStoppedCharge: 'A charge was stopped and is opened again.',
  wasStoppedByReorganisation: 'A reorganisation had stopped the charge of the next period.',
  isRefusalOf: 'What was refused is what was asked for.',
  isFrozenStill: 'The contract is still paused.',
  isShortageInOpenCharge: 'The open charge failed because the payer allows or has too little.',
  isForNewPeriodOfOpenCharge: 'The open charge was made.',
  isForStoppedCharge: 'The charge that a reorganisation had stopped was made.',
  isForNewPeriod: 'The charge is of a period that was not charged yet.',
  hasSkippedPeriods: 'The contract charged a period that cannot have come yet.',
  isLastCharge: 'The charge is the last one that was made.',
  isFirstChargeTakenBack: 'The charge that was taken back is the first one.',
  isNewerThanKnown: 'The report is newer than what is known.',
  isUnfreezeOfKnownPause: 'A pause that is known here has ended.',
  mayUnfreeze:
    'The service may end the pause: it began it, and the grace of the next charge is not over.',
}

const ofPayment: Record<string, string> = {
  isAt: 'Where it stands, by what came, what was decided and the time.',
  isNewerThanKnown: 'The report is newer than what is known.',
  isAllConfirmed: 'Something came, and all of it is confirmed.',
  isLeftToGiveBack: 'At least so much is confirmed and was not given back.',
  isOtherLeftToGiveBack: 'At least so much of a token that nobody asked for was not given back.',
  isOtherLeftToMove: 'A token that nobody asked for lies there.',
  isLeftToMove: 'Something lies there that was not moved on.',
  maySweepAgain: 'Something is left to move, and it has not failed too often.',
}

/** By kind and by the name of the guard. */
export const guardWords: Record<ActorKind, Record<string, string>> = {
  subscription: ofSubscription,
  payment: ofPayment,
  charge: {
    wasChargedElsewhere: 'The contract was charged before anybody asked here.',
    wasCancelRequested: 'It is to be stopped.',
    mayTryAgain:
      'It is not the first charge of a subscription, and its grace leaves time for an attempt.',
    hasFailedBefore: 'An attempt has failed before.',
    isForCurrentTransaction: 'The report is about the transaction that carries it now.',
  },
  transaction: { hasSucceeded: 'The chain ran it without an error.' },
  delivery: {
    mayTryAgain: 'Attempts are left.',
    hasNotFailedEarly: 'No attempt before its time has failed.',
  },
  customer: {
    isFirstToGrant: 'No other subscription grants access.',
    isLastToGrant: 'It is the only subscription that grants access.',
  },
  destination: {
    isOneTooMany: 'So many failures in a row that it counts as down.',
    isOfAnotherLane: 'Something else failed than before, so that it is the endpoint.',
  },
  gasWallet: {
    isEmptyAtFirst: 'It cannot pay for one charge.',
    isLowAtFirst: 'It lasts for less than a week.',
    isEmpty: 'It cannot pay for one charge.',
    isLow: 'It lasts for less than a week.',
    isWellAgain: 'It lasts for nine days or more again.',
    isRefilled: 'It pays for two charges or more, and lasts for a week.',
    isPartlyRefilled: 'It pays for two charges or more, and lasts for less than a week.',
  },
  permit: { wasSentTooOften: 'Its transactions have failed three times.' },
  plan: {},
  verification: {},
}
