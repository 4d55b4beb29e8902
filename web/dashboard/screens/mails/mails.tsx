import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/mail-words.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { useDashboard } from '../../context.ts'
import { Form } from '../../parts/forms.tsx'
import { MailsOff } from '../../parts/mails-off.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'

type Kind = 'atRisk' | 'lowGas' | 'failingEndpoint'
type MailsView = {
  isOn: boolean
  told: Kind[]
  declined: Kind[]
  includesTestNet: boolean
}
const path = '/me/mails'

export default function Mails() {
  // They are the account's own, and of no network.
  const { reading, readAgain } = useRead<MailsView>(path, { isOwn: true })
  const { email } = useDashboard().identity
  return (
    <Screen title={say('mails')} hint={say('mailsHint', { email })}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(mails) => (
          <>
            {!mails.isOn && <MailsOff />}
            <Section title={say('choose')}>
              <div class="card">
                <Choices mails={mails} />
              </div>
            </Section>
            <Section title={say('always')} hint={say('alwaysHint')}>
              {null}
            </Section>
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

function Choices({ mails }: { mails: MailsView }) {
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const [declined, setDeclined] = useState(mails.declined)
  const [includesTestNet, setIncludes] = useState(mails.includesTestNet)
  const choose = (kind: Kind, isWanted: boolean) =>
    setDeclined(isWanted ? declined.filter((one) => one !== kind) : [...declined, kind])
  const save = async () => {
    const body = { declined, includesTestNet }
    if (await send({ method: 'PUT', path, body, isOwn: true })) announce(say('saved'))
  }
  const isSaved =
    mails.includesTestNet === includesTestNet &&
    mails.declined.toSorted().join() === declined.toSorted().join()
  if (mails.told.length === 0) return <p>{say('nothingTold')}</p>
  return (
    <Form label={say('choose')} onSubmit={() => void save()}>
      {mails.told.map((kind) => (
        <Choice
          key={kind}
          label={say(kind)}
          hint={say(`${kind}Hint`)}
          isChosen={!declined.includes(kind)}
          onChoice={(isWanted) => choose(kind, isWanted)}
        />
      ))}
      <Choice
        label={say('includesTestNet')}
        hint={say('includesTestNetHint')}
        isChosen={includesTestNet}
        onChoice={setIncludes}
      />
      <CommandNote state={state} />
      <div>
        <button type="submit" class="strong" aria-disabled={isSaved || state.step === 'sending'}>
          {isSaved ? say('saved') : say('save')}
        </button>
      </div>
    </Form>
  )
}

type ChoiceProps = {
  label: string
  hint: string
  isChosen: boolean
  onChoice: (isChosen: boolean) => void
}

function Choice({ label, hint, isChosen, onChoice }: ChoiceProps) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ currentTarget }) => onChoice(currentTarget.checked)}
      />
      <span>
        {label}
        <span class="hint">{hint}</span>
      </span>
    </label>
  )
}
