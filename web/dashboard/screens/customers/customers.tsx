import type { CustomerSummary } from '../../../api/dashboard.generated.ts'
import type { Filter } from '../../parts/filters.tsx'
import { CustomerLink, Link, PayerLinks } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { counted } from '../../phrase.ts'

const filters: readonly Filter[] = [{ name: 'customerId', label: 'Customer', kind: 'text' }]

const subscriptionsOf = (name: string, value: string) =>
  `/subscriptions?${new URLSearchParams({ [name]: value })}`

const columns: readonly Column<CustomerSummary>[] = [
  {
    title: 'Customer',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ customerId }) => <CustomerLink customerId={customerId} />,
  },
  {
    title: 'Access',
    onPhone: 'status',
    cell: ({ hasAccess }) => <Access hasAccess={hasAccess} />,
  },
  { title: 'Until', onPhone: 'date', cell: ({ accessUntil }) => <When at={accessUntil} /> },
  {
    title: 'Subscriptions',
    onPhone: 'amount',
    cell: ({ customerId, subscriptionCount }) => (
      <Link to={subscriptionsOf('customerId', customerId)}>
        {counted(subscriptionCount, '{count} subscription', '{count} subscriptions')}
      </Link>
    ),
  },
  {
    title: 'Wallets',
    cell: ({ payers }) => <PayerLinks payers={payers} />,
  },
  { title: 'First seen', cell: ({ firstSeenAt }) => <When at={firstSeenAt} /> },
]

export default function Customers() {
  return (
    <Screen
      title="Customers"
      hint="Those who have a subscription, under the names that your server gave them."
    >
      <List
        caption="Customers"
        path="/customers"
        field="customers"
        kinds={['customer', 'subscription']}
        filters={filters}
        columns={columns}
        keyOf={({ customerId }) => customerId}
        empty={{
          title: 'No customer yet',
          hint: 'A customer is there once it has a subscription.',
        }}
      />
    </Screen>
  )
}

export const Access = ({ hasAccess }: { hasAccess: boolean }) => (
  <span class="status" data-mood={hasAccess ? 'good' : 'over'}>
    {hasAccess ? 'Has access' : 'No access'}
  </span>
)
