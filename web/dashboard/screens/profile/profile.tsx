/** Sets what payers see of the merchant, beside how it looks to them. */
import type { Profile } from '../../../api/dashboard.generated.ts'
import { useEffect, useState } from 'preact/hooks'
import { useRight } from '../../context.ts'
import { CommandForm } from '../../parts/command-form.tsx'
import { fieldError, TextField } from '../../parts/forms.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import type { CommandState } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { Logo } from './logo.tsx'
import { Preview } from './preview.tsx'

export default function WhatPayersSee() {
  const { reading, readAgain } = useRead<Profile>('/profile')
  return (
    <Screen
      title="What payers see"
      hint="On the checkout, the widget, the manage page and receipts, and wherever somebody has to ask you. Each network has its own."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(profile) => <Edited known={profile} />}
      </ReadGate>
    </Screen>
  )
}

function Edited({ known }: { known: Profile }) {
  const mayChange = useRight('integrate')
  const [texts, setTexts] = useState(() => textsOf(known))
  // What is being typed stays where the logo alone has changed.
  useEffect(() => setTexts(textsOf(known)), [known.name, known.site, known.support])
  const { name, site, support } = texts
  const typed = { name: name.trim(), site: site.trim() || null, support: support.trim() || null }
  return (
    <>
      {mayChange && (
        <div class="cards">
          <div class="card">
            <CommandForm
              label="What payers see"
              submit="Save"
              done="Saved"
              command={{ method: 'PUT', path: '/profile', body: typed }}
            >
              {(state) => <Fields state={state} texts={texts} onTexts={setTexts} />}
            </CommandForm>
          </div>
          <Logo logo={known.logo} />
        </div>
      )}
      <Section
        title="How it looks"
        hint={mayChange ? 'With what stands in the fields, before it is saved.' : undefined}
      >
        <Preview profile={mayChange ? { ...typed, logo: known.logo } : known} />
      </Section>
    </>
  )
}

type Texts = { name: string; site: string; support: string }

const textsOf = ({ name, site, support }: Profile): Texts => ({
  name,
  site: site ?? '',
  support: support ?? '',
})

const fields = [
  { name: 'name', label: 'Name', hint: 'As your customers know you.' },
  { name: 'site', label: 'Site', hint: 'Such as https://shop.example. Empty: no link.' },
  {
    name: 'support',
    label: 'Whom payers ask',
    hint: 'A mail address, or a page such as https://shop.example/help. A mail comes with the number of the payment in its subject.',
  },
] as const

type FieldsProps = { state: CommandState; texts: Texts; onTexts: (texts: Texts) => void }

const Fields = ({ state, texts, onTexts }: FieldsProps) => (
  <>
    {fields.map(({ name, label, hint }) => (
      <TextField
        key={name}
        label={label}
        hint={hint}
        error={fieldError(state, name)}
        value={texts[name]}
        onValue={(value) => onTexts({ ...texts, [name]: value })}
      />
    ))}
  </>
)
