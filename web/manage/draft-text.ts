/** Says what a draft waits for. */
import type { OwnSubscription } from '../api/session.generated.ts'
import type { Speech } from './speech.ts'
import { writeUnits } from '../parts/money-text.ts'

/** The service names the reason only once a limit is set. */
export function draftText(subscription: OwnSubscription, say: Speech['say']): string {
  if (subscription.reason === 'OtherBegan') return say('draftOutrun')
  if (subscription.reason !== 'InsufficientBalance') return say('draftHint')
  return say('draftWaits', { amount: writeUnits(subscription.terms.amount, subscription) })
}
