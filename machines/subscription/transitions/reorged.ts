/** Transitions upon what a reorganisation took back. */
import { type EventOf, eventOf } from '../../event-of.ts'
import type { SubscriptionEvent } from '../subscription.events.ts'
import { openNumber, stopCharge } from './actions.ts'

type ChargeReorged = EventOf<SubscriptionEvent, 'chain.chargeReorged'>
type ControlReorged = EventOf<SubscriptionEvent, 'chain.controlReorged'>

/** The last charge is the open one again; one that was opened after it is stopped, and waits its turn. */
const takeBack = [
  stopCharge('ChargeReorged'),
  { type: 'undoCharged', params: eventOf<ChargeReorged> },
  { type: 'reopenCharge', params: openNumber },
] as const

const isLastCharge = {
  type: 'isLastCharge',
  params: eventOf<ChargeReorged>,
} as const

/** A reorganisation took the last charge back: it is made again. */
export const chargeTakenBack = [
  {
    guard: { type: 'isFirstChargeTakenBack', params: eventOf<ChargeReorged> },
    target: '#Pending.Charging',
    actions: takeBack,
  },
  { guard: isLastCharge, target: '#Active.Charging', actions: takeBack },
  {},
] as const

/** The same where nothing may be charged now: it is taken back, and stays stopped. */
export const chargeTakenBackAside = [
  { guard: isLastCharge, actions: [...takeBack, stopCharge('ChargeReorged')] },
  {},
] as const

export const paidTimeTakenBack = [{ ...chargeTakenBackAside[0], target: 'Over' }, {}] as const

/** A reorganisation took a freeze or an unfreeze back; the event holds what counts now. */
export const controlTakenBack = [
  {
    guard: { type: 'isFrozenStill', params: eventOf<ControlReorged> },
    target: '#Paused',
    reenter: true,
    actions: [
      stopCharge('Paused'),
      { type: 'recordControlReorged', params: eventOf<ControlReorged> },
    ],
  },
  {
    target: '#Current',
    reenter: true,
    actions: { type: 'recordControlReorged', params: eventOf<ControlReorged> },
  },
] as const

/**
 * The same where a pause was asked for: a freeze that is there again is the pause, and the chain refuses another one.
 */
export const controlTakenBackBeforePause = [
  {
    guard: { type: 'isFrozenStill', params: eventOf<ControlReorged> },
    target: '#Paused',
    actions: { type: 'recordControlReorged', params: eventOf<ControlReorged> },
  },
  { actions: { type: 'recordControlReorged', params: eventOf<ControlReorged> } },
] as const

/**
 * Events of a contract that has charged before; without a charge, they are late ones from before a
 * reorganisation.
 */
export const notChargedYet = {
  'chain.unfrozen': {},
  'chain.chargeReorged': {},
  'chain.controlReorged': {},
  'request.refused': {},
} as const
