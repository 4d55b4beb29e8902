/**
 * What customers follow: the list of their subscriptions whenever one is made or moves. A stream ends with its token: at
 * the moment that it expires, and at once where the bus tells that it was revoked.
 */
import { customerActorId } from '../../shared/customer-actor-id.ts'
import { Problem, toProblemBody } from '../../shared/problems.ts'
import { listActors } from '../../store/views/actors.ts'
import { type CustomerCaller, identifyCustomer } from '../authentication/customer.ts'
import type { HttpDependencies } from '../dependencies.ts'
import type { Feed, Permission } from '../live/live-streams.ts'
import { type Source, Topics } from '../live/topics.ts'
import { customerRoute } from '../routing/route.ts'
import { describeOwn } from './own-subscriptions.ts'
import type { OwnSubscription } from './subscription-view.ts'

/** The newest ones; a page asks for older ones by the list. */
const subscriptionsShownMax = 50

export const followSessionRoute = customerRoute({
  method: 'GET',
  path: '/session/live',
  operationId: 'followSession',
  tag: 'Own session',
  summary: 'Follow the customer’s subscriptions',
  description:
    'Server-sent events. `subscriptions` comes at once and whenever one is made or moves, with ' +
    `\`{"subscriptions": […]}\`: the newest ${subscriptionsShownMax}, as the list has them. \`problem\` is the ` +
    'last event, when the token is over. A browser’s `EventSource` sends no token: read it by `fetch`.',
  answer: { description: 'The stream.', mediaType: 'text/event-stream' },
  forLeaving: true,
  async handle({ caller, dependencies: { liveSessions } }) {
    return { stream: (reply) => liveSessions.open(reply, caller) }
  },
})

export function subscriptionsFeed(dependencies: HttpDependencies): Feed<CustomerCaller> {
  const topics = new Topics<OwnSubscription[]>(dependencies, 'subscriptions')
  return {
    askInstead: '/session/subscriptions',
    placeOf: (customer) => `customer ${idOf(customer)}`,
    // A token that may only leave sees other actions.
    follow: (customer, stream) =>
      topics.follow(`${idOf(customer)} ${customer.may}`, sourceOf(customer, dependencies), stream),
    permissionOf: (customer) => permissionOf(customer, dependencies),
  }
}

const idOf = ({ owner, customerId }: CustomerCaller): string => customerActorId(owner, customerId)

function sourceOf(
  customer: CustomerCaller,
  dependencies: HttpDependencies,
): Source<OwnSubscription[]> {
  const { bus, database } = dependencies
  const { owner, customerId } = customer
  const page = { limit: subscriptionsShownMax, offset: 0 }
  return {
    read: async () => {
      const found = await listActors(database, 'subscription', owner, { customerId }, page)
      return describeOwn(dependencies, customer, found)
    },
    show: (subscriptions) => {
      const json = JSON.stringify({ subscriptions })
      return { json, timeless: json }
    },
    onMoved: (refresh) => bus.onSubscriptionsChanged(idOf(customer), refresh),
  }
}

function permissionOf(customer: CustomerCaller, dependencies: HttpDependencies): Permission {
  const { bus, clock } = dependencies
  const { token, expiresAt } = customer
  return {
    async check() {
      try {
        await identifyCustomer(token, dependencies)
        return null
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return { name: 'problem', text: JSON.stringify(toProblemBody(error)) }
      }
    },
    leftMs: () => expiresAt.getTime() - clock.realNow().getTime(),
    onRevoked: (check) => bus.onRevoked(idOf(customer), check),
  }
}
