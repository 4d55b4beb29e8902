/** Sets what the pages of payers may do: be framed, lead back, offer a withdrawal. */
import type { PayerPages as Addresses, WithdrawalPeriod } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useSpeech } from '../../../parts/speech.ts'
import { Facts } from '../../parts/facts.tsx'
import { Form, TextArea, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useCommand } from '../../use-command.ts'
import { phrase } from '../../phrase.ts'
import { useRead } from '../../use-read.ts'

export const PayerPages = ({ mayChange }: { mayChange: boolean }) => (
  <Section title="Pages of payers">
    <Addresses />
    <div class="cards">
      <Lines
        path="/frame-origins"
        field="origins"
        label="Who may frame the widget"
        hint="Origins such as https://shop.example, one in each line. None: nobody may."
        mayChange={mayChange}
      />
      <Lines
        path="/return-hosts"
        field="hosts"
        label="Where checkout and widget may lead back to"
        hint="Hosts such as shop.example, one in each line. None: any may be led back to."
        mayChange={mayChange}
      />
      <WithdrawalDays mayChange={mayChange} />
    </div>
  </Section>
)

/** What a server puts a plan and a token into. */
function Addresses() {
  const { reading, readAgain } = useRead<Addresses>('/payer-pages')
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {({ widget, manage }) => (
        <div class="card">
          <Address name="Where customers subscribe" address={widget} />
          <Address name="Where they see, pause and end it" address={manage} />
          <p class="hint">
            Your server gets the token of a customer by{' '}
            <code translate={false}>POST /integration/subscriptions/create-customer-token</code>.
            Without a server, share a plan on its own page.
          </p>
        </div>
      )}
    </ReadGate>
  )
}

const Address = ({ name, address }: { name: string; address: string }) => (
  <div class="field">
    <span class="name">{name}</span>
    <code translate={false}>{address}</code>
    <CopyButton text={address} label={phrase`Copy: ${name}`} copied="Address copied" />
  </div>
)

type LinesProps = {
  path: string
  /** The field of the answer and of the body: a list of texts. */
  field: string
  label: string
  hint: string
  mayChange: boolean
}

function Lines({ path, field, label, hint, mayChange }: LinesProps) {
  const { reading, readAgain } = useRead<Record<string, string[]>>(path)
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {(answer) => {
        const known = (answer[field] ?? []).join('\n')
        const toBody = (text: string) => ({
          [field]: text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        })
        return (
          <Setting
            key={known}
            path={path}
            known={known}
            label={label}
            toBody={toBody}
            mayChange={mayChange}
          >
            {(value, setValue) => (
              <TextArea label={label} hint={hint} value={value} onValue={setValue} />
            )}
          </Setting>
        )
      }}
    </ReadGate>
  )
}

function WithdrawalDays({ mayChange }: { mayChange: boolean }) {
  const path = '/withdrawal-period'
  const { reading, readAgain } = useRead<WithdrawalPeriod>(path)
  const label = 'Days of withdrawal'
  const toBody = (text: string) => ({
    withdrawalDays: /^\d{1,4}$/.test(text.trim()) ? Number(text) : text,
  })
  return (
    <ReadGate reading={reading} readAgain={readAgain}>
      {({ withdrawalDays }) => (
        <Setting
          key={withdrawalDays}
          path={path}
          known={String(withdrawalDays)}
          label={label}
          toBody={toBody}
          mayChange={mayChange}
        >
          {(value, setValue) => (
            <TextField
              label={label}
              hint="In which a customer may withdraw, as the law of the EU says. 0: not offered."
              inputMode="numeric"
              value={value}
              onValue={setValue}
            />
          )}
        </Setting>
      )}
    </ReadGate>
  )
}

type SettingProps = {
  path: string
  known: string
  label: string
  toBody: (text: string) => object
  children: (value: string, setValue: (value: string) => void) => preact.ComponentChildren
}

/** A form for those who may change it; for others what is set. */
function Setting({ mayChange, ...setting }: SettingProps & { mayChange: boolean }) {
  if (mayChange) return <SettingForm {...setting} />
  const set = setting.known.split('\n').join(', ')
  return (
    <div class="card">
      <Facts facts={[[setting.label, set || 'Not set yet']]} />
    </div>
  )
}

function SettingForm({ path, known, label, toBody, children }: SettingProps) {
  const [value, setValue] = useState(known)
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const save = async () => {
    if (await send({ method: 'PUT', path, body: toBody(value) })) announce('Saved')
  }
  return (
    <div class="card">
      <Form label={label} onSubmit={() => void save()}>
        {children(value, setValue)}
        <CommandNote state={state} />
        <footer class="buttons">
          <button type="submit" class="quiet" aria-disabled={state.step === 'sending'}>
            Save
          </button>
        </footer>
      </Form>
    </div>
  )
}
