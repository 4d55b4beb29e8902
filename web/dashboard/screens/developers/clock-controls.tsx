/** The buttons that move the clock; each says on itself how far. */
import { useState } from 'preact/hooks'
import { daySeconds } from '../../../../machines/durations.ts'
import { AlertIcon, Spinner } from '../../../parts/icons.tsx'
import { Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { When } from '../../parts/when.tsx'
import { type ClockMove, useClock } from './use-clock.ts'

const steps: [label: string, move: ClockMove][] = [
  ['+1 day', { seconds: daySeconds }],
  ['+7 days', { seconds: 7 * daySeconds }],
  ['+31 days', { seconds: 31 * daySeconds }],
  ['To your next charge', { toNext: 'charge' }],
  ['To whatever is due next', { toNext: 'timer' }],
]

type Props = Pick<ReturnType<typeof useClock>, 'clock' | 'state' | 'move'>

export function ClockControls({ clock, state, move }: Props) {
  const isBusy = state.step === 'sending' || clock?.isMoving
  return (
    <>
      <p role="status">
        {isBusy ? (
          <span class="progress">
            <Spinner /> Time is moving…
          </span>
        ) : (
          'It is now'
        )}{' '}
        <strong>
          <When at={clock?.now} />
        </strong>
      </p>
      <div class="screen-actions">
        {steps.map(([label, wish]) => (
          <button
            key={label}
            type="button"
            class="quiet"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void move(wish)}
          >
            {label}
          </button>
        ))}
      </div>
      <CommandNote state={state} />
      {clock?.lastStop && !isBusy && (
        <div class="note warning">
          <AlertIcon />
          <p>It did not arrive: {clock.lastStop}</p>
        </div>
      )}
    </>
  )
}

/** Moves to a moment that is written by hand, in the reader's own zone. */
export function MoveToMoment({ state, move }: Pick<Props, 'state' | 'move'>) {
  const [moment, setMoment] = useState('')
  const submit = () => {
    const at = new Date(moment)
    if (!Number.isNaN(at.getTime())) void move({ until: at.toISOString() })
  }
  return (
    <Form label="To a moment" onSubmit={submit}>
      <TextField label="To a moment" type="datetime-local" value={moment} onValue={setMoment} />
      <div>
        <button type="submit" class="quiet" aria-disabled={state.step === 'sending'}>
          Move there
        </button>
      </div>
    </Form>
  )
}
