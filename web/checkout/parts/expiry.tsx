/** Shows until when to pay, or that this was missed; the clock ticks only near the end. */
import { timeLeft } from '../expiry.ts'
import { writeMoment } from '../../messages/moments.ts'
import { mayPay, type PageState, wasTooLate } from '../page-state.ts'
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { ClockIcon } from '../../parts/icons.tsx'

export function Expiry({ view, state, now }: { view: PaymentView; state: PageState; now: number }) {
  const { say, locale } = useSpeech()
  const left = timeLeft(now, Date.parse(view.expiresAt))
  const moment = writeMoment(view.expiresAt, locale)
  const isOpen = mayPay(state) || state === 'takenBack'
  if (!isOpen && !(left.status === 'over' && wasTooLate(state))) return null
  return (
    <div class="expiry">
      <p>
        <ClockIcon />
        <time dateTime={view.expiresAt}>
          {isOpen ? say('payBefore', { moment }) : say('expiredOn', { moment })}
        </time>
      </p>
      {isOpen && left.status === 'short' && (
        <p class="countdown" role="timer" data-urgent={left.isUrgent || undefined}>
          {say('timeRemaining', {
            minutes: left.minutes,
            seconds: String(left.seconds).padStart(2, '0'),
          })}
        </p>
      )}
    </div>
  )
}
