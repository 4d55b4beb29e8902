/** Describes the bodies of a subscription's commands, whoever sends them, and the events that they become. */
import { z } from 'zod'
import {
  CancellationFeedback,
  feedbackCommentLengthMax,
} from '../../../machines/subscription/subscription.events.ts'
import { badRequest } from '../../shared/problems.ts'
import type { MessageEvent } from '../../shared/message.ts'
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
        'When it goes on by itself, at most `pausableUntil`: later is refused with 409, which names that moment. Without ' +
        'it, when somebody resumes it, also where the pause had an end before',
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

/** Throws `BadRequest` where the pause would have to end before now; the machine refuses one that ends too late. */
export function toPauseEvent({ until }: z.output<typeof PauseWish>, now: Date): MessageEvent {
  if (until === undefined) return { type: 'subscription.pause' }
  if (until <= now)
    throw badRequest([
      { path: 'until', message: `must be after now. You sent ${until.toISOString()}` },
    ])
  return { type: 'subscription.pauseUntil', until: until.toISOString() }
}
