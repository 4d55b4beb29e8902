import type { NamedSubscription } from '../../../api/dashboard.generated.ts'
import { AddressText } from '../../../parts/address-text.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { CustomerLink, HashLink, Link } from '../../parts/links.tsx'
import { Metadata } from '../../parts/metadata.tsx'
import { Sum } from '../../parts/money.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { ChargeList } from '../charges/charges.tsx'
import { Life } from '../entity/life.tsx'
import { Why } from '../entity/why.tsx'
import { SubscriptionStatus } from './standing.tsx'
import { SubscriptionCommands } from './subscription-commands.tsx'
import { isOverdue, nameOf } from './subscription-view.ts'

export default function Subscription({ params: { id = '' } }: AddressProps) {
  const { reading, readAgain } = useRead<NamedSubscription>(
    `/subscriptions/${encodeURIComponent(id)}`,
    { kinds: ['subscription'] },
  )
  return (
    <ReadGate title="Subscription" reading={reading} readAgain={readAgain}>
      {(subscription) => (
        <Screen
          title={nameOf(subscription)}
          actions={<SubscriptionCommands subscription={subscription} />}
        >
          <Why
            name={{
              entity: 'subscriptions',
              kind: 'subscription',
              id: subscription.contractAddress,
            }}
            contractAddress={subscription.contractAddress}
          />
          <SubscriptionFacts subscription={subscription} />
          <Section title="Charges">
            <ChargeList contractAddress={subscription.contractAddress} />
          </Section>
          <Life
            name={{
              entity: 'subscriptions',
              kind: 'subscription',
              id: subscription.contractAddress,
            }}
          />
        </Screen>
      )}
    </ReadGate>
  )
}

function SubscriptionFacts({ subscription }: { subscription: NamedSubscription }) {
  return (
    <div class="card">
      <Facts facts={[...factsOf(subscription), ...momentsOf(subscription)]} />
    </div>
  )
}

function factsOf(subscription: NamedSubscription): (Fact | false)[] {
  const { phase, reason, customerId, planId, planName, metadata } = subscription
  return [
    ['Status', <SubscriptionStatus key="status" {...subscription} />],
    phase !== '' && ['Phase', spaced(phase)],
    reason !== null && ['Reason', spaced(reason)],
    ['Customer', <CustomerLink key="customer" customerId={customerId} />],
    [
      'Plan',
      <Link key="plan" to={`/plans/${planId}`}>
        {planName}
      </Link>,
    ],
    ['Amount', <Sum key="amount">{subscription.amount}</Sum>],
    ['Allowance', <Sum key="allowance">{subscription.allowance}</Sum>],
    ['Contract', <AddressText key="contract" address={subscription.contractAddress} />],
    [
      'Payer',
      <Link key="payer" to={`/payers/${subscription.payer}`}>
        <AddressText address={subscription.payer} />
      </Link>,
    ],
    metadata !== null && ['Metadata', <Metadata key="metadata" value={metadata} />],
    linkTo('Replaces', subscription.replaces),
    linkTo('Replaced by', subscription.replacedBy),
  ]
}

const linkTo = (name: string, contract: string | null): Fact | false =>
  contract !== null && [
    name,
    <HashLink key={name} to={`/subscriptions/${contract}`} text={contract} />,
  ]

/** Whether somebody has to end the pause, which after `pausableUntil` only the payer’s wallet can. */
const isToBeResumed = ({ status, resumesAt }: NamedSubscription): boolean =>
  resumesAt === null && (status === 'PendingPause' || status === 'Paused')

/** Nothing was paid for before the first charge. */
const isPaid = ({ status }: NamedSubscription): boolean =>
  status !== 'Draft' && status !== 'Pending'

/** Shows the moments that are known. */
const momentsOf = (subscription: NamedSubscription): (Fact | false)[] =>
  (
    [
      ['Starts', subscription.startFrom],
      ['Agreed', subscription.agreedAt],
      ['Paid until', isPaid(subscription) ? subscription.nextChargeAt : null],
      [isOverdue(subscription) ? 'Due since' : 'Next charge', subscription.willChargeAt],
      ['Can be saved until', subscription.lapsesAt],
      ['Resumes', subscription.resumesAt],
      ['Resume by', isToBeResumed(subscription) ? subscription.pausableUntil : null],
      ['Ends', subscription.endsAt],
      ['Created', subscription.createdAt],
    ] as const
  ).map(([name, at]): Fact | false => at !== null && [name, <When key={name} at={at} />])
