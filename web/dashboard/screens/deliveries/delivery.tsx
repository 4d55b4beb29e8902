import { say } from '../../../messages/dashboard/delivery-words.ts'
import { sayName } from '../../../messages/dashboard/entity-words.ts'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'
import { Why } from '../entity/why.tsx'
import { Attempt } from './delivery-columns.tsx'
import type { DeliveryView } from './delivery-view.ts'

export default function Delivery({ params: { id = '' } }: ScreenProps) {
  const mayResend = useRight('integrate')
  const { reading, readAgain } = useRead<DeliveryView & { body: string | null }>(
    `/deliveries/${encodeURIComponent(id)}`,
    { kinds: ['delivery'] },
  )
  return (
    <ReadGate title={sayName('delivery')} reading={reading} readAgain={readAgain}>
      {(delivery) => (
        <Screen
          title={say('delivery', { event: spaced(delivery.eventType) })}
          actions={
            mayResend &&
            delivery.actions.includes('resend') && (
              <CommandButton
                label={say('resend')}
                consequence={<p>{say('resendHint')}</p>}
                command={{ method: 'POST', path: `/deliveries/${delivery.id}/resend` }}
              />
            )
          }
        >
          <Why name={{ entity: 'deliveries', kind: 'delivery', id: delivery.id }} />
          <div class="card">
            <Facts facts={factsOf(delivery)} />
          </div>
          <Section title={say('body')}>
            {delivery.body === null ? (
              <p class="hint">{say('bodyGone')}</p>
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

function factsOf(delivery: DeliveryView): Parameters<typeof Facts>[0]['facts'] {
  const { eventId } = delivery
  return [
    [say('status'), <Status key="status" name={delivery.status} />],
    [say('attempts'), delivery.attempts],
    [say('lastAttempt'), <Attempt key="last" attempt={delivery.lastAttempt} />],
    [say('nextAttempt'), <When key="next" at={delivery.nextAttemptAt} />],
    [
      say('event'),
      <Link key="event" to={`/events/${eventId}`}>
        {eventId}
      </Link>,
    ],
    [say('apiKey'), <code key="key">{delivery.apiKey}</code>],
    [say('created'), <When key="created" at={delivery.createdAt} />],
  ]
}
