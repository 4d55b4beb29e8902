/** Money that came to the right address on the wrong chain. */
import { say } from '../../../messages/dashboard/list-words.ts'
import { Link } from '../../parts/links.tsx'
import { Section } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'

type Stray = {
  paymentId: string
  expectedBlockchain: string
  blockchain: string
  token: string
  asset: string
  amount: string
  seenAt: string
}

/** Nothing where there is none. */
export function Strays() {
  const { reading } = useRead<{ strays: Stray[] }>('/exceptions?limit=100&withTotal=false', {
    kinds: ['payment'],
  })
  if (reading.step !== 'read' || reading.value.strays.length === 0) return null
  return (
    <Section title={say('strays')} hint={say('straysHint')}>
      <Table
        caption={say('strays')}
        rows={reading.value.strays}
        keyOf={({ paymentId, blockchain, token }) => `${paymentId} ${blockchain} ${token}`}
        columns={[
          {
            title: say('payment'),
            cell: ({ paymentId }) => <Link to={`/payments/${paymentId}`}>{paymentId}</Link>,
          },
          {
            title: say('amount'),
            isNumber: true,
            cell: ({ amount, asset }) => `${amount} ${asset}`,
          },
          { title: say('chain'), cell: ({ blockchain }) => blockchain },
          { title: say('expectedChain'), cell: ({ expectedBlockchain }) => expectedBlockchain },
          { title: say('since'), cell: ({ seenAt }) => <When at={seenAt} /> },
        ]}
      />
    </Section>
  )
}
