/** Sends a range of events again. */
import type { RangeRedelivery } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from './delivery-words.ts'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'
import { phrase } from '../../phrase.ts'

/** A text that is no number is sent as it was written: the service says what is wrong with it. */
const toNumber = (text: string): number | string =>
  /^\d{1,10}$/.test(text.trim()) ? Number(text) : text

export function ResendForm() {
  const [after, setAfter] = useState('')
  const [until, setUntil] = useState('')
  const [outcome, setOutcome] = useState<RangeRedelivery | null>(null)
  const { state, send } = useCommand()
  const resend = async () => {
    const body = { after: toNumber(after), ...(until && { until: toNumber(until) }) }
    setOutcome(await send<RangeRedelivery>({ method: 'POST', path: '/deliveries/resend', body }))
  }
  return (
    <Form label="Send events again" onSubmit={() => void resend()} state={state}>
      <p class="hint">
        All events of the log after one number and up to another, oldest first, such as after an
        outage of your server.
      </p>
      <TextField
        label="After number"
        error={fieldError(state, 'after')}
        inputMode="numeric"
        value={after}
        onValue={setAfter}
      />
      <TextField
        label="Up to number"
        hint="Empty: up to the newest."
        error={fieldError(state, 'until')}
        inputMode="numeric"
        value={until}
        onValue={setUntil}
      />
      <CommandNote state={state} told={['after', 'until']} />
      {outcome && (
        <p role="status">
          {say('resent', { count: outcome.events })}{' '}
          {outcome.next !== null && phrase`More are left: go on after number ${outcome.next}.`}
        </p>
      )}
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Send events again
        </button>
      </footer>
    </Form>
  )
}
