/** Shows what comes next by itself, with a countdown by business time, which the test clock may move. */
import type { Answers, TimerArmed, TurnShown } from '../../../api/dashboard.generated.ts'
import { useEffect, useState } from 'preact/hooks'
import { dayMs, hourMs, minuteMs, secondMs } from '../../../../machines/durations.ts'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { type EntityName, pathOf } from './entity-view.ts'
import { phrase } from '../../phrase.ts'

type Props = {
  name: EntityName
  /** The service's moment at this answer. */
  businessNow: string
  /** The explanation has read these, with those of the neighbours; null: read them here. */
  known: TimerArmed[] | null
}

export function Timers({ name, businessNow, known }: Props) {
  return (
    <Section
      title="What comes next by itself"
      hint="By the clock of this service, which the test clock moves on the test network."
    >
      <div class="card">
        {known ? (
          <TimerList timers={known} businessNow={businessNow} />
        ) : (
          <LastTimers name={name} businessNow={businessNow} />
        )}
      </div>
    </Section>
  )
}

function LastTimers({ name, businessNow }: Omit<Props, 'known'>) {
  const kinds = [name.kind]
  const story = useRead<Answers['listTurns']>(pathOf(name, '/turns?limit=1'), { kinds })
  const last = story.reading.step === 'read' ? story.reading.value.turns[0]?.seq : undefined
  const turn = useRead<TurnShown>(last === undefined ? null : pathOf(name, `/turns/${last}`), {
    kinds,
  })
  return (
    <ReadGate {...turn}>
      {({ timers }) => <TimerList timers={timers} businessNow={businessNow} />}
    </ReadGate>
  )
}

function TimerList({ timers, businessNow }: { timers: TimerArmed[]; businessNow: string }) {
  const now = useBusinessClock(businessNow)
  if (timers.length === 0) return <p class="hint">Nothing comes by itself.</p>
  return (
    <ol class="timers">
      {timers.map(({ timer, what, at }) => (
        <li key={timer + at}>
          <span>{what}</span>
          <span class="hint">
            <When at={at} />
          </span>
          <strong role="timer">{writeWait(Date.parse(at) - now)}</strong>
        </li>
      ))}
    </ol>
  )
}

function writeWait(ms: number): string {
  if (ms <= 0) return 'now'
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  const minutes = Math.floor((ms % hourMs) / minuteMs)
  const seconds = Math.floor((ms % minuteMs) / secondMs)
  if (days > 0) return phrase`in ${days} d ${hours} h`
  if (hours > 0) return phrase`in ${hours} h ${minutes} min`
  return minutes > 0 ? phrase`in ${minutes} min ${seconds} s` : phrase`in ${seconds} s`
}

/** Business time in Unix milliseconds, a second at a time, from the service's own moment on. */
function useBusinessClock(businessNow: string): number {
  const [aheadMs, setAhead] = useState(() => Date.parse(businessNow) - Date.now())
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => setAhead(Date.parse(businessNow) - Date.now()), [businessNow])
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(ticking)
  }, [])
  return now + aheadMs
}
