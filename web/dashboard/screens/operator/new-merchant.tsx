/** Lets a merchant in: a name and an address become a link for its owner. */
import { useState } from 'preact/hooks'
import { CommandForm } from '../../parts/command-form.tsx'
import { fieldError, TextField } from '../../parts/forms.tsx'
import type { Link } from '../team/link-dialog.tsx'

/** `cell` where there are several. */
export type MadeMerchant = { name: string; cell?: string; invitation: Link }

export function NewMerchant({ onMade }: { onMade: (made: MadeMerchant) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const body = { name, email: email.trim() }
  return (
    <CommandForm
      label="Let a merchant in"
      told={['name', 'email']}
      submit="Make the merchant"
      command={{ method: 'POST', path: '/operator/merchants', body, isOwn: true }}
      onDone={(answer) => onMade(answer as MadeMerchant)}
    >
      {(state) => (
        <>
          <TextField
            label="Name"
            hint="Payers see it."
            error={fieldError(state, 'name')}
            missing="Give it a name."
            value={name}
            onValue={setName}
          />
          <TextField
            label="E-mail of the owner"
            type="email"
            error={fieldError(state, 'email')}
            missing="Write an e-mail address."
            value={email}
            onValue={setEmail}
          />
        </>
      )}
    </CommandForm>
  )
}
