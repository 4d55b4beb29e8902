/** Sets an authenticator up: the secret as a QR code, then its first code. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from '../../shell/people-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'

type Props = { onCodes: (codes: string[]) => void }

export function AddAuthenticator({ onCodes }: Props) {
  const [offered, setOffered] = useState<Answers['offerTotp'] | null>(null)
  const { state, send } = useCommand()
  const offer = async () => {
    setOffered(
      await send<Answers['offerTotp']>({
        method: 'POST',
        path: '/second-factor/totp',
        isOwn: true,
      }),
    )
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => void offer()}>
        Set up an authenticator
      </button>
      <CommandNote state={state} />
      {offered && <Confirm offered={offered} onCodes={onCodes} onClose={() => setOffered(null)} />}
    </>
  )
}

function Confirm({
  offered: { secret, url },
  onCodes,
  onClose,
}: Props & { offered: Answers['offerTotp']; onClose: () => void }) {
  const [code, setCode] = useState('')
  const { state, send } = useCommand()
  const confirm = async () => {
    const answer = await send<Answers['confirmTotp']>({
      method: 'POST',
      path: '/second-factor/totp/confirm',
      body: { code: code.trim() },
      isOwn: true,
    })
    if (!answer) return
    onClose()
    if (answer.recoveryCodes) onCodes(answer.recoveryCodes)
  }
  return (
    <Dialog title="Set up an authenticator" onClose={onClose}>
      <p>Scan this with your authenticator app, or type the secret into it.</p>
      <div class="qr-frame">
        <QrCode text={url} description="The secret of your authenticator as a QR code" />
      </div>
      <p>
        Secret:{' '}
        <code class="secret" translate={false}>
          {secret}
        </code>{' '}
        <CopyButton text={secret} label="Copy the secret" copied="Copied" />
      </p>
      <Form label="Set up an authenticator" onSubmit={() => void confirm()}>
        <TextField
          label="Its first code"
          hint={`Six digits, which show that the app has the secret. ${say('wishesEnd')}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onValue={setCode}
        />
        <CommandNote state={state} />
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            Confirm the code
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}
