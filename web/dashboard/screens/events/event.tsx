import { say } from '../../../messages/dashboard/delivery-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { deliveryColumns } from '../deliveries/delivery-columns.tsx'
import type { EventAndBody } from './event-view.ts'
import { About } from './events.tsx'

export default function EventScreen({ params: { id = '' } }: ScreenProps) {
  const path = `/events/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<EventAndBody>(path, { kinds: ['delivery'] })
  return (
    <ReadGate title={say('event')} reading={reading} readAgain={readAgain}>
      {(event) => (
        <Screen
          title={say('eventTitle', { number: event.logNumber, event: spaced(event.eventType) })}
          actions={<Redeliver event={event} />}
        >
          <div class="card">
            <Facts
              facts={[
                [say('about'), <About key="about" event={event} />],
                [say('happened'), <When key="happened" at={event.createdAt} />],
                [say('eventId'), <code key="id">{event.eventId}</code>],
                [say('sequence'), event.sequence],
              ]}
            />
          </div>
          <Section title={say('deliveries')}>
            {event.deliveries.length === 0 ? (
              <p class="hint">{say('notSentHint')}</p>
            ) : (
              <Table
                caption={say('deliveries')}
                columns={deliveryColumns}
                rows={event.deliveries}
                keyOf={(delivery) => delivery.id}
              />
            )}
          </Section>
          <Body event={event} />
        </Screen>
      )}
    </ReadGate>
  )
}

function Redeliver({ event: { eventId, actions } }: { event: EventAndBody }) {
  const mayResend = useRight('integrate')
  if (!mayResend || !actions.includes('redeliver')) return null
  return (
    <CommandButton
      label={say('redeliver')}
      consequence={<p>{say('redeliverHint')}</p>}
      command={{ method: 'POST', path: `/events/${encodeURIComponent(eventId)}/redeliver` }}
    />
  )
}

/** What the webhook carries: to read with its lines apart, to copy byte for byte. */
function Body({ event: { eventId, body } }: { event: EventAndBody }) {
  const curl = `curl -su "$API_KEY:$API_SECRET" "$BASE_URL/integration/events/${eventId}"`
  return (
    <Section title={say('body')}>
      <div class="raw">
        <pre tabIndex={0} aria-label={say('body')}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
        <p class="buttons">
          <CopyButton
            text={body}
            label={say('copyBody')}
            caption={say('copyBody')}
            copied={say('copiedBody')}
          />
          <CopyButton
            text={curl}
            label={say('copyCurl')}
            caption={say('copyCurl')}
            copied={say('copiedCurl')}
          />
          <Link to={`/deliveries?eventId=${eventId}`} class="quiet">
            {say('listDeliveries')}
          </Link>
        </p>
      </div>
    </Section>
  )
}
