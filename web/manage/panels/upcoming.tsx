/** The next charges as a list, and as a file for the calendar. */
import { writeDay } from '../../messages/moments.ts'
import { Digits } from '../../parts/digits.tsx'
import { Moment } from '../../parts/moment.tsx'
import { toCalendar } from '../../subscription/calendar.ts'
import { nextCharges } from '../../subscription/next-charges.ts'
import type { Managed } from '../context.ts'
import { saveFile } from '../save-file.ts'
import { useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { toIso } from '../words.ts'
import { Fold } from './panel.tsx'

export function UpcomingFold({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { subscription, contract, session } = managed
  const { reading } = contract
  const charges = reading ? nextCharges(subscription.terms, reading) : []
  if (!reading || charges.length === 0) return null
  const merchant = session.merchantName
  const amount = writeUnits(subscription.terms.amount, subscription)
  const save = () => {
    const words = {
      calendarName: say('calendarName', { merchant }),
      summaryOf: () => say('calendarEvent', { amount, merchant, plan: subscription.plan.name }),
      description: say('calendarNoteText'),
    }
    const text = toCalendar(subscription.contractAddress, charges, words, reading.blockTime)
    saveFile('payments.ics', 'text/calendar', text)
  }
  return (
    <Fold id="upcoming" title={say('upcoming')}>
      <p class="hint">{say('calendarNote')}</p>
      <ol class="upcoming">
        {charges.map(({ period, dueAt, isAllowed }) => (
          <li key={period}>
            <Moment iso={toIso(dueAt)} write={writeDay} />
            <Digits>{amount}</Digits>
            {!isAllowed && <span class="badge warning">{say('upcomingNotAllowed')}</span>}
          </li>
        ))}
      </ol>
      <button type="button" class="quiet" onClick={save}>
        {say('addToCalendar')}
      </button>
    </Fold>
  )
}
