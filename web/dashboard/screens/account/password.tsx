/** Another password for oneself. */
import { useState } from 'preact/hooks'
import { say } from '../../shell/people-words.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { Section } from '../../parts/screen.tsx'
import { useCommand } from '../../use-command.ts'

export function Password() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [isChanged, setChanged] = useState(false)
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const change = async () => {
    setChanged(false)
    const body = { currentPassword, newPassword }
    if (!(await send({ method: 'POST', path: '/password', body, isOwn: true }))) return
    setCurrent('')
    setNew('')
    setChanged(true)
    announce(say('passwordChanged'))
  }
  return (
    <Section title="Change your password">
      <div class="card">
        <Form label="Change your password" onSubmit={() => void change()} state={state}>
          <TextField
            label="Present password"
            type="password"
            autoComplete="current-password"
            error={fieldError(state, 'currentPassword')}
            value={currentPassword}
            onValue={setCurrent}
          />
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={`At least 12 characters. All other sessions end. ${say('wishesEnd')}`}
            error={fieldError(state, 'newPassword')}
            value={newPassword}
            onValue={setNew}
          />
          <CommandNote state={state} told={['currentPassword', 'newPassword']} />
          {isChanged && <p class="note">{say('passwordChanged')}</p>}
          <footer class="buttons">
            <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
              Change your password
            </button>
          </footer>
        </Form>
      </div>
    </Section>
  )
}
