/** Pausing, open or until a date. It needs neither a wallet nor gas. */
import { useState } from 'preact/hooks'
import { daySeconds } from '../../../machines/durations.ts'
import { writeDay, writeMoment } from '../../messages/moments.ts'
import { serviceNow } from '../../browser/service-clock.ts'
import { Sentence } from '../../parts/sentence.tsx'
import { can, type Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { CommandNote } from './command-note.tsx'
import { afterPause } from './next-sentence.tsx'
import { Panel } from './panel.tsx'

export function PausePanel({ managed }: { managed: Managed }) {
  // Resuming is the one button of the first line. In a pause that is to end by itself, `pause` takes the end from it.
  const isPaused = ['PendingPause', 'Paused'].includes(managed.subscription.status)
  return can(managed, 'pause') && !isPaused ? <NewPause managed={managed} /> : null
}

function NewPause({ managed }: { managed: Managed }) {
  const speech = useSpeech()
  const { say, locale } = speech
  const { commands, subscription } = managed
  const [isDated, setDated] = useState(false)
  const [day, setDay] = useState('')
  const { pausableUntil } = subscription
  const days = daysUntil(pausableUntil)
  // Some browsers let any day be picked or typed.
  const isPicked = day >= days.first && day <= days.last
  // A pause earlier in the period, or an overdue charge, may leave it no day.
  const hasDays = pausableUntil !== null && can(managed, 'pauseUntil') && days.first <= days.last
  const until = isDated && isPicked && pausableUntil ? noonOf(day, pausableUntil) : null
  const pause = () => {
    if (isDated && !until) return
    void commands.run('pause', until ? { until } : {})
  }
  return (
    <Panel id="pause" title={say('pause')}>
      <Kept managed={managed} />
      {hasDays && <EndChoice isDated={isDated} onChoose={setDated} />}
      {!(isDated && hasDays) && pausableUntil && (
        <p class="hint">{say('resumeBy', { moment: writeMoment(pausableUntil, locale) })}</p>
      )}
      {isDated && hasDays && (
        <LastDay
          latest={pausableUntil}
          days={days}
          day={day}
          isWrong={day !== '' && !isPicked}
          onPick={setDay}
        />
      )}
      {until && (
        <p>
          <Sentence text={afterPause(managed, until, speech)} />
        </p>
      )}
      <button
        type="button"
        class="quiet"
        aria-disabled={commands.isRunning || (isDated && !until)}
        onClick={pause}
      >
        {say('pauseNow')}
      </button>
      <CommandNote managed={managed} of={['pause']} />
    </Panel>
  )
}

/** Says what a pause leaves of the paid time: all of it. */
function Kept({ managed: { contract, session } }: { managed: Managed }) {
  const { say } = useSpeech()
  const { merchantName: merchant } = session
  const days = Math.floor((contract.reading?.secondsLeft ?? 0) / daySeconds)
  return (
    <p class="hint">
      {days > 0 ? say('pauseHint', { merchant, days }) : say('pauseHintNone', { merchant })}
    </p>
  )
}

type EndChoiceProps = { isDated: boolean; onChoose: (isDated: boolean) => void }

function EndChoice({ isDated, onChoose }: EndChoiceProps) {
  const { say } = useSpeech()
  return (
    <fieldset class="choices">
      <legend class="unseen">{say('pause')}</legend>
      <label>
        <input type="radio" name="pause" checked={!isDated} onChange={() => onChoose(false)} />
        {say('pauseOpen')}
      </label>
      <label>
        <input type="radio" name="pause" checked={isDated} onChange={() => onChoose(true)} />
        {say('pauseUntil')}
      </label>
    </fieldset>
  )
}

/** The payer's own day of a moment, as a field for dates has it. */
function dayOf(moment: Date): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}

type Days = { first: string; last: string }

/** The days that a pause may end on: from tomorrow to the day of the latest moment. */
const daysUntil = (latest: string | null): Days => ({
  first: dayOf(new Date(serviceNow() + daySeconds * 1000)),
  last: latest ? dayOf(new Date(latest)) : '',
})

/** Noon of the payer's day; on the last day the latest moment, where that is earlier. */
function noonOf(day: string, latest: string): string {
  const noon = new Date(`${day}T12:00`)
  return noon < new Date(latest) ? noon.toISOString() : latest
}

type LastDayProps = {
  latest: string
  days: Days
  day: string
  isWrong: boolean
  onPick: (day: string) => void
}

function LastDay({ latest, days, day, isWrong, onPick }: LastDayProps) {
  const { say, locale } = useSpeech()
  return (
    <label class="own">
      {say('pauseDate')}
      <input
        type="date"
        required
        min={days.first}
        max={days.last}
        value={day}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => onPick(currentTarget.value)}
      />
      <span {...(isWrong ? { role: 'alert' as const } : { class: 'hint' })}>
        {say('pauseLatest', { date: writeDay(latest, locale) })}
      </span>
    </label>
  )
}
