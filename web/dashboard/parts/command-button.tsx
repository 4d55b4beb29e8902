/** A button that moves something: it says before what it will do, and afterwards what became of it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSpeech } from '../../parts/speech.ts'
import type { Command } from '../api/client.ts'
import { useCommand } from '../use-command.ts'
import { Dialog } from './dialog.tsx'
import { CommandNote } from './problem-note.tsx'

type Props = {
  /** On the button, and on the one that confirms: a verb. */
  label: string
  /** Says what will happen, and whether it can be taken back. */
  consequence: ComponentChildren
  command: Command
  mood?: 'danger' | 'strong'
  /** Announced to screen readers once it is done. */
  done?: string
  /** Takes the answer. */
  onDone?: (answer: unknown) => void
}

export function CommandButton({ label, consequence, command, mood, done, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { announce } = useSpeech()
  const { state, send, forget } = useCommand()
  const close = () => {
    setOpen(false)
    forget()
  }
  const confirm = async () => {
    const answer = await send(command)
    if (answer === null) return
    close()
    announce(done ?? 'Done')
    onDone?.(answer)
  }
  return (
    <>
      <button
        type="button"
        class={mood === 'strong' ? mood : `quiet ${mood ?? ''}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={close}>
          <div class="dialog-body">{consequence}</div>
          <CommandNote state={state} />
          <footer class="buttons">
            <button type="button" class="quiet" onClick={close}>
              Not now
            </button>
            <button
              type="button"
              class={`strong ${mood ?? ''}`}
              aria-disabled={state.step === 'sending'}
              onClick={() => void confirm()}
            >
              {state.step === 'sending' ? 'Working…' : label}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  )
}
