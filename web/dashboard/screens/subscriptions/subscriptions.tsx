import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { ListColumn, NamedSubscription } from '../../../api/dashboard.generated.ts'
import { Digits } from '../../../parts/digits.tsx'
import { saySum, shortened, Sum } from '../../parts/money.tsx'
import { Screen } from '../../parts/screen.tsx'
import { When } from '../../parts/when.tsx'
import { ActOnMany } from '../many/act-on-many.tsx'
import { Standing } from './standing.tsx'
import { isOverdue } from './subscription-view.ts'

const cells: Cells<NamedSubscription> = {
  status: (subscription) => <Standing {...subscription} />,
  // What the list's sum, and MRR, are made of, stands below what is charged.
  amount: ({ amount, monthly }) => (
    <>
      <Sum>{amount}</Sum>
      <p class="hint unbroken" title={monthly}>
        <Digits>{saySum(shortened(monthly)).split(' ', 1)[0]!}</Digits>&nbsp;a&nbsp;month
      </p>
    </>
  ),
  willChargeAt: (subscription) => <NextCharge {...subscription} />,
}

/** On the customer's own page every row has the same one: there the plan leads to the subscription. */
function columnsOfCustomer(columns: readonly ListColumn[]): ListColumn[] {
  const customer = columns.find(({ name }) => name === 'customerId')!
  return columns
    .filter((column) => column !== customer)
    .map((column) => (column.name === 'planName' ? { ...customer, ...column, as: 'text' } : column))
}

export default function Subscriptions() {
  return (
    <Screen
      title="Subscriptions"
      hint="Each is a contract of its own on the chain, which takes the amount of one period at a time."
      actions={<ActOnMany list="subscriptions" />}
    >
      <SubscriptionList />
    </Screen>
  )
}

/** When it is charged next; of a charge that is due already, until when it can be made. */
function NextCharge(subscription: NamedSubscription) {
  const { willChargeAt, lapsesAt, endsAt, resumesAt } = subscription
  if (willChargeAt === null) return <WhatComesInstead endsAt={endsAt} resumesAt={resumesAt} />
  if (!isOverdue(subscription)) return <When at={willChargeAt} />
  return (
    <>
      Due since <When at={willChargeAt} />
      <p class="hint">
        Can be saved until <When at={lapsesAt} />
      </p>
    </>
  )
}

/** Says until when a subscription is not charged any more, or not for now, if that is known. */
function WhatComesInstead({ endsAt, resumesAt }: Pick<NamedSubscription, 'endsAt' | 'resumesAt'>) {
  const at = endsAt ?? resumesAt
  if (at === null) return <>–</>
  return (
    <span class="hint">
      {endsAt === null ? 'Resumes' : 'Ends'} <When at={at} />
    </span>
  )
}

type Props = { path?: string; customerId?: string }

/** All subscriptions by filters, those of another list, or those of one customer. */
export function SubscriptionList({ path, customerId }: Props) {
  return (
    <DescribedList
      name="subscriptions"
      cells={cells}
      {...(path !== undefined && { path })}
      {...(customerId !== undefined && { fixed: { customerId }, columnsOf: columnsOfCustomer })}
      empty={{
        title: 'No subscription yet',
        hint: 'Payers subscribe by your widget; your server makes their links with POST /integration/subscriptions/create-customer-token.',
      }}
    />
  )
}
