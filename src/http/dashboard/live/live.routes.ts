/**
 * What a merchant's people follow: that something has moved, a few times a second at most, and the page reads again what it
 * shows of that. A stream ends with its session.
 */
import type { Moved } from '../../../shared/message.ts'
import { after, type Scheduled } from '../../../shared/time.ts'
import { findSession } from '../../../store/people/sessions.ts'
import type { Member } from '../../authentication/people.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import type { EventStream } from '../../live/event-stream.ts'
import type { Feed } from '../../live/live-streams.ts'
import { memberRoute } from '../../routing/route.ts'

/** Moves within this time are reported together. */
export const gatherMs = 250
/** Past this number none is named, and everything is to be read again. */
const namedAtOnceMax = 100

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
  answer: { description: 'The stream.', mediaType: 'text/event-stream' },
  async handle({ caller, dependencies: { liveDashboards } }) {
    return { stream: (reply) => liveDashboards.open(reply, caller) }
  },
})

export function movesFeed(dependencies: HttpDependencies): Feed<Member> {
  return {
    askInstead: 'the lists',
    placeOf: ({ account }) => `account ${account.id}`,
    async follow({ owner }, stream) {
      const { take, stop } = gatherFor(stream)
      stream.whenGone(dependencies.bus.onOwnersChanges(owner, take))
      stream.whenGone(stop)
      // The page reads again what moved before the stream was there.
      sendMoved(stream, null)
    },
    permissionOf: ({ sessionToken, account, from }) => ({
      async check() {
        const found = await findSession(dependencies, sessionToken, from)
        return found?.account.id === account.id ? null : { name: 'over', text: '{}' }
      },
    }),
  }
}

/** Gathers what has moved since the last report. */
function gatherFor(stream: EventStream) {
  const gathered = new Map<string, Moved>()
  let timer: Scheduled | undefined
  const report = () => {
    timer = undefined
    sendMoved(stream, gathered.size > namedAtOnceMax ? null : [...gathered.values()])
    gathered.clear()
  }
  const take = (moved: Moved[]) => {
    for (const one of moved) {
      if (gathered.size > namedAtOnceMax) break
      gathered.set(`${one.kind} ${one.id}`, one)
    }
    timer ??= after(gatherMs, report)
  }
  return { take, stop: () => timer?.cancel() }
}

function sendMoved(stream: EventStream, moved: Moved[] | null): void {
  stream.send({ name: 'moved', text: JSON.stringify({ moved }) })
}
