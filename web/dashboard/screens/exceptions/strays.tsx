/** Money that came to the right address on the wrong chain. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { Link } from '../../parts/links.tsx'
import { Amount } from '../../parts/money.tsx'
import { Section } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'

/** Nothing where there is none. */
export function Strays() {
  const { reading } = useRead<Answers['listExceptions']>('/exceptions?limit=100&withTotal=false', {
    kinds: ['payment'],
  })
  if (reading.step !== 'read' || reading.value.strays.length === 0) return null
  return (
    <Section
      title="Money on another chain"
      hint="It came to the right address on the wrong chain, and can only go on to your receiver."
    >
      <Table
        caption="Money on another chain"
        rows={reading.value.strays}
        keyOf={({ paymentId, blockchain, token }) => `${paymentId} ${blockchain} ${token}`}
        columns={[
          {
            title: 'Payment',
            cell: ({ paymentId }) => <Link to={`/payments/${paymentId}`}>{paymentId}</Link>,
          },
          {
            title: 'Amount',
            isNumber: true,
            cell: ({ amount, asset }) => <Amount value={amount} asset={asset} />,
          },
          { title: 'Chain', cell: ({ blockchain }) => blockchain },
          { title: 'Expected on', cell: ({ expectedBlockchain }) => expectedBlockchain },
          { title: 'Since', cell: ({ seenAt }) => <When at={seenAt} /> },
        ]}
      />
    </Section>
  )
}
