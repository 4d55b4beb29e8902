/** Shows what was read, or why it cannot be shown. */
import type { ComponentChildren } from 'preact'
import { say } from '../../messages/dashboard/shell-words.ts'
import { Spinner } from '../../parts/icons.tsx'
import type { Reading } from '../use-read.ts'
import { ProblemNote } from './problem-note.tsx'

type Props<T> = {
  reading: Reading<T>
  readAgain: () => void
  children: (value: T) => ComponentChildren
}

export function ReadGate<T>({ reading, readAgain, children }: Props<T>) {
  if (reading.step === 'read') return <>{children(reading.value)}</>
  if (reading.step === 'refused') return <ProblemNote problem={reading.problem} />
  if (reading.step === 'away')
    return (
      <div class="empty">
        <h2>{say('away')}</h2>
        <p class="hint">{say('awayHint')}</p>
        <button type="button" class="quiet" onClick={readAgain}>
          {say('retryNow')}
        </button>
      </div>
    )
  return (
    <p class="progress" role="status">
      <Spinner /> {say('loading')}
    </p>
  )
}
