/** Shows what was read, or why it cannot be shown. */
import type { ComponentChildren } from 'preact'
import { say } from '../frame-words.ts'
import { Spinner } from '../../parts/icons.tsx'
import { type ApiProblem, tooMany } from '../api/problem.ts'
import type { Reading } from '../use-read.ts'
import { ProblemNote } from './problem-note.tsx'
import { Screen } from './screen.tsx'

type Unread = Exclude<Reading<unknown>, { step: 'read' }>

type Props<T> = {
  reading: Reading<T>
  readAgain: () => void
  /** The screen's heading until the value is read, if the value names it. */
  title?: string
  children: (value: T) => ComponentChildren
}

export function ReadGate<T>({ reading, readAgain, title, children }: Props<T>) {
  if (reading.step === 'read')
    return (
      <>
        {reading.isStale && (
          <p class="note warning" role="status">
            Not up to date: the service does not answer. It is asked again by itself.
          </p>
        )}
        {children(reading.value)}
      </>
    )
  const instead = <Instead reading={reading} readAgain={readAgain} />
  return title === undefined ? instead : <Screen title={title}>{instead}</Screen>
}

type InsteadProps = { reading: Unread; readAgain: () => void }

function Instead({ reading, readAgain }: InsteadProps) {
  if (reading.step === 'refused') return <ProblemNote problem={reading.problem} />
  if (reading.step === 'away') return <Away problem={reading.problem} readAgain={readAgain} />
  return <Loading />
}

export const Loading = () => (
  <p class="progress" role="status">
    <Spinner /> Loading…
  </p>
)

type AwayProps = { problem: ApiProblem | null; readAgain: () => void }

function Away({ problem, readAgain }: AwayProps) {
  const name = problem === null ? 'away' : problem.status === tooMany ? 'tooOften' : 'failing'
  return (
    <div class="empty">
      <h2>{say(name)}</h2>
      <p class="hint">{say('awayHint')}</p>
      {problem && <ProblemNote problem={problem} />}
      <button type="button" class="quiet" onClick={readAgain}>
        Try again now
      </button>
    </div>
  )
}
