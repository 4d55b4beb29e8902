/** The Draft that a payer goes on with: one that was begun before, or a new one. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { abortAfter } from '../browser/deadline.ts'
import { serviceNow } from '../browser/service-clock.ts'
import type { Address } from 'viem'
import type { SessionClient } from '../session/client.ts'
import type { Offer } from './offer.ts'

export type WantedSubscription = {
  offer: Offer
  payer: Address
  /** Unix seconds; null: at once. */
  startsAt: number | null
  /** The Draft that the page was opened for, such as one that takes another's place; null: any. */
  drafted: Address | null
}

/** Statuses of a subscription that this page has nothing to add to. */
const begun = ['Pending', 'Active', 'Suspended', 'PendingPause', 'Paused', 'PendingUnPause']
const looked = ['Draft', ...begun]

/**
 * Finds the payer's own subscription to the plan, begun or drafted with these very terms, or creates a
 * Draft. A tab that was closed before the signature is found again in this way.
 */
export function takeSubscription(
  client: SessionClient,
  wanted: WantedSubscription,
): Promise<OwnSubscription> {
  if (wanted.drafted !== null)
    return client.read<OwnSubscription>(`/subscriptions/${wanted.drafted}`)
  return inTurn(() => findOrCreate(client, wanted))
}

const turnWaitMaxMs = 20_000

/** Tabs of one browser take turns, so that two of them make one Draft. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Browsers have locks only where the page came encrypted or from this machine; Safari has them from 15.4 on.
  if (!('locks' in navigator)) return work()
  const signal = abortAfter(turnWaitMaxMs)
  let isMyTurn = false
  const begin = () => {
    isMyTurn = true
    return work()
  }
  try {
    return await navigator.locks.request('mandate-draft', { signal }, begin)
  } catch (error) {
    if (isMyTurn || !signal.aborted) throw error
    return work()
  }
}

async function findOrCreate(
  client: SessionClient,
  wanted: WantedSubscription,
): Promise<OwnSubscription> {
  const { subscriptions } = await client.read<{ subscriptions: OwnSubscription[] }>(
    `/subscriptions?statusIn=${looked.join(',')}`,
  )
  const same = subscriptions.filter((one) => isOfPayer(one, wanted))
  const running = same.find(({ status }) => begun.includes(status))
  return running ?? same.find((one) => isAsWanted(one, wanted)) ?? (await create(client, wanted))
}

/** Nothing can begin any more. */
export const isOver = (subscription: OwnSubscription): boolean =>
  subscription.status !== 'Draft' && !isBegun(subscription)

export const isBegun = ({ status }: OwnSubscription): boolean => begun.includes(status)

const isOfPayer = ({ planId, payer }: OwnSubscription, wanted: WantedSubscription): boolean =>
  planId === wanted.offer.id && payer.toLowerCase() === wanted.payer.toLowerCase()

function isAsWanted(
  { terms, actions, replaces }: OwnSubscription,
  { offer, startsAt }: WantedSubscription,
): boolean {
  // Approving a Draft that takes another's place ends that one, and this page says nothing of it.
  const isSameOffer =
    replaces === null &&
    terms.merchant.toLowerCase() === offer.receiver.toLowerCase() &&
    terms.maxPeriods === offer.charges
  const isSameStart =
    startsAt === null ? terms.start * 1000 <= serviceNow() : terms.start === startsAt
  return isSameOffer && isSameStart && actions.includes('activate')
}

function create(
  client: SessionClient,
  { offer, payer, startsAt }: WantedSubscription,
): Promise<OwnSubscription> {
  return client.send<OwnSubscription>('/subscriptions', {
    planId: offer.id,
    payer,
    maxPeriods: offer.charges,
    ...(startsAt !== null && { startFrom: new Date(startsAt * 1000).toISOString() }),
  })
}
