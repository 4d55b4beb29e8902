/** A draft costs nobody but the merchant: rows for ever, a webhook, and questions to nodes for a month, also once it is cancelled. */
import { Problem } from '../../shared/problems.ts'
import { countActors } from '../../store/views/actors.ts'
import { findSecondsUntilFewer } from '../../store/views/payers/drafts.ts'
import type { Call } from '../routing/route.ts'

/** Each draft is watched on its chain until its payer has allowed enough, or for a month. */
export const draftsMax = 20
/** Subscriptions that a customer makes by sessions within 24 hours of real time, whatever became of them. */
export const draftsPerDayMax = 50
/** Both at once for somebody who came by a public page, where everybody may be a customer as often as they like. */
const draftsOfPageMax = 2

/** @throws TooManyDrafts, TooManyRequests where a draft of the customer's would be one too many at once, or in a day */
export async function requireFewDrafts({
  dependencies: { database },
  caller: { owner, customerId, planId },
}: Call<'customer'>): Promise<void> {
  const atOnceMax = planId === null ? draftsMax : draftsOfPageMax
  const perDayMax = planId === null ? draftsPerDayMax : draftsOfPageMax
  const filter = { customerId, statusIn: ['Draft'] } as const
  if ((await countActors(database, 'subscription', owner, filter)) >= atOnceMax)
    throw new Problem(
      'TooManyDrafts',
      `There are ${atOnceMax} subscriptions that were never begun: go on with one of them, or cancel one.`,
    )
  const seconds = await findSecondsUntilFewer(database, owner, customerId, perDayMax)
  if (seconds === null) return
  throw new Problem(
    'TooManyRequests',
    `More than ${perDayMax} new subscriptions within a day: try again in ${seconds} s. Those that are there can be gone on with, and cancelling is possible at any time.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
