import type { DeliveryAndBody, DeliveryResource } from '../../../api/dashboard.generated.ts'
import { sayName } from '../entity/entity-words.ts'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'
import { Why } from '../entity/why.tsx'
import { Attempt } from './delivery-columns.tsx'
import { phrase } from '../../phrase.ts'

export default function Delivery({ params: { id = '' } }: AddressProps) {
  const mayResend = useRight('integrate')
  const { reading, readAgain } = useRead<DeliveryAndBody>(`/deliveries/${encodeURIComponent(id)}`, {
    kinds: ['delivery'],
  })
  return (
    <ReadGate title={sayName('delivery')} reading={reading} readAgain={readAgain}>
      {(delivery) => (
        <Screen
          title={phrase`Delivery of ${spaced(delivery.eventType)}`}
          actions={
            mayResend &&
            delivery.actions.includes('resend') && (
              <CommandButton
                label="Send it again"
                consequence={
                  <p>
                    Your endpoint gets the same event with the same id once more. A receiver that
                    follows the rules does nothing twice.
                  </p>
                }
                command={{ method: 'POST', path: `/deliveries/${delivery.id}/resend` }}
              />
            )
          }
        >
          <Why name={{ entity: 'deliveries', kind: 'delivery', id: delivery.id }} />
          <div class="card">
            <Facts facts={factsOf(delivery)} />
          </div>
          <Section title="What was sent">
            {delivery.body === null ? (
              <p class="hint">The body is not kept any more; the event log has it.</p>
            ) : (
              <pre tabIndex={0}>{delivery.body}</pre>
            )}
          </Section>
          <Life name={{ entity: 'deliveries', kind: 'delivery', id: delivery.id }} />
        </Screen>
      )}
    </ReadGate>
  )
}

function factsOf(delivery: DeliveryResource): Parameters<typeof Facts>[0]['facts'] {
  const { eventId } = delivery
  return [
    ['Status', <Status key="status" name={delivery.status} />],
    ['Attempts', delivery.attempts],
    ['Last attempt', <Attempt key="last" attempt={delivery.lastAttempt} />],
    ['Next attempt', <When key="next" at={delivery.nextAttemptAt} />],
    [
      'Event',
      <Link key="event" to={`/events/${eventId}`}>
        {eventId}
      </Link>,
    ],
    [
      'Signed by',
      <code key="key" translate={false}>
        {delivery.apiKey}
      </code>,
    ],
    ['Created', <When key="created" at={delivery.createdAt} />],
  ]
}
