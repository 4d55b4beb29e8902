/** A later start, for who has not the money yet or wants the plan from a day on. */
import { dayMs } from '../../../machines/durations.ts'
import { serviceNow } from '../../browser/service-clock.ts'
import type { Subscribing } from '../use-subscribing.ts'
import { useSpeech } from '../speech.ts'

const latestDays = 365

export function StartChoice({
  startsAt,
  startAt,
}: Required<Pick<Subscribing, 'startsAt' | 'startAt'>>) {
  const { say } = useSpeech()
  const choose = (value: string) => {
    const chosen = new Date(`${value}T12:00:00`).getTime()
    if (Number.isFinite(chosen) && chosen > serviceNow()) startAt(chosen / 1000)
  }
  return (
    <details class="later" open={startsAt !== null}>
      <summary>{say('startLater')}</summary>
      <label>
        {say('startOn')}{' '}
        <input
          type="date"
          min={dayOf(serviceNow() + dayMs)}
          max={dayOf(serviceNow() + latestDays * dayMs)}
          value={startsAt === null ? '' : dayOf(startsAt * 1000)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </label>
      {startsAt !== null && (
        <button type="button" class="quiet" onClick={() => startAt(null)}>
          {say('startNow')}
        </button>
      )}
    </details>
  )
}

/** The day in the payer's own zone, as date inputs write it. */
function dayOf(ms: number): string {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
