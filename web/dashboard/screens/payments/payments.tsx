import { Screen } from '../../parts/screen.tsx'
import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Payment } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useRight } from '../../context.ts'
import { Link } from '../../parts/links.tsx'
import { Status } from '../../parts/status.tsx'
import { NewPaymentDialog } from './new-payment.tsx'
import { nameOf } from './payment-view.ts'

export default function Payments() {
  const [isOpen, setOpen] = useState(false)
  const button = useRight('sell') && (
    <button type="button" class="strong" onClick={() => setOpen(true)}>
      New payment
    </button>
  )
  return (
    <Screen
      title="Payments"
      hint="Each asks for one amount at an address of its own."
      actions={button}
    >
      <DescribedList<Payment>
        name="payments"
        cells={{
          id: (payment) => <Link to={`/payments/${payment.id}`}>{nameOf(payment)}</Link>,
          status: ({ status, exception }) => <Status name={exception ?? status} />,
        }}
        empty={{
          title: 'No payment yet',
          hint: 'Ask for one here and pass its link on, or have your server create it with POST /integration/payments.',
        }}
      />
      {isOpen && <NewPaymentDialog onClose={() => setOpen(false)} />}
    </Screen>
  )
}
