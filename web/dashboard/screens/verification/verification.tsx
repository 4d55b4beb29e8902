/** Shows who the merchant is in the world, and what the operator thinks of it. */
import type { Answers, BusinessDetails } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from '../money/settings-words.ts'
import { useDashboard, useRight } from '../../context.ts'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { Goal } from '../../goal.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { phrase } from '../../phrase.ts'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'

const names = ['legalName', 'registrationNumber', 'country', 'website', 'contactEmail'] as const

export default function Verification() {
  const { identity } = useDashboard()
  const mayVerify = useRight('verify')
  const { reading, readAgain } = useRead<Answers['readVerification']>('/verification', {
    kinds: ['verification'],
  })
  return (
    <Screen
      title="Verification"
      hint="Who you are in the world. Whoever runs this service looks at it before you take real money."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ status, details, reason, actions }) => (
          <>
            <div class="card">
              <Facts
                facts={[
                  ['Status', <Status key="status" name={status} />],
                  reason !== null && ['Why', reason],
                  ...names.map((name): Fact | null => details && [say(name), details[name]]),
                ]}
              />
              {mayVerify && actions.includes('submit') && (
                <Goal name="details">
                  <DetailsForm details={details} />
                </Goal>
              )}
            </div>
            {identity.merchant && status !== 'NotSubmitted' && (
              <Life
                name={{ entity: 'verifications', kind: 'verification', id: identity.merchant.id }}
              />
            )}
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

function DetailsForm({ details }: { details: BusinessDetails | null }) {
  const [values, setValues] = useState<BusinessDetails>(
    details ?? {
      legalName: '',
      registrationNumber: '',
      country: '',
      website: '',
      contactEmail: '',
    },
  )
  const { state, send } = useCommand()
  const submit = () => send({ method: 'POST', path: '/verification', body: values })
  return (
    <Form label="Verification" onSubmit={() => void submit()} state={state}>
      {names.map((name) => (
        <TextField
          key={name}
          label={say(name)}
          hint={name === 'country' ? 'Two letters, such as DE.' : undefined}
          error={fieldError(state, name)}
          missing={phrase`${say(name)} is missing.`}
          value={values[name]}
          onValue={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <CommandNote state={state} told={names} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Submit
        </button>
      </footer>
    </Form>
  )
}
