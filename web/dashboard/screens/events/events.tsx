import { Screen } from '../../parts/screen.tsx'
import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { EventOfLog } from '../../../api/dashboard.generated.ts'
import { say } from '../deliveries/delivery-words.ts'
import { HashLink, Link } from '../../parts/links.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { ResendUndelivered } from '../deliveries/resend-undelivered.tsx'
import { LogLists } from './log-lists.tsx'

const cells: Cells<EventOfLog> = {
  resourceId: (event) => <About event={event} />,
  deliveries: (event) => <Sent event={event} />,
}

type About = Pick<EventOfLog, 'path' | 'resourceKind' | 'resourceId'>

/** Ids have 22 characters, addresses 42: the ends of an address say which it is. */
const shownIdMax = 22

/** Links to an event's subject. */
export function About({ event: { path, resourceKind, resourceId } }: { event: About }) {
  if (path === null) return <>–</>
  return (
    <>
      {spaced(resourceKind)}{' '}
      {resourceId.length > shownIdMax ? (
        <HashLink to={path} text={resourceId} />
      ) : (
        <Link to={path}>{resourceId}</Link>
      )}
    </>
  )
}

function Sent({ event: { deliveries } }: { event: EventOfLog }) {
  if (deliveries.length === 0) return <span class="hint">Not sent</span>
  return (
    <>
      {deliveries.map(({ id, status }) => (
        <Link key={id} to={`/deliveries/${id}`} class="plain">
          <Status name={status} />
        </Link>
      ))}
    </>
  )
}

export default function Events() {
  return (
    <Screen
      title={say('events')}
      hint="Everything that happened, numbered without holes, whether a webhook told you of it or not."
      actions={<ResendUndelivered />}
    >
      <LogLists />
      <DescribedList
        name="events"
        cells={cells}
        empty={{
          title: 'No event yet',
          hint: 'Create a plan or a payment: what happens to it stands here.',
        }}
      />
    </Screen>
  )
}
