/** Gets a plan its subscribers without a server: a link for one customer, or a page for everybody. */
import type { CustomerLink, Plan, PublicPage } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, SelectField, TextField } from '../../parts/forms.tsx'
import { GoodUntil } from '../../parts/when.tsx'
import { lifetimes } from '../share/lifetimes.ts'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { SharedLink } from '../share/shared-link.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { NotReady } from './not-ready.tsx'

type Props = { plan: Plan; onClose: () => void }

export function ShareDialog({ plan, onClose }: Props) {
  return (
    <Dialog title="Share the plan" onClose={onClose}>
      <NotReady plan={plan} />
      <ForOne plan={plan} />
      <ForAll plan={plan} />
    </Dialog>
  )
}

function ForOne({ plan }: { plan: Plan }) {
  const [customerId, setCustomerId] = useState('')
  const [lifetime, setLifetime] = useState('86400')
  const [made, setMade] = useState<CustomerLink | null>(null)
  const { state, send } = useCommand()
  const make = async () => {
    setMade(null)
    const body = { customerId, planId: plan.id, expiresInSeconds: Number(lifetime) }
    setMade(await send<CustomerLink>({ method: 'POST', path: '/customer-links', body }))
  }
  return (
    <section class="dialog-body" aria-label="For one customer">
      <h3>For one customer</h3>
      <Form label="For one customer" onSubmit={() => void make()}>
        <TextField
          label="Customer"
          hint="Your own name for the customer, such as customer-42 or an e-mail address."
          error={fieldError(state, 'customerId')}
          autoComplete="off"
          value={customerId}
          onValue={setCustomerId}
        />
        <SelectField
          label="The link is good for"
          options={lifetimes}
          value={lifetime}
          onValue={setLifetime}
        />
        <CommandNote state={state} />
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Make the link
        </button>
      </Form>
      {made && (
        <>
          <SharedLink url={made.url} what="The link for this customer alone" />
          <p class="hint">
            This link is <GoodUntil at={made.expiresAt} /> Whoever has it is this customer, and can
            pause and cancel too.
          </p>
        </>
      )}
    </section>
  )
}

function ForAll({ plan }: { plan: Plan }) {
  const path = `/plans/${plan.id}/public-page`
  const { reading, readAgain } = useRead<PublicPage>(path)
  const { state, send } = useCommand()
  const mayChange = useRight('plans')
  const set = (isPublic: boolean) => send({ method: 'PUT', path, body: { isPublic } })
  return (
    <section class="dialog-body" aria-label="For everybody">
      <h3>For everybody</h3>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ isPublic, url }) => (
          <>
            <p class="hint">
              {isPublic
                ? 'Anybody with this address can subscribe. They say what they are called, and become a customer of that name with letters behind it: nobody sees what is another’s.'
                : 'The plan has no public page. With one, anybody who has its address can subscribe, and says only what they are called.'}
            </p>
            {isPublic && <SharedLink url={url} what="The public page" />}
            <CommandNote state={state} />
            {mayChange && (
              <button
                type="button"
                class={isPublic ? 'quiet danger' : 'quiet'}
                aria-disabled={state.step === 'sending'}
                onClick={() => void set(!isPublic)}
              >
                {isPublic ? 'Close the public page' : 'Open a public page'}
              </button>
            )}
          </>
        )}
      </ReadGate>
    </section>
  )
}
