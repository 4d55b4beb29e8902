/** Fields whose values go along with one command: sent by Enter or by its button, once. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Command } from '../api/client.ts'
import { type CommandState, useCommand } from '../use-command.ts'
import { Form } from './forms.tsx'
import { CommandNote } from './problem-note.tsx'

type Props = {
  /** Names the form for screen readers; `submit` stands on its button. */
  label: string
  submit: string
  command: Command
  mood?: 'danger'
  /** False: nothing has changed that could be sent. */
  isReady?: boolean
  /** Is said where it was sent, until what would be sent is another, such as `Saved`. */
  done?: string
  /** Takes the answer. */
  onDone?: (answer: unknown) => void
  /** Shows a button beside that takes it back. */
  onCancel?: () => void
  /** The names of the fields that say what is wrong with them. */
  told?: readonly string[]
  /** The fields, with what the service found wrong with them. */
  children: (state: CommandState) => ComponentChildren
}

export function CommandForm({ label, submit, command, mood, isReady = true, ...props }: Props) {
  const { done, onDone, onCancel, told = [], children } = props
  const { state, send } = useCommand()
  const [sent, setSent] = useState('')
  const written = JSON.stringify(command)
  const isSending = state.step === 'sending'
  const give = async () => {
    const answer = isReady ? await send(command) : null
    if (answer === null) return
    setSent(written)
    onDone?.(answer)
  }
  return (
    <Form label={label} onSubmit={() => void give()} state={state}>
      {children(state)}
      <CommandNote state={state} told={told} />
      {done !== undefined && <p role="status">{sent === written && done}</p>}
      <footer class="buttons">
        {onCancel && (
          <button type="button" class="quiet" onClick={onCancel}>
            Not now
          </button>
        )}
        <button type="submit" class={`strong ${mood ?? ''}`} aria-disabled={!isReady || isSending}>
          {isSending ? 'Working…' : submit}
        </button>
      </footer>
    </Form>
  )
}
