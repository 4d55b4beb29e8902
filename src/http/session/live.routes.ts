import { customerRoute } from '../routing/route.ts'
import { subscriptionsShownMax } from './live-sessions.ts'

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
  answer: { status: 200, description: 'The stream.', mediaType: 'text/event-stream' },
  forLeaving: true,
  async handle({ caller, dependencies: { liveSessions } }) {
    return { stream: (reply) => liveSessions.open(reply, caller) }
  },
})
