/** One customer: whether access is granted, by which subscriptions, and what happened. */
import type { Answers, CustomerSummary } from '../../../api/dashboard.generated.ts'
import { toPlainLine } from '../../../input/item-name.ts'
import { Facts } from '../../parts/facts.tsx'
import { Empty } from '../../parts/list.tsx'
import { PayerLinks } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { PayerCard } from '../payers/card.tsx'
import { LifeIfAny } from '../entity/life-if-any.tsx'
import { Why } from '../entity/why.tsx'
import { SubscriptionList } from '../subscriptions/subscriptions.tsx'
import { Access } from './customers.tsx'
import { phrase } from '../../phrase.ts'

export default function Customer({ params: { id: customerId = '' } }: AddressProps) {
  const named = new URLSearchParams({ customerId, limit: '1' })
  const { reading, readAgain } = useRead<Answers['listCustomers']>(`/customers?${named}`, {
    kinds: ['customer', 'subscription'],
  })
  const name = { entity: 'customers', kind: 'customer', id: customerId }
  // Anybody may have written the address.
  return (
    <Screen title={phrase`Customer ${toPlainLine(customerId) ?? '–'}`}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ customers: [customer] }) =>
          customer ? (
            <>
              <Why name={name} />
              <CustomerFacts customer={customer} />
              <PayerCard path={`/customers/${encodeURIComponent(customerId)}/card`} />
              <Section title="Subscriptions">
                <SubscriptionList customerId={customerId} />
              </Section>
              <LifeIfAny name={name} />
            </>
          ) : (
            <Empty
              title="No customer has this name"
              hint="A customer is there once it has a subscription."
            />
          )
        }
      </ReadGate>
    </Screen>
  )
}

function CustomerFacts({ customer }: { customer: CustomerSummary }) {
  const { hasAccess, accessUntil, payers, firstSeenAt } = customer
  return (
    <div class="card">
      <Facts
        facts={[
          ['Access', <Access key="access" hasAccess={hasAccess} />],
          accessUntil !== null && ['Until', <When key="until" at={accessUntil} />],
          ['First seen', <When key="seen" at={firstSeenAt} />],
          ['Wallets', <PayerLinks key="payers" payers={payers} />],
        ]}
      />
    </div>
  )
}
