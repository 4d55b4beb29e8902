import type { NamedSubscription } from '../../../api/dashboard.generated.ts'
import { Digits } from '../../../parts/digits.tsx'
import { type Filter, namesOf } from '../../parts/filters.tsx'
import { CustomerLink, Link, NameInList } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { reference } from '../../parts/metadata.tsx'
import { saySum, shortened, Sum } from '../../parts/money.tsx'
import {
  amounts,
  created,
  nextCharge,
  reason,
  tags,
  within,
  words,
} from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { ActOnMany } from '../many/act-on-many.tsx'
import { Standing } from './standing.tsx'
import { isOverdue } from './subscription-view.ts'

const statuses = [
  'Draft',
  'Pending',
  'Active',
  'Suspended',
  'Paused',
  'Cancelled',
  'Finished',
  'Error',
] as const

const filters: readonly Filter[] = [
  { name: 'statusIn', label: 'Status', kind: 'choice', options: statuses },
  { name: 'customerId', label: 'Customer', kind: 'text' },
  { name: 'planId', label: 'Plan', kind: 'text' },
  { name: 'payer', label: 'Payer', kind: 'text', placeholder: '0x…' },
  words,
  within,
]

/** Links from figures ask for these. */
const linked = [
  'atRisk',
  'payingAt',
  'endedBy',
  'endedFrom',
  'endedTo',
  'firstChargedFrom',
  'firstChargedTo',
]

const more: readonly Filter[] = [...created, ...nextCharge, ...amounts, reason, tags]

const standing: readonly Column<NamedSubscription>[] = [
  reference,
  {
    title: 'Status',
    onPhone: 'status',
    cell: (subscription) => <Standing {...subscription} />,
  },
  {
    title: 'Amount',
    isNumber: true,
    onPhone: 'amount',
    // What the list's sum, and MRR, are made of, stands below what is charged.
    cell: ({ amount, monthly }) => (
      <>
        <Sum>{amount}</Sum>
        <p class="hint unbroken" title={monthly}>
          <Digits>{saySum(shortened(monthly)).split(' ', 1)[0]!}</Digits> a month
        </p>
      </>
    ),
  },
  {
    title: 'Next charge',
    onPhone: 'date',
    cell: (subscription) => <NextCharge {...subscription} />,
  },
  { title: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
]

const columns: readonly Column<NamedSubscription>[] = [
  {
    title: 'Customer',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ contractAddress, customerId }) => (
      <CustomerLink customerId={customerId} to={`/subscriptions/${contractAddress}`} />
    ),
  },
  { title: 'Plan', cell: ({ planName }) => <NameInList name={planName} /> },
  ...standing,
]

/** On the customer's own page, where every row has the same one. */
const columnsOfCustomer: readonly Column<NamedSubscription>[] = [
  {
    title: 'Plan',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ contractAddress, planName }) => (
      <Link to={`/subscriptions/${contractAddress}`}>{planName}</Link>
    ),
  },
  ...standing,
]

export default function Subscriptions() {
  return (
    <Screen
      title="Subscriptions"
      hint="Each is a contract of its own on the chain, which takes the amount of one period at a time."
      actions={
        <ActOnMany list="subscriptions" known={[...namesOf([...filters, ...more]), ...linked]} />
      }
    >
      <SubscriptionList filters={filters} path="/subscriptions" />
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

type Props = { path: string; filters?: readonly Filter[]; customerId?: string }

/** All subscriptions by filters, or those of one customer. */
export function SubscriptionList({ path, filters: given = [], customerId }: Props) {
  return (
    <List
      caption="Subscriptions"
      path={path}
      field="subscriptions"
      kinds={['subscription']}
      filters={given}
      {...(customerId !== undefined && { fixed: { customerId } })}
      {...(path === '/subscriptions' && { links: linked })}
      more={given.length > 0 ? more : []}
      columns={customerId === undefined ? columns : columnsOfCustomer}
      keyOf={({ contractAddress }) => contractAddress}
      empty={{
        title: 'No subscription yet',
        hint: 'Payers subscribe by your widget; your server makes their links with POST /integration/subscriptions/create-customer-token.',
      }}
    />
  )
}
