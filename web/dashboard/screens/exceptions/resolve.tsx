/** Offers what a merchant's people can do about an exception: what the payment accepts, and nothing else. */
import { say } from '../many/command-words.ts'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import type { PaymentView } from '../payments/payment-view.ts'
import { RefundButton } from '../payments/refund.tsx'

const hints = { accept: 'acceptHint', sweep: 'sweepHint' } as const

export function Resolve({ payment }: { payment: PaymentView }) {
  const maySettle = useRight('settle')
  if (!maySettle) return <>–</>
  const { id, actions } = payment
  return (
    <div class="buttons">
      {(['accept', 'sweep'] as const)
        .filter((name) => actions.includes(name))
        .map((name) => (
          <CommandButton
            key={name}
            label={say(name)}
            consequence={<p>{say(hints[name])}</p>}
            command={{ method: 'POST', path: `/payments/${id}/${name}` }}
          />
        ))}
      {actions.includes('recordRefund') && <RefundButton payment={payment} />}
    </div>
  )
}
