/** Records a refund that the merchant has made by hand. */
import type { Money, Payment } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useSpeech } from '../../../parts/speech.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { Amount } from '../../parts/money.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'
import { WithOthers } from './other-amount.tsx'
import { PaymentStake } from './payment-stake.tsx'

export function RefundButton({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Record a refund
      </button>
      {isOpen && (
        <Dialog title="Record a refund" onClose={() => setOpen(false)}>
          <RefundForm payment={payment} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

/** Proposes what most give back: another token, what was too much, or else all that came. */
function proposalOf({ exception, otherTokens, excessAmount, paidAmount }: Payment): Money {
  const [other] = otherTokens.filter(({ asset }) => asset !== null)
  if (exception === 'WrongToken' && other)
    return { value: other.amount, currency: other.asset ?? '' }
  return excessAmount.value === '0' ? paidAmount : excessAmount
}

const fields = [
  { name: 'value', label: 'Amount that you sent back', hint: '' },
  { name: 'currency', label: 'Asset', hint: '' },
  { name: 'transactionHash', label: 'Hash of the transaction', hint: 'May be left empty.' },
  { name: 'note', label: 'Note', hint: 'May be left empty.' },
] as const
type Written = Record<(typeof fields)[number]['name'], string>

function RefundForm({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const [written, setWritten] = useState<Written>({
    ...proposalOf(payment),
    transactionHash: '',
    note: '',
  })
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const submit = async () => {
    const path = `/payments/${payment.id}/refunds`
    if ((await send({ method: 'POST', path, body: toRefund(written) })) === null) return
    announce('Record a refund')
    onDone()
  }
  return (
    <Form label="Record a refund" onSubmit={() => void submit()} state={state}>
      <PaymentStake payment={payment} moves={<CameAndWent {...payment} />}>
        You send money back yourself, from your own wallet; this writes it down, so that the sums
        are right. It cannot be taken back.
      </PaymentStake>
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          value={written[name]}
          onValue={(value) => setWritten({ ...written, [name]: value })}
          error={fieldError(state, name)}
          {...(name === 'value' && { missing: 'Say how much you sent back.' })}
        />
      ))}
      <CommandNote state={state} told={fields.map(({ name }) => name)} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Record a refund
        </button>
      </footer>
    </Form>
  )
}

const Shown = ({ value, currency }: Money) => <Amount value={value} asset={currency} />

const CameAndWent = ({ amount, paidAmount, refundedAmount, otherTokens }: Payment) => (
  <>
    <WithOthers {...paidAmount} others={otherTokens} /> came for <Shown {...amount} />
    {refundedAmount.value !== '0' && (
      <>
        , and <Shown {...refundedAmount} /> are given back already
      </>
    )}
    .
  </>
)

/** An empty field is left out. */
function toRefund({ value, currency, transactionHash, note }: Written): object {
  return {
    amount: { value: value.trim(), currency: currency.trim() },
    ...(transactionHash.trim() && { transactionHash: transactionHash.trim() }),
    ...(note.trim() && { note: note.trim() }),
  }
}
