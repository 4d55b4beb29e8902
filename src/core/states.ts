/**
 * The lists of states that queries use. Each has an answer for every status of its machine, so a new
 * status compiles only once each list has decided about it.
 */
import type { StatusOf } from '../../machines/actors.ts'

/** Lists the statuses that are marked as true. */
const statusesOf = <K extends keyof StatusOf>(isAsked: Record<StatusOf[K], boolean>) =>
  (Object.keys(isAsked) as StatusOf[K][]).filter((status) => isAsked[status])

/** Writes statuses as an SQL list: `'Pending', 'Retrying'`. */
export const quoteStatuses = (statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}'`).join(', ')

/** Payments that wait for money. */
export const openPayments = statusesOf<'payment'>({
  Created: true,
  InProgress: true,
  Succeeded: false,
  Expired: false,
  Failed: false,
})

/** Deliveries that those after them in their lane wait for. */
export const deliveriesOnTheirWay = statusesOf<'delivery'>({
  Pending: true,
  Retrying: true,
  Delivered: false,
  Exhausted: false,
  Cancelled: false,
})

/** Deliveries that did not arrive, and that are in vain without their key and endpoint. */
export const undeliveredDeliveries = statusesOf<'delivery'>({
  Pending: true,
  Retrying: true,
  Delivered: false,
  Exhausted: true,
  Cancelled: false,
})

/** Charges that have yet to be made. */
export const openCharges = statusesOf<'charge'>({
  Pending: true,
  Retrying: true,
  Succeeded: false,
  Failed: false,
  Cancelled: false,
})

/** Charges that came to nothing, so that their period may get another one. */
export const lostCharges = statusesOf<'charge'>({
  Pending: false,
  Retrying: false,
  Succeeded: false,
  Failed: true,
  Cancelled: true,
})

/** Charges that ended with money moved, or without it although it was tried. */
export const decidedCharges = statusesOf<'charge'>({
  Pending: false,
  Retrying: false,
  Succeeded: true,
  Failed: true,
  Cancelled: false,
})

/** Subscriptions that come to a charge by themselves, with nobody's command: a warning helps, and gas is needed. */
export const chargeableSubscriptions = statusesOf<'subscription'>({
  Draft: false,
  Pending: true,
  Active: true,
  Suspended: true,
  PendingPause: false,
  Paused: false,
  PendingUnPause: false,
  PendingCancel: false,
  Cancelled: false,
  Finished: false,
  Error: false,
})

/** Subscriptions that go on being charged, at once or after a pause. */
export const livingSubscriptions = statusesOf<'subscription'>({
  Draft: false,
  Pending: true,
  Active: true,
  Suspended: true,
  PendingPause: true,
  Paused: true,
  PendingUnPause: true,
  PendingCancel: false,
  Cancelled: false,
  Finished: false,
  Error: false,
})

/** Subscriptions that wait for an event of their contract; of `Active` ones only some phases do. */
export const expectingSubscriptions = statusesOf<'subscription'>({
  Draft: false,
  Pending: true,
  Active: false,
  Suspended: true,
  PendingPause: true,
  Paused: false,
  PendingUnPause: true,
  PendingCancel: true,
  Cancelled: false,
  Finished: false,
  Error: false,
})

/** Subscriptions whose contract a payer can still allow something, and somebody charge. */
export const openSubscriptions = statusesOf<'subscription'>({
  Draft: true,
  Pending: true,
  Active: true,
  Suspended: true,
  PendingPause: true,
  Paused: true,
  PendingUnPause: true,
  PendingCancel: true,
  Cancelled: true,
  Finished: false,
  Error: false,
})

export const endedSubscriptions = statusesOf<'subscription'>({
  Draft: false,
  Pending: false,
  Active: false,
  Suspended: false,
  PendingPause: false,
  Paused: false,
  PendingUnPause: false,
  PendingCancel: false,
  Cancelled: true,
  Finished: true,
  Error: true,
})

/** Subscriptions that are paused, or about to be, or about to be no more. */
export const pausedSubscriptions = statusesOf<'subscription'>({
  Draft: false,
  Pending: false,
  Active: false,
  Suspended: false,
  PendingPause: true,
  Paused: true,
  PendingUnPause: true,
  PendingCancel: false,
  Cancelled: false,
  Finished: false,
  Error: false,
})

/** Transactions that take, or will take, a place in a node's pool. */
export const inFlightTransactions = statusesOf<'transaction'>({
  Queued: true,
  Signed: true,
  Broadcast: true,
  Mined: false,
  Final: false,
  Failed: false,
})

/** Transactions whose bytes are sent until they are mined. */
export const sentTransactions = statusesOf<'transaction'>({
  Queued: false,
  Signed: true,
  Broadcast: true,
  Mined: false,
  Final: false,
  Failed: false,
})

/** Transactions that may still be on their way into the chain, or out of it. */
export const signedTransactions = statusesOf<'transaction'>({
  Queued: false,
  Signed: true,
  Broadcast: true,
  Mined: true,
  Final: false,
  Failed: false,
})

/** Transactions that the nodes have, and that are followed until they are final. */
export const takenTransactions = statusesOf<'transaction'>({
  Queued: false,
  Signed: false,
  Broadcast: true,
  Mined: true,
  Final: false,
  Failed: false,
})

/** Transactions that are followed until they are final. */
export const unendedTransactions = statusesOf<'transaction'>({
  Queued: true,
  Signed: true,
  Broadcast: true,
  Mined: true,
  Final: false,
  Failed: false,
})

/** Gas wallets that somebody has to fill. */
export const shortGasWallets = statusesOf<'gasWallet'>({ Ready: false, Low: true, Empty: true })
