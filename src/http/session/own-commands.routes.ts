/**
 * The commands of the customer's own subscriptions. They need neither wallet nor gas of the payer; one
 * that changes nothing any more is answered with the subscription as it is.
 */
import { activateSubscription } from '../routes/activation.ts'
import { ContractParams } from '../routes/subscription-lookup.ts'
import { customerRoute } from '../routing/route.ts'
import { NoFields } from '../schemas/fields.ts'
import {
  CancelWish,
  Feedback,
  PauseWish,
  toCancelEvent,
  toPauseEvent,
} from '../schemas/subscription-command-bodies.ts'
import { requireUnusedWithdrawal } from '../subscriptions/withdrawals.ts'
import { commandOwn } from './command-own.ts'
import { hintAt, wasJustLookedAt } from './few-looks.ts'
import { requireFewPauses } from './few-pauses.ts'
import { askerOf, describeOwnOne, requireOwnSubscription } from './own-subscriptions.ts'
import { OwnSubscription } from './subscription-view.ts'

const pathPrefix = '/session/subscriptions/{contractAddress}'
const common = {
  method: 'POST',
  tag: 'Subscriptions',
  params: ContractParams,
  answer: {
    status: 200,
    description: 'The subscription after the command.',
    schema: OwnSubscription,
  },
} as const
const problems = ['SubscriptionNotFound', 'CommandNotAllowed'] as const
const orNothing = 'Where that is so already, nothing happens.'

export const activateOwnRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/activate`,
  operationId: 'activateOwnSubscription',
  summary: 'Begin a subscription',
  description:
    'Answers once allowance and balance have been looked at: `Pending` or `Active`, or still `Draft` with ' +
    'the `reason`. Again within a minute, while nothing was seen to change, it only has the chain read sooner. ' +
    'Where a charge is overdue, it is tried at once if the money is there.',
  body: NoFields,
  problems: [...problems],
  limit: 'change',
  async handle(call) {
    const { dependencies, caller, params } = call
    const found = await requireOwnSubscription(dependencies, caller, params.contractAddress)
    const isKnown = wasJustLookedAt(found, dependencies.clock.now())
    if (isKnown) hintAt(dependencies, found)
    const subscription = isKnown
      ? found
      : await activateSubscription(call, params.contractAddress, 'payer')
    // A look that found no funds is to be repeated once they are there, under the same key too.
    const isWithoutEffect = subscription.status === 'Draft'
    return { body: await describeOwnOne(dependencies, caller, subscription), isWithoutEffect }
  },
})

export const pauseOwnRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/pause`,
  operationId: 'pauseOwnSubscription',
  summary: 'Pause a subscription',
  description:
    'Freezes the contract on the chain: `PendingPause`, then `Paused`. Time left is kept, and so is what is overdue. With `until` it goes ' +
    'on by itself then; `until` after `pausableUntil` is refused with 409. In a pause, another `until` moves its end, and none takes ' +
    'the end from it. Soon after `pausableUntil` only the payer’s own wallet can resume, so that none is begun then. ' +
    orNothing,
  body: PauseWish,
  problems: [...problems],
  limit: 'change',
  forLeaving: true,
  async handle(call) {
    const { dependencies, caller, params, body } = call
    const before = await requireOwnSubscription(dependencies, caller, params.contractAddress)
    await requireFewPauses(dependencies, before)
    return commandOwn(call, toPauseEvent(body, dependencies.clock.now()))
  },
})

export const unpauseOwnRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/unpause`,
  operationId: 'unpauseOwnSubscription',
  summary: 'Resume a paused subscription',
  description: `Unfreezes the contract on the chain: \`PendingUnPause\`, then \`Active\`. To be done by \`pausableUntil\`: soon after it only the payer’s own wallet can. ${orNothing}`,
  body: NoFields,
  problems: [...problems],
  handle: (call) => commandOwn(call, { type: 'subscription.unpause' }),
})

export const cancelOwnRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/cancel`,
  operationId: 'cancelOwnSubscription',
  summary: 'Cancel a subscription',
  description:
    '`Now`: the contract ends on the chain for good, `PendingCancel`, then `Cancelled`; what is paid for still ' +
    'runs. `PaidPeriodEnd`: it ends at `endsAt`, and nothing more is charged; until shortly before, `uncancel` ' +
    `takes that back. ${orNothing}`,
  body: CancelWish,
  problems: [...problems],
  forLeaving: true,
  handle: (call) => commandOwn(call, toCancelEvent(call.body)),
})

export const uncancelOwnRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/uncancel`,
  operationId: 'uncancelOwnSubscription',
  summary: 'Go on after all',
  description: `Takes a cancellation at the end of the paid time back, until shortly before. ${orNothing}`,
  body: NoFields,
  problems: [...problems],
  limit: 'change',
  handle: (call) => commandOwn(call, { type: 'subscription.uncancel' }),
})

export const withdrawOwnRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/withdraw`,
  operationId: 'withdrawOwnSubscription',
  summary: 'Withdraw from the contract',
  description:
    'Until `withdrawUntil`, where the merchant grants it: ends at once, and the merchant owes back what was ' +
    `taken, which is returned outside of this service. Once for a plan. ${orNothing}`,
  body: NoFields,
  problems: [...problems, 'WithdrawalUsed'],
  forLeaving: true,
  async handle(call) {
    const { dependencies, caller, params } = call
    await requireUnusedWithdrawal(
      dependencies,
      await requireOwnSubscription(dependencies, caller, params.contractAddress),
      askerOf(caller),
    )
    return commandOwn(call, { type: 'subscription.withdraw' })
  },
})

export const giveFeedbackRoute = customerRoute({
  ...common,
  path: `${pathPrefix}/feedback`,
  operationId: 'giveFeedback',
  summary: 'Say why it ends',
  description:
    'Once it is ending or has ended by a wish, while `actions` has `giveFeedback`: the merchant reads it in ' +
    '`cancellationDetails`. Whatever is said anew takes its place; `uncancel` takes it back.',
  body: Feedback,
  problems: [...problems],
  limit: 'change',
  forLeaving: true,
  handle: (call) =>
    commandOwn(call, {
      type: 'subscription.giveFeedback',
      ...call.body,
      comment: call.body.comment ?? null,
    }),
})
