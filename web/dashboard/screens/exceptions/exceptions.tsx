import { Status } from '../../parts/status.tsx'
import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { Payment } from '../../../api/dashboard.generated.ts'
import { say } from '../many/command-words.ts'
import { useRight } from '../../context.ts'
import { Link } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { WithOthers } from '../payments/other-amount.tsx'
import { PaymentCommands } from '../payments/payment-commands.tsx'
import { nameOf } from '../payments/payment-view.ts'
import { Strays } from './strays.tsx'

const cells: Cells<Payment> = {
  exception: ({ exception }) => (
    <>
      <Status name={exception ?? ''} />
      <p class="hint">{say(exception!)}</p>
    </>
  ),
  id: (payment) => <Link to={`/payments/${payment.id}`}>{nameOf(payment)}</Link>,
  paidAmount: ({ paidAmount, otherTokens }) => <WithOthers {...paidAmount} others={otherTokens} />,
  actions: (payment) => <WhatToDo payment={payment} />,
}

function WhatToDo({ payment }: { payment: Payment }) {
  if (!useRight('settle')) return <>–</>
  return (
    <div class="buttons">
      <PaymentCommands payment={payment} isAmongOthers />
    </div>
  )
}

export default function Exceptions() {
  return (
    <Screen title="Exceptions" hint="Payments that wait for your decision, the oldest first.">
      <DescribedList
        name="exceptions"
        cells={cells}
        empty={{
          title: 'Nothing waits for you',
          hint: 'Payments that came short, late, twice or in another token appear here, with what you can do.',
        }}
      />
      <Strays />
    </Screen>
  )
}
