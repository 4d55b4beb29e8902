/** One answer of the simulator: how it ends, the way there as a strip, and every turn in a sentence. */
import type { SimulationAnswer } from '../../../src/core/simulating/simulate.ts'
import { minuteText, Strip } from './strip.tsx'
import { summaryOf } from './summary.ts'
import { Turns } from './turns.tsx'

type AnswerProps = {
  name: string
  answer: SimulationAnswer
  beganMs: number
  endMs: number
  /** Somebody wants a pause at this moment, in Unix milliseconds. */
  onPauseAt: (moment: number) => void
}

export function AnswerColumn({ name, answer, beganMs, endMs, onPauseAt }: AnswerProps) {
  return (
    <section class="answer" aria-label={name}>
      <h2>{name}</h2>
      <dl class="summary">
        {summaryOf(answer, beganMs, endMs).map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Strip turns={answer.turns} beganMs={beganMs} endMs={endMs} />
      {answer.refused.map(({ at, what, why }) => (
        <p class="refused" key={`${at} ${what}`}>
          {minuteText(at)}: {what}: {why}.
        </p>
      ))}
      <Turns answer={answer} beganMs={beganMs} onPauseAt={onPauseAt} />
    </section>
  )
}
