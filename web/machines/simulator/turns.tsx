/** Every turn of an answer in its order: when, whose, in a sentence, and the webhooks that it sends. */
import { useState } from 'preact/hooks'
import { dayMs } from '../../../machines/durations.ts'
import { writeMoments } from '../../../src/core/story/moments.ts'
import type { SimulationAnswer } from '../../../src/core/simulating/simulate.ts'
import { minuteText } from './strip.tsx'

type TurnsProps = { answer: SimulationAnswer; beganMs: number; onPauseAt: (moment: number) => void }
type Turn = SimulationAnswer['turns'][number]

/** Turns by which nothing changes for people. */
const isQuiet = ({ from, to, webhooks, event }: Turn): boolean =>
  from === to && webhooks.length === 0 && event.type !== 'charge.attemptFailed'

export function Turns({ answer, beganMs, onPauseAt }: TurnsProps) {
  const [isAll, setAll] = useState(false)
  const shown = answer.turns.filter((turn) => isAll || !isQuiet(turn))
  const left = answer.turns.length - shown.length
  return (
    <>
      <ol class="turns">
        {shown.map((turn, index) => (
          <TurnItem
            key={index}
            turn={turn}
            isNewMoment={shown[index - 1]?.at !== turn.at}
            bodies={turn.webhooks.map((place) => answer.webhooks[place]!)}
            beganMs={beganMs}
            onPauseAt={onPauseAt}
          />
        ))}
      </ol>
      {(left > 0 || isAll) && (
        <button type="button" onClick={() => setAll(!isAll)}>
          {isAll ? 'Leave out what changes nothing' : `Show ${left} more that change nothing`}
        </button>
      )}
    </>
  )
}

type ItemProps = {
  turn: Turn
  isNewMoment: boolean
  bodies: SimulationAnswer['webhooks']
  beganMs: number
  onPauseAt: (moment: number) => void
}

function TurnItem({ turn, isNewMoment, bodies, beganMs, onPauseAt }: ItemProps) {
  const { at, kind, to, sentence, allowedCommands } = turn
  const atMs = Date.parse(at)
  const day = Math.round(((atMs - beganMs) / dayMs) * 100) / 100
  const isPaused = to === 'PendingPause' || to === 'Paused'
  const mayPause = kind === 'subscription' && allowedCommands.includes('pause') && !isPaused
  return (
    <li>
      {isNewMoment && (
        <p class="moment">
          <time dateTime={at}>{minuteText(at)}</time> · day {day}
        </p>
      )}
      <p>
        <a class="state" href={`/machines/${kind}/${to}`} title={`${kind}: ${to}`}>
          {kind} · {to}
        </a>{' '}
        {writeMoments(sentence, minuteText)}
      </p>
      {mayPause && (
        <button type="button" class="pause" onClick={() => onPauseAt(atMs)}>
          Pause here
        </button>
      )}
      {bodies.map((body) => (
        <details key={body.eventId}>
          <summary>webhook {body.eventType}</summary>
          <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
        </details>
      ))}
    </li>
  )
}
