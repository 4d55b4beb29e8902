/** Describes the bodies of a subscription's commands, whoever sends them, and the events that they become. */
import { z } from 'zod'
import {
  CancellationFeedback,
  feedbackCommentLengthMax,
} from '../../../machines/subscription/subscription.events.ts'
import { badRequest } from '../../shared/problems.ts'
import type { MessageEvent } from '../../shared/message.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { toSubscriptionResource } from '../../store/resources/subscription.ts'
import { textField } from './fields.ts'
import { MomentWithOffset } from './moment.ts'

export const CancelWish = z
  .strictObject({
    when: z
      .enum(['Now', 'PaidPeriodEnd'])
      .default('Now')
      .meta({
        description:
          '`Now`: the contract is cancelled at once, for good. `PaidPeriodEnd`: nothing more is charged, the ' +
          'contract is cancelled shortly before `endsAt`, and until then `uncancel` takes it back',
      }),
  })
  .meta({ id: 'CancelWish' })

export const PauseWish = z
  .strictObject({
    until: MomentWithOffset.optional().meta({
      description:
        'When it goes on by itself, at most `pausableUntil`; without it, when somebody resumes it',
    }),
  })
  .meta({ id: 'PauseWish' })

export const Feedback = z
  .strictObject({
    feedback: CancellationFeedback.meta({ description: 'Why, in one word' }),
    comment: textField('what the payer says, as a text', feedbackCommentLengthMax)
      .optional()
      .meta({
        description: `In the payer's own words, at most ${feedbackCommentLengthMax} characters`,
        examples: ['I use it twice a year'],
      }),
  })
  .meta({ id: 'Feedback' })

export const toCancelEvent = ({ when }: z.output<typeof CancelWish>): MessageEvent => ({
  type: when === 'Now' ? 'subscription.cancel' : 'subscription.cancelAtPeriodEnd',
})

/** Throws `BadRequest` where the pause could not end by itself at the moment that is wished. */
export function toPauseEvent(
  subscription: StoredActor<'subscription'>,
  { until }: z.output<typeof PauseWish>,
  now: Date,
): MessageEvent {
  if (until === undefined) return { type: 'subscription.pause' }
  const latest = toSubscriptionResource(subscription).pausableUntil
  if (latest !== null && (until <= now || until > new Date(latest)))
    throw badRequest([{ path: 'until', message: refusalOfUntil(until, new Date(latest), now) }])
  return { type: 'subscription.pause', until: until.toISOString() }
}

function refusalOfUntil(until: Date, latest: Date, now: Date): string {
  const why =
    "soon after it the grace of the next charge is over, and only the payer's own wallet can resume"
  const rule =
    latest > now
      ? `must be after now and at most ${latest.toISOString()}: ${why}`
      : `could be ${latest.toISOString()} at most, which is over: ${why}`
  return `${rule}. You sent ${until.toISOString()}; leave it out for a pause without an end`
}
