/** Asks for a payment, and shows the link that the payer pays by. */
import type { Answers, Asset, Payment } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, SelectField, TextField } from '../../parts/forms.tsx'
import { Link } from '../../parts/links.tsx'
import { Amount } from '../../parts/money.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { SharedLink } from '../share/shared-link.tsx'
import { When } from '../../parts/when.tsx'
import { type CommandState, useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { lifetimes } from '../share/lifetimes.ts'

type NewPaymentProps = { onMade: (payment: Payment) => void }

export function NewPaymentDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Payment | null>(null)
  const { reading, readAgain } = useRead<Answers['listAssets']>('/assets')
  if (made) return <PayersLink payment={made} onClose={onClose} />
  return (
    <Dialog title="New payment" onClose={onClose}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ assets }) => {
          const taken = assets.filter(({ active }) => active)
          return taken.length === 0 ? <NothingTaken /> : <Fields assets={taken} onMade={setMade} />
        }}
      </ReadGate>
    </Dialog>
  )
}

const NothingTaken = () => (
  <div class="dialog-body">
    <p>You take no asset yet, so there is nothing to be paid in.</p>
    <p>
      <Link to="/money#assets" class="quiet">
        Choose an asset
      </Link>
    </p>
  </div>
)

function Fields({ assets, onMade }: NewPaymentProps & { assets: Asset[] }) {
  const [terms, setTerms] = useState({
    amount: '',
    currency: assets[0]!.code,
    description: '',
    reference: '',
    lifetime: '86400',
  })
  const { state, send } = useCommand()
  const field = (name: keyof typeof terms) => ({
    value: terms[name],
    onValue: (value: string) => setTerms((before) => ({ ...before, [name]: value })),
  })
  const create = async () => {
    const body = toBody(terms)
    const payment = await send<Payment>({ method: 'POST', path: '/payments', body })
    if (payment) onMade(payment)
  }
  return (
    <Form label="New payment" takesFocus onSubmit={() => void create()}>
      <TextField
        label="Amount"
        hint="Such as 10 or 25.50."
        inputMode="decimal"
        error={fieldError(state, 'value')}
        {...field('amount')}
      />
      <SelectField
        label="Asset"
        options={assets.map(({ code, name, blockchain }) => ({
          value: code,
          label: `${code}: ${name}, ${blockchain}`,
        }))}
        {...field('currency')}
      />
      <WhatFor state={state} field={field} />
      <SelectField label="Can be paid for" options={lifetimes} {...field('lifetime')} />
      <CommandNote state={state} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Make the link
        </button>
      </footer>
    </Form>
  )
}

type WhatForProps = {
  state: CommandState
  field: (name: 'description' | 'reference') => {
    value: string
    onValue: (value: string) => void
  }
}

const WhatFor = ({ state, field }: WhatForProps) => (
  <>
    <TextField
      label="Description"
      hint="The payer sees it. May be left empty."
      error={fieldError(state, 'description')}
      {...field('description')}
    />
    <TextField
      label="Reference"
      hint="For yourself, such as the number of an order. May be left empty."
      error={fieldError(state, 'reference')}
      {...field('reference')}
    />
  </>
)

type Terms = Record<'amount' | 'currency' | 'description' | 'reference' | 'lifetime', string>

const toBody = ({ amount, currency, description, reference, lifetime }: Terms) => ({
  amount: { value: amount.trim(), currency },
  expiresInSeconds: Number(lifetime),
  ...(description.trim() && { description: description.trim() }),
  ...(reference.trim() && { reference: reference.trim() }),
})

/** Right after it was made, and again on its page while it can be paid. */
export const PayersLink = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => (
  <Dialog title="The link for the payer" onClose={onClose}>
    <SharedLink
      url={payment.checkoutUrl}
      what={<Amount value={payment.amount.value} asset={payment.amount.currency} />}
    />
    <p class="hint">
      Can be paid until <When at={payment.expiresAt} />.
    </p>
    <footer class="buttons">
      <Link to={`/payments/${payment.id}`} class="quiet">
        See the payment
      </Link>
    </footer>
  </Dialog>
)
