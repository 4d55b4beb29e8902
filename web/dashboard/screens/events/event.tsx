import type { EventAndBody } from '../../../api/dashboard.generated.ts'
import { say } from '../deliveries/delivery-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { deliveryCells } from '../deliveries/delivery-columns.tsx'
import { toColumns, useDescription } from '../../parts/list/described-cells.tsx'
import { About } from './events.tsx'
import { phrase } from '../../phrase.ts'

export default function EventScreen({ params: { id = '' } }: AddressProps) {
  const path = `/events/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<EventAndBody>(path, { kinds: ['delivery'] })
  return (
    <ReadGate title="Event" reading={reading} readAgain={readAgain}>
      {(event) => (
        <Screen
          title={phrase`Event ${event.logNumber}: ${spaced(event.eventType)}`}
          actions={<Redeliver event={event} />}
        >
          <div class="card">
            <Facts
              facts={[
                ['About', <About key="about" event={event} />],
                ['Happened', <When key="happened" at={event.createdAt} />],
                [
                  'Event id',
                  <code key="id" translate={false}>
                    {event.eventId}
                  </code>,
                ],
                ['Number of its resource', event.sequence],
              ]}
            />
          </div>
          <Section title={say('deliveries')}>
            {event.deliveries.length === 0 ? (
              <p class="hint">There was no endpoint, or no API key to sign it, when it happened.</p>
            ) : (
              <Table
                caption={say('deliveries')}
                columns={toColumns(useDescription('deliveries').columns, deliveryCells)}
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
      label="Send the event again"
      consequence={
        <p>
          It goes to the endpoint of now, under every API key of now, with the same id. A receiver
          that follows the rules does nothing twice.
        </p>
      }
      command={{ method: 'POST', path: `/events/${encodeURIComponent(eventId)}/redeliver` }}
    />
  )
}

/** Shows what the webhook carries: to read with its lines apart, to copy byte for byte. */
function Body({ event: { eventId, body } }: { event: EventAndBody }) {
  const curl = `curl -su "$API_KEY:$API_SECRET" "$BASE_URL/integration/events/${eventId}"`
  return (
    <Section title="What was sent">
      <div class="raw">
        <pre tabIndex={0} aria-label="What was sent">
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
        <p class="buttons">
          <CopyButton
            text={body}
            label="Copy the body"
            caption="Copy the body"
            copied="The body is copied."
          />
          <CopyButton
            text={curl}
            label="Copy as curl"
            caption="Copy as curl"
            copied="The command is copied."
          />
          <Link to={`/deliveries?eventId=${eventId}`} class="quiet">
            All its deliveries
          </Link>
        </p>
      </div>
    </Section>
  )
}
