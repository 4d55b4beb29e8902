/** Sends again everything that has not arrived since a moment, whatever became of it. */
import { useState } from 'preact/hooks'
import { dayMs } from '../../../../machines/durations.ts'
import { say } from '../../../messages/dashboard/delivery-words.ts'
import { AlertIcon } from '../../../parts/icons.tsx'
import { ApiProblem } from '../../api/problem.ts'
import { useRight } from '../../context.ts'
import { fromLocalMoment, toLocalMoment } from '../../local-moment.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useRead } from '../../use-read.ts'
import { type Resent, useResending } from './use-resending.ts'

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

export function ResendUndelivered() {
  const [isOpen, setOpen] = useState(false)
  if (!useRight('integrate')) return null
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {say('undelivered')}
      </button>
      {isOpen && (
        <Dialog title={say('undelivered')} onClose={() => setOpen(false)}>
          <SinceForm />
        </Dialog>
      )}
    </>
  )
}

/** A day before the newest event, whatever the clock of the network says: the usual outage is shorter. */
function useUsualSince(): string {
  const { reading } = useRead<{ events: { createdAt: string }[] }>('/events?limit=1')
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
    <Form label={say('undelivered')} onSubmit={submit}>
      <p class="hint">{say('undeliveredHint')}</p>
      <TextField
        label={say('since')}
        hint={say('sinceHint', { zone })}
        error={fieldError(state, 'after')}
        type="datetime-local"
        readOnly={isSending}
        value={since}
        onValue={change}
      />
      {isSending && <Progress resent={resent} />}
      {isCutShort && !(state.error instanceof ApiProblem) ? (
        <div class="note warning" role="alert">
          <AlertIcon />
          <p>{say('cutShort')}</p>
        </div>
      ) : (
        <CommandNote state={state} />
      )}
      <div role="status" class="outcome">
        {resent && !isSending && <Outcome resent={resent} />}
      </div>
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={isSending}>
          {isSending ? say('resending') : isCutShort ? say('goOn') : say('undelivered')}
        </button>
      </footer>
    </Form>
  )
}

/** How far it is in the log, once that is known. */
function Progress({ resent }: { resent: Resent | null }) {
  const { events = 0, first = null, next = null, until = 0 } = resent ?? {}
  const place =
    first === null || next === null || until <= first
      ? {}
      : { max: until - first, value: next - first }
  return (
    <div>
      <progress aria-label={say('undelivered')} {...place} />
      <p class="hint">
        {say('resentSoFar', { count: events })} {say('keepOpen')}
      </p>
    </div>
  )
}

function Outcome({ resent: { events, deliveries, outcomes, next } }: { resent: Resent }) {
  if (next !== null) return <p>{say('resentSoFar', { count: events })}</p>
  if (events === 0) return <p>{say('allArrived')}</p>
  const { WaitsForEndpoint, WaitsForEarlierEvent } = outcomes
  return (
    <>
      <p>
        <strong>{say('resent', { count: events })}</strong>{' '}
        {deliveries !== events && say('inDeliveries', { count: deliveries })}
      </p>
      {WaitsForEndpoint > 0 && <p>{say('waitForEndpoint', { count: WaitsForEndpoint })}</p>}
      {WaitsForEarlierEvent > 0 && <p>{say('waitForEarlier', { count: WaitsForEarlierEvent })}</p>}
    </>
  )
}
