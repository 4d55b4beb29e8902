/** Lets a merchant in: a name and an address become a link for its owner. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { CommandForm } from '../../parts/command-form.tsx'
import { fieldError, TextField } from '../../parts/forms.tsx'

export function NewMerchant({ onMade }: { onMade: (made: Answers['registerMerchant']) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const body = { name, email: email.trim() }
  return (
    <CommandForm
      label="Let a merchant in"
      told={['name', 'email']}
      submit="Make the merchant"
      command={{ method: 'POST', path: '/operator/merchants', body, isOwn: true }}
      onDone={(answer) => onMade(answer as Answers['registerMerchant'])}
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
