import { useCallback, useEffect, useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/mail-words.ts'
import { say as sayShell } from '../../../messages/dashboard/shell-words.ts'
import { AlertIcon, Spinner } from '../../../parts/icons.tsx'
import { useSpeech } from '../../../parts/speech.ts'
import type { ApiProblem, ServiceAway } from '../../api/problem.ts'
import { useDashboard } from '../../context.ts'
import { Form } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import type { CommandState } from '../../use-command.ts'

type Kind = 'atRisk' | 'lowGas' | 'failingEndpoint' | 'dailyDigest'
type MailsView = {
  isOn: boolean
  email: string
  told: Kind[]
  declined: Kind[]
  includesTestNet: boolean
}
const path = '/me/mails'

export default function Mails() {
  const { mails, state, save } = useMails()
  if (!mails)
    return (
      <Screen title={say('mails')}>
        <CommandNote state={state} />
        <p class="progress" role="status">
          <Spinner /> {sayShell('loading')}
        </p>
      </Screen>
    )
  return (
    <Screen title={say('mails')} hint={say('mailsHint', { email: mails.email })}>
      {!mails.isOn && (
        <div class="note warning">
          <AlertIcon />
          <div>
            <p>
              <strong>{say('mailsOff')}</strong>
            </p>
            <p>{say('mailsOffHint')}</p>
          </div>
        </div>
      )}
      <Section title={say('choose')}>
        <div class="card">
          <Choices mails={mails} state={state} save={save} />
        </div>
      </Section>
      <Section title={say('always')} hint={say('alwaysHint')}>
        {null}
      </Section>
    </Screen>
  )
}

/** They are the account's own, and of no network. */
function useMails() {
  const { client } = useDashboard()
  const { announce } = useSpeech()
  const [mails, setMails] = useState<MailsView | null>(null)
  const [state, setState] = useState<CommandState>({ step: 'idle' })
  const fail = useCallback(
    (error: unknown) => setState({ step: 'failed', error: error as ApiProblem | ServiceAway }),
    [],
  )
  useEffect(() => {
    client.read<MailsView>(path).then(setMails, fail)
  }, [client, fail])
  const save = async (body: Pick<MailsView, 'declined' | 'includesTestNet'>) => {
    setState({ step: 'sending' })
    try {
      setMails(await client.send<MailsView>({ method: 'PUT', path, body }))
      setState({ step: 'idle' })
      announce(say('saved'))
    } catch (error) {
      fail(error)
    }
  }
  return { mails, state, save }
}

type ChoicesProps = { mails: MailsView } & Pick<ReturnType<typeof useMails>, 'state' | 'save'>

function Choices({ mails, state, save }: ChoicesProps) {
  const [declined, setDeclined] = useState(mails.declined)
  const [includesTestNet, setIncludes] = useState(mails.includesTestNet)
  const choose = (kind: Kind, isWanted: boolean) =>
    setDeclined(isWanted ? declined.filter((one) => one !== kind) : [...declined, kind])
  const isSaved =
    mails.includesTestNet === includesTestNet &&
    mails.declined.toSorted().join() === declined.toSorted().join()
  if (mails.told.length === 0) return <p>{say('nothingTold')}</p>
  return (
    <Form label={say('choose')} onSubmit={() => void save({ declined, includesTestNet })}>
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
