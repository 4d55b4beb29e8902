/** The customer's own subscriptions: made, listed, read, and given commands. */
import { z } from 'zod'
import { subscriptionStatuses } from '../../core/resources/subscription.ts'
import { listActors } from '../../store/views/actors.ts'
import { ContractParams } from '../schemas/path.ts'
import { askActor, requireAccepted } from '../commands.ts'
import { type Command, type Commanded, resourceRoutes } from '../resource-routes.ts'
import { activateSubscription, asActivated } from '../routes/activation.ts'
import { type Call, type CustomerRoute, customerRoute } from '../routing/route.ts'
import { listParameter, page, PageResource } from '../schemas/query.ts'
import {
  CancelWish,
  Feedback,
  PauseWish,
  toCancelEvent,
  toPauseEvent,
} from '../schemas/subscription-command-bodies.ts'
import { requireUnusedWithdrawal } from '../subscriptions/withdrawals.ts'
import { createOwnSubscriptionRoute, switchOwnRoute } from './create-own.routes.ts'
import { hintAt, wasJustLookedAt } from './few-looks.ts'
import { requireFewPauses } from './few-pauses.ts'
import {
  askerOf,
  describeOwn,
  describeOwnOne,
  requireOwnSubscription,
} from './own-subscriptions.ts'
import { handInPermitRoute } from './permit.route.ts'
import { getOwnLeavingProofRoute } from './proof.route.ts'
import { OwnCharge, OwnSubscription, toOwnCharge } from './subscription-view.ts'

const path = '/session/subscriptions'

const listOwnSubscriptionsRoute = customerRoute({
  method: 'GET',
  path,
  operationId: 'listOwnSubscriptions',
  tag: 'Subscriptions',
  summary: 'List the customer’s subscriptions',
  description: 'The newest comes first.',
  query: z.strictObject({ statusIn: listParameter(subscriptionStatuses), ...page }),
  answer: {
    description: 'The subscriptions.',
    schema: z.strictObject({ subscriptions: z.array(OwnSubscription), page: PageResource }),
  },
  forLeaving: true,
  async handle({ caller, query: { statusIn, ...shown }, dependencies }) {
    const { owner, customerId } = caller
    const filter = { customerId, statusIn }
    const found = await listActors(dependencies.database, 'subscription', owner, filter, shown)
    const subscriptions = await describeOwn(dependencies, caller, found)
    return { body: { subscriptions, page: shown } }
  },
})

const listOwnChargesRoute = customerRoute({
  method: 'GET',
  path: `${path}/{contractAddress}/charges`,
  operationId: 'listOwnCharges',
  tag: 'Subscriptions',
  summary: 'List the charges of a subscription',
  description: 'The newest comes first.',
  params: ContractParams,
  query: z.strictObject(page),
  answer: {
    description: 'The charges of this subscription.',
    schema: z.strictObject({ charges: z.array(OwnCharge), page: PageResource }),
  },
  problems: ['SubscriptionNotFound'],
  forLeaving: true,
  async handle({ caller, params: { contractAddress }, query, dependencies }) {
    await requireOwnSubscription(dependencies, caller, contractAddress)
    const filter = { contractAddress, customerId: caller.customerId }
    const { database } = dependencies
    const charges = await listActors(database, 'charge', caller.owner, filter, query)
    return { body: { charges: charges.map(toOwnCharge), page: query } }
  },
})

const subscriptions = resourceRoutes({
  access: 'customer',
  kind: 'subscription',
  noun: 'OwnSubscription',
  tag: 'Subscriptions',
  path,
  params: ContractParams,
  schema: OwnSubscription,
  find: ({ dependencies, caller }, address) =>
    requireOwnSubscription(dependencies, caller, address),
  send: sendByPayer,
  show: (found, { dependencies, caller }) => describeOwnOne(dependencies, caller, found),
})

/** Sends it by the payer's word; where that is so already, nothing was done. */
async function sendByPayer(
  call: Call<'customer'>,
  asked: Command<'subscription'>,
): Promise<Commanded<'subscription'>> {
  const command = { ...asked, by: 'payer', asker: askerOf(call.caller) } as const
  const reply = await askActor(call, command)
  const actor = requireAccepted(reply, command, call.dependencies.clock.now())
  return { actor, isWithoutEffect: reply.outcome !== 'applied' }
}

const orNothing = 'Where that is so already, nothing happens.'

/** The commands need neither wallet nor gas of the payer. */
export const ownSubscriptionRoutes: readonly CustomerRoute[] = [
  createOwnSubscriptionRoute,
  listOwnSubscriptionsRoute,
  subscriptions.read({ summary: 'Read one subscription', forLeaving: true }),
  listOwnChargesRoute,
  subscriptions.command('activate', {
    summary: 'Begin a subscription',
    description:
      'Answers once allowance and balance have been looked at: `Pending` or `Active`, or still `Draft` with ' +
      'the `reason`. Again within a minute, while nothing was seen to change, it only has the chain read sooner. ' +
      'Where a charge is overdue, it is tried at once if the money is there.',
    limit: 'change',
    async act(_send, call, found) {
      const { dependencies } = call
      if (!wasJustLookedAt(found, dependencies.clock.now()))
        return activateSubscription(call, found, 'payer')
      hintAt(dependencies, found)
      return asActivated(found)
    },
  }),
  handInPermitRoute,
  getOwnLeavingProofRoute,
  subscriptions.command('pause', {
    summary: 'Pause a subscription',
    description:
      'Freezes the contract on the chain: `PendingPause`, then `Paused`. Time left is kept, and so is what is overdue. With `until` it goes ' +
      'on by itself then; `until` after `pausableUntil` is refused with 409. In a pause, another `until` moves its end, and none takes ' +
      'the end from it. Soon after `pausableUntil` only the payer’s own wallet can resume, so that none is begun then. ' +
      orNothing,
    body: PauseWish,
    limit: 'change',
    forLeaving: true,
    async act(send, { dependencies, body }, found) {
      await requireFewPauses(dependencies, found)
      return send(toPauseEvent(body, dependencies.clock.now()))
    },
  }),
  subscriptions.command('unpause', {
    summary: 'Resume a paused subscription',
    description: `Unfreezes the contract on the chain: \`PendingUnPause\`, then \`Active\`. To be done by \`pausableUntil\`: soon after it only the payer’s own wallet can. ${orNothing}`,
  }),
  subscriptions.command('cancel', {
    summary: 'Cancel a subscription',
    description:
      '`Now`: the contract ends on the chain for good, `PendingCancel`, then `Cancelled`; what is paid for still ' +
      'runs. `PaidPeriodEnd`: it ends at `endsAt`, and nothing more is charged; until shortly before, `uncancel` ' +
      `takes that back. ${orNothing}`,
    body: CancelWish,
    forLeaving: true,
    act: (send, { body }) => send(toCancelEvent(body)),
  }),
  subscriptions.command('feedback', {
    operationId: 'giveFeedback',
    summary: 'Say why it ends',
    description:
      'Once it is ending or has ended by a wish, while `actions` has `giveFeedback`: the merchant reads it in ' +
      '`cancellationDetails`. Whatever is said anew takes its place; `uncancel` takes it back.',
    body: Feedback,
    limit: 'change',
    forLeaving: true,
    act: (send, { body: { comment = null, ...said } }) =>
      send({ type: 'subscription.giveFeedback', ...said, comment }),
  }),
  subscriptions.command('uncancel', {
    summary: 'Go on after all',
    description: `Takes a cancellation at the end of the paid time back, until shortly before. ${orNothing}`,
    limit: 'change',
  }),
  subscriptions.command('withdraw', {
    summary: 'Withdraw from the contract',
    description:
      'Until `withdrawUntil`, where the merchant grants it: ends at once, and the merchant owes back what was ' +
      `taken, which is returned outside of this service. Once for a plan. ${orNothing}`,
    problems: ['WithdrawalUsed'],
    forLeaving: true,
    async act(send, { dependencies, caller }, found) {
      await requireUnusedWithdrawal(dependencies, found, askerOf(caller))
      return send({ type: 'subscription.withdraw' })
    },
  }),
  switchOwnRoute,
]
