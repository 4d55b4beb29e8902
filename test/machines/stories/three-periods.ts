/** Subscriptions of three periods of ten days, for the stories. */
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { story } from '../../support/story.ts'
import { beganAt } from '../cases/owner.ts'
import { terms } from '../cases/subscription.ts'
import { charged, fundsSeen } from './chain-events.ts'

export const draft = (more: object = {}) =>
  story({
    kind: 'subscription',
    input: SubscriptionInput.parse({ ...terms, maxPeriods: 3, ...more }),
    beganAt,
  })

/** Paid for the first period. */
export const subscribed = (more: object = {}) =>
  draft(more)
    .when(fundsSeen('30', '30'))
    .when(charged(1, { allowance: '20' }))
