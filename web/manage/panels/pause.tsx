/** Pausing, open or until a date. It needs neither a wallet nor gas. */
import { useState } from 'preact/hooks'
import { serviceNow } from '../../session/service-clock.ts'
import { daySeconds } from '../../subscription/terms.ts'
import { can, type Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { writeDay } from '../words.ts'
import { CommandNote } from './command-note.tsx'
import { Panel } from './panel.tsx'

export function PausePanel({ managed }: { managed: Managed }) {
  // To resume is the one button of the first line.
  return can(managed, 'pause') ? <NewPause managed={managed} /> : null
}

function NewPause({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { commands, subscription, contract } = managed
  const [isDated, setDated] = useState(false)
  const [day, setDay] = useState('')
  const { pausableUntil } = subscription
  const daysLeft = Math.floor((contract.reading?.secondsLeft ?? 0) / daySeconds)
  const pause = () => {
    if (isDated && !day) return
    void commands.run(
      'pause',
      isDated && pausableUntil ? { until: noonOf(day, pausableUntil) } : {},
    )
  }
  return (
    <Panel id="pause" title={say('pause')}>
      <p class="hint">
        {daysLeft > 0 ? say('pauseHint', { days: daysLeft }) : say('pauseHintNone')}
      </p>
      {pausableUntil && (
        <fieldset class="choices">
          <legend class="unseen">{say('pause')}</legend>
          <label>
            <input type="radio" name="pause" checked={!isDated} onChange={() => setDated(false)} />
            {say('pauseOpen')}
          </label>
          <label>
            <input type="radio" name="pause" checked={isDated} onChange={() => setDated(true)} />
            {say('pauseUntil')}
          </label>
        </fieldset>
      )}
      {isDated && pausableUntil && <LastDay latest={pausableUntil} day={day} onPick={setDay} />}
      <button
        type="button"
        class="quiet"
        aria-disabled={commands.isRunning || (isDated && !day)}
        onClick={pause}
      >
        {say('pauseNow')}
      </button>
      <CommandNote managed={managed} of={['pause']} />
    </Panel>
  )
}

/** The payer's own day of a moment, as a field for dates has it. */
function dayOf(moment: Date): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Noon of the payer's day; on the last day the latest moment, where that is earlier. */
function noonOf(day: string, latest: string): string {
  const noon = new Date(`${day}T12:00`)
  return noon < new Date(latest) ? noon.toISOString() : latest
}

type LastDayProps = { latest: string; day: string; onPick: (day: string) => void }

function LastDay({ latest, day, onPick }: LastDayProps) {
  const { say, locale } = useSpeech()
  return (
    <label class="own">
      {say('pauseDate')}
      <input
        type="date"
        required
        min={dayOf(new Date(serviceNow() + daySeconds * 1000))}
        max={dayOf(new Date(latest))}
        value={day}
        onInput={({ currentTarget }) => onPick(currentTarget.value)}
      />
      <span class="hint">{say('pauseLatest', { date: writeDay(latest, locale) })}</span>
    </label>
  )
}
