/** The icon of an outcome, beside its text. */
import { outcomeOf, type PageState } from '../page-state.ts'
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, Spinner } from '../../parts/icons.tsx'

export function StateMark({ state }: { state: PageState }) {
  if (['confirming', 'sent', 'takenBack'].includes(state)) return <Spinner />
  const mood = state === 'blocked' ? 'danger' : outcomeOf(state)
  if (mood === null) return null
  return (
    <span class="mark" data-mood={mood}>
      {iconOf(state)}
    </span>
  )
}

function iconOf(state: PageState) {
  if (outcomeOf(state) === 'success' || state === 'refunded') return <CheckIcon />
  if (state === 'expired') return <ClockIcon />
  return state === 'cancelled' ? <CrossIcon /> : <AlertIcon />
}
