import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { CustomerSummary } from '../../../api/dashboard.generated.ts'
import { Link } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { counted } from '../../phrase.ts'

const subscriptionsOf = (name: string, value: string) =>
  `/subscriptions?${new URLSearchParams({ [name]: value })}`

const cells: Cells<CustomerSummary> = {
  hasAccess: ({ hasAccess }) => <Access hasAccess={hasAccess} />,
  subscriptionCount: ({ customerId, subscriptionCount }) => (
    <Link to={subscriptionsOf('customerId', customerId)}>
      {counted(subscriptionCount, '{count} subscription', '{count} subscriptions')}
    </Link>
  ),
}

export default function Customers() {
  return (
    <Screen
      title="Customers"
      hint="Those who have a subscription, under the names that your server gave them."
    >
      <DescribedList
        name="customers"
        cells={cells}
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
