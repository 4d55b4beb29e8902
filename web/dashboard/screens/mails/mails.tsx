import type { MailsOfAccount } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from './mail-words.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { useDashboard } from '../../context.ts'
import { Form } from '../../parts/forms.tsx'
import { MailsOff } from '../../parts/mails-off.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { phrase } from '../../phrase.ts'

type Kind = 'atRisk' | 'lowGas' | 'failingEndpoint'

const path = '/me/mails'

export default function Mails() {
  // They are the account's own, and of no network.
  const { reading, readAgain } = useRead<MailsOfAccount>(path, { isOwn: true })
  const { email } = useDashboard().identity
  return (
    <Screen
      title="Mails"
      hint={phrase`What you are told by mail, at ${email}. It is for your account alone.`}
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(mails) => (
          <>
            {!mails.isOn && <MailsOff />}
            <Section title="Which mails you get">
              <div class="card">
                <Choices mails={mails} />
              </div>
            </Section>
            <Section
              title="Always sent"
              hint="Invitations and password links, and to Owners every change of where the money goes. Whoever took an account over must not be able to silence these."
            >
              {null}
            </Section>
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

function Choices({ mails }: { mails: MailsOfAccount }) {
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const [declined, setDeclined] = useState(mails.declined)
  const [includesTestNet, setIncludes] = useState(mails.includesTestNet)
  const choose = (kind: Kind, isWanted: boolean) =>
    setDeclined(isWanted ? declined.filter((one) => one !== kind) : [...declined, kind])
  const save = async () => {
    const body = { declined, includesTestNet }
    if (await send({ method: 'PUT', path, body, isOwn: true })) announce('The choice is saved')
  }
  const isSaved =
    mails.includesTestNet === includesTestNet &&
    mails.declined.toSorted().join() === declined.toSorted().join()
  if (mails.told.length === 0) return <p>Your role is told nothing of this by mail.</p>
  return (
    <Form label="Which mails you get" onSubmit={() => void save()}>
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
        label="About the test network, too"
        hint="Otherwise about the main network only."
        isChosen={includesTestNet}
        onChoice={setIncludes}
      />
      <CommandNote state={state} />
      <div>
        <button type="submit" class="strong" aria-disabled={isSaved || state.step === 'sending'}>
          {isSaved ? 'The choice is saved' : 'Save the choice'}
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
