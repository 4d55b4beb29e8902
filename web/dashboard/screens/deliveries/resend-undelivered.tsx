/** Sends again everything that has not arrived since a moment, whatever became of it. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { readersZone } from '../../../messages/moments.ts'
import { useState } from 'preact/hooks'
import { dayMs } from '../../../../machines/durations.ts'
import { say } from './delivery-words.ts'
import { AlertIcon } from '../../../parts/icons.tsx'
import { ApiProblem } from '../../api/problem.ts'
import { useRight } from '../../context.ts'
import { fromLocalMoment, toLocalMoment } from '../../local-moment.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useRead } from '../../use-read.ts'
import { type Resent, useResending } from './use-resending.ts'
import { counted, phrase } from '../../phrase.ts'

const zone = readersZone()

export function ResendUndelivered() {
  const [isOpen, setOpen] = useState(false)
  if (!useRight('integrate')) return null
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Send again what did not arrive
      </button>
      {isOpen && (
        <Dialog title="Send again what did not arrive" onClose={() => setOpen(false)}>
          <SinceForm />
        </Dialog>
      )}
    </>
  )
}

/** A day before the newest event, whatever the clock of the network says: the usual outage is shorter. */
function useUsualSince(): string {
  const { reading } = useRead<Answers['listEventsOfMerchant']>('/events?limit=1')
  const newest = reading.step === 'read' ? reading.value.events[0] : undefined
  return newest ? toLocalMoment(new Date(Date.parse(newest.createdAt) - dayMs).toISOString()) : ''
}

function SinceForm() {
  const usual = useUsualSince()
  const [typed, setTyped] = useState<string | null>(null)
  const { state, resent, start, goOn, forget } = useResending()
  const since = typed ?? usual
  const isSending = state.step === 'sending'
  const isCutShort = state.step === 'failed' && resent !== null && resent.next !== null
  const submit = () => void (isCutShort ? goOn() : start(since && fromLocalMoment(since)))
  const change = (value: string) => {
    setTyped(value)
    if (!isSending) forget()
  }
  return (
    <Form label="Send again what did not arrive" onSubmit={submit} state={state}>
      <p class="hint">
        Everything that has not reached your endpoint goes out again, the oldest first: what was
        given up, what waits for its next attempt, and what was never sent. What has arrived is left
        alone.
      </p>
      <TextField
        label="Happened since"
        hint={phrase`In your time zone, ${zone}. Empty: since the beginning.`}
        error={fieldError(state, 'after')}
        type="datetime-local"
        readOnly={isSending}
        value={since}
        onValue={change}
      />
      {isSending && <Progress resent={resent} />}
      {isCutShort && !(state.error instanceof ApiProblem) ? (
        <CutShort />
      ) : (
        <CommandNote state={state} told={['after']} />
      )}
      <div role="status" class="outcome">
        {resent && !isSending && <Outcome resent={resent} />}
      </div>
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={isSending}>
          {isSending ? 'Sending again…' : isCutShort ? 'Go on' : 'Send again what did not arrive'}
        </button>
      </footer>
    </Form>
  )
}

const CutShort = () => (
  <div class="note warning" role="alert">
    <AlertIcon />
    <p>
      The service did not answer. Go on where it was: what has gone out already is not sent twice.
    </p>
  </div>
)

/** Shows how far it is in the log, once that is known. */
function Progress({ resent }: { resent: Resent | null }) {
  const { events = 0, first = null, next = null, until = 0 } = resent ?? {}
  const place =
    first === null || next === null || until <= first
      ? {}
      : { max: until - first, value: next - first }
  return (
    <div>
      <progress aria-label="Send again what did not arrive" {...place} />
      <p class="hint">
        {say('resentSoFar', { count: events })} Keep this window open until it is done.
      </p>
    </div>
  )
}

function Outcome({ resent: { events, deliveries, outcomes, next } }: { resent: Resent }) {
  if (next !== null) return <p>{say('resentSoFar', { count: events })}</p>
  if (events === 0) return <p>There is nothing to send again: everything since then has arrived.</p>
  const { WaitsForEndpoint, WaitsForEarlierEvent } = outcomes
  return (
    <>
      <p>
        <strong>{say('resent', { count: events })}</strong>{' '}
        {deliveries !== events &&
          counted(
            deliveries,
            'That is {count} delivery, one for each API key that has not got it.',
            'That is {count} deliveries, one for each API key that has not got it.',
          )}
      </p>
      {WaitsForEndpoint > 0 && (
        <p>
          {counted(
            WaitsForEndpoint,
            '{count} delivery waits until your endpoint answers: it is down, and tried again at once.',
            '{count} deliveries wait until your endpoint answers: it is down, and tried again at once.',
          )}
        </p>
      )}
      {WaitsForEarlierEvent > 0 && (
        <p>
          {counted(
            WaitsForEarlierEvent,
            '{count} delivery goes out behind an earlier event of the same resource.',
            '{count} deliveries go out behind earlier events of the same resources.',
          )}
        </p>
      )}
    </>
  )
}
