import { memberRoute } from '../../routing/route.ts'

export const followMerchantRoute = memberRoute({
  method: 'GET',
  right: 'read',
  path: '/dashboard/api/{network}/live',
  operationId: 'followMerchant',
  tag: 'Overview',
  summary: 'Follow what moves',
  description:
    'Server-sent events. `moved` comes at once and then within a quarter of a second after something ' +
    'was made or moved, with `{"moved": [{"kind": "charge", "id": "…"}]}`; `event` names the newest of those that ' +
    'were logged, and `{"moved": null}` stands for anything. `over` is the last event, when the session has ended.',
  answer: { status: 200, description: 'The stream.', mediaType: 'text/event-stream' },
  async handle({ caller, dependencies: { liveDashboards } }) {
    return { stream: (reply) => liveDashboards.open(reply, caller) }
  },
})
