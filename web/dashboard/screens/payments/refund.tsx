/** Records a refund that the merchant has made by hand. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/list-words.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'
import type { Money, PaymentView } from './payment-view.ts'

export function RefundButton({ payment }: { payment: PaymentView }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {say('recordRefund')}
      </button>
      {isOpen && (
        <Dialog title={say('recordRefund')} onClose={() => setOpen(false)}>
          <RefundForm payment={payment} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

/** Proposes what most give back: another token, what was too much, or else all that came. */
function proposalOf({ exception, otherTokens, excessAmount, paidAmount }: PaymentView): Money {
  const [other] = otherTokens.filter(({ asset }) => asset !== null)
  if (exception === 'WrongToken' && other)
    return { value: other.amount, currency: other.asset ?? '' }
  return excessAmount.value === '0' ? paidAmount : excessAmount
}

const fields = [
  { name: 'value', label: say('refundAmount'), hint: '' },
  { name: 'currency', label: say('refundAsset'), hint: '' },
  { name: 'transactionHash', label: say('refundHash'), hint: say('optional') },
  { name: 'note', label: say('refundNote'), hint: say('optional') },
] as const
type Written = Record<(typeof fields)[number]['name'], string>

function RefundForm({ payment, onDone }: { payment: PaymentView; onDone: () => void }) {
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
    announce(say('recordRefund'))
    onDone()
  }
  return (
    <Form label={say('recordRefund')} onSubmit={() => void submit()}>
      <p>{say('refundHint')}</p>
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          value={written[name]}
          onValue={(value) => setWritten({ ...written, [name]: value })}
          error={fieldError(state, name)}
        />
      ))}
      <CommandNote state={state} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {say('recordRefund')}
        </button>
      </footer>
    </Form>
  )
}

/** What was left empty is left out. */
function toRefund({ value, currency, transactionHash, note }: Written): object {
  return {
    amount: { value: value.trim(), currency: currency.trim() },
    ...(transactionHash.trim() && { transactionHash: transactionHash.trim() }),
    ...(note.trim() && { note: note.trim() }),
  }
}
