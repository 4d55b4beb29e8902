import { say } from '../../../messages/dashboard/business-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { CustomerLink, Link, PayerLinks } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import type { CustomerView } from './customer-view.ts'

const filters: readonly Filter[] = [{ name: 'customerId', label: say('customer'), kind: 'text' }]

const subscriptionsOf = (name: string, value: string) =>
  `/subscriptions?${new URLSearchParams({ [name]: value })}`

const columns: readonly Column<CustomerView>[] = [
  {
    title: say('customer'),
    cell: ({ customerId }) => <CustomerLink customerId={customerId} />,
  },
  {
    title: say('access'),
    cell: ({ hasAccess }) => <Access hasAccess={hasAccess} />,
  },
  { title: say('accessUntil'), cell: ({ accessUntil }) => <When at={accessUntil} /> },
  {
    title: say('subscriptions'),
    cell: ({ customerId, subscriptionCount }) => (
      <Link to={subscriptionsOf('customerId', customerId)}>
        {say('subscriptionCount', { count: subscriptionCount })}
      </Link>
    ),
  },
  {
    title: say('payers'),
    cell: ({ payers }) => <PayerLinks payers={payers} />,
  },
  { title: say('firstSeen'), cell: ({ firstSeenAt }) => <When at={firstSeenAt} /> },
]

export default function Customers() {
  return (
    <Screen title={say('customers')} hint={say('customersHint')}>
      <List
        caption={say('customers')}
        path="/customers"
        field="customers"
        kinds={['customer', 'subscription']}
        filters={filters}
        columns={columns}
        keyOf={({ customerId }) => customerId}
        empty={{ title: say('noCustomers'), hint: say('noCustomersHint') }}
      />
    </Screen>
  )
}

export const Access = ({ hasAccess }: { hasAccess: boolean }) => (
  <span class="status" data-mood={hasAccess ? 'good' : 'over'}>
    {say(hasAccess ? 'hasAccess' : 'hasNoAccess')}
  </span>
)
