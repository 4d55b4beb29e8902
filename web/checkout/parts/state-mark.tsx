/** The sign of an outcome, beside its words. */
import { outcomeOf, type PageState } from '../page-state.ts'
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, Spinner } from './icons.tsx'

export function StateMark({ state }: { state: PageState }) {
  if (state === 'confirming' || state === 'sent') return <Spinner />
  const outcome = outcomeOf(state)
  if (outcome === null) return null
  return (
    <span class="mark" data-mood={outcome}>
      {iconOf(state)}
    </span>
  )
}

function iconOf(state: PageState) {
  if (outcomeOf(state) === 'success' || state === 'refunded') return <CheckIcon />
  if (state === 'expired') return <ClockIcon />
  return state === 'cancelled' ? <CrossIcon /> : <AlertIcon />
}
