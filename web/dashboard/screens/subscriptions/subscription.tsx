import { AddressText } from '../../../parts/address-text.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { CustomerLink, HashLink, Link } from '../../parts/links.tsx'
import { Metadata } from '../../parts/metadata.tsx'
import { Sum } from '../../parts/money.tsx'
import { type Offer, OfferedCommands } from '../../parts/offered-commands.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { ChargeList } from '../charges/charges.tsx'
import { Life } from '../entity/life.tsx'
import { Why } from '../entity/why.tsx'
import { isOverdue, type SubscriptionView } from './subscription-view.ts'

export default function Subscription({ params: { id = '' } }: ScreenProps) {
  const { reading, readAgain } = useRead<SubscriptionView>(
    `/subscriptions/${encodeURIComponent(id)}`,
    { kinds: ['subscription'] },
  )
  return (
    <ReadGate title="Subscription" reading={reading} readAgain={readAgain}>
      {(subscription) => (
        <Screen
          title="Subscription"
          actions={
            <OfferedCommands
              path={`/subscriptions/${subscription.contractAddress}`}
              actions={subscription.actions}
              offers={offersOf(subscription)}
            />
          }
        >
          <Why
            name={{
              entity: 'subscriptions',
              kind: 'subscription',
              id: subscription.contractAddress,
            }}
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

const offersOf = ({ pausableUntil, resumesAt }: SubscriptionView): readonly Offer[] => [
  {
    name: 'pause',
    right: 'serve',
    label: resumesAt === null ? 'Pause the subscription' : 'Pause it without an end',
    consequence: (
      <>
        Nothing is taken while it is paused. The payer or you can resume it
        {pausableUntil !== null && (
          <>
            {' '}
            until <When at={pausableUntil} />; after that only the payer’s wallet can
          </>
        )}
        .
      </>
    ),
  },
  {
    name: 'unpause',
    right: 'serve',
    label: 'Resume the subscription',
    consequence: 'Charges go on with the next period.',
  },
  {
    name: 'cancel',
    right: 'serve',
    label: 'Cancel the subscription',
    consequence:
      'It ends on the chain, for good: nothing is taken any more. The customer keeps what is paid for. Your gas wallet pays for the transaction.',
    mood: 'danger',
  },
]

function SubscriptionFacts({ subscription }: { subscription: SubscriptionView }) {
  return (
    <div class="card">
      <Facts facts={[...factsOf(subscription), ...momentsOf(subscription)]} />
    </div>
  )
}

function factsOf(subscription: SubscriptionView): (Fact | false)[] {
  const { status, phase, reason, customerId, planId, metadata } = subscription
  return [
    ['Status', <Status key="status" name={status} />],
    phase !== '' && ['Phase', spaced(phase)],
    reason !== null && ['Reason', spaced(reason)],
    ['Customer', <CustomerLink key="customer" customerId={customerId} />],
    ['Plan', <PlanLink key="plan" id={planId} />],
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

/** By its name, once that is known. */
function PlanLink({ id }: { id: string }) {
  const { reading } = useRead<{ name: string }>(`/plans/${id}`, { kinds: ['plan'] })
  return <Link to={`/plans/${id}`}>{reading.step === 'read' ? reading.value.name : id}</Link>
}

const linkTo = (name: string, contract: string | null): Fact | false =>
  contract !== null && [
    name,
    <HashLink key={name} to={`/subscriptions/${contract}`} text={contract} />,
  ]

/** Whether somebody has to end the pause, which after `pausableUntil` only the payer’s wallet can. */
const isToBeResumed = ({ status, resumesAt }: SubscriptionView): boolean =>
  resumesAt === null && (status === 'PendingPause' || status === 'Paused')

/** Shows the moments that are known. */
const momentsOf = (subscription: SubscriptionView): (Fact | false)[] =>
  (
    [
      ['Starts', subscription.startFrom],
      ['Paid until', subscription.nextChargeAt],
      [isOverdue(subscription) ? 'Due since' : 'Next charge', subscription.willChargeAt],
      ['Can be saved until', subscription.lapsesAt],
      ['Resumes', subscription.resumesAt],
      ['Resume by', isToBeResumed(subscription) ? subscription.pausableUntil : null],
      ['Ends', subscription.endsAt],
      ['Created', subscription.createdAt],
    ] as const
  ).map(([name, at]): Fact | false => at !== null && [name, <When key={name} at={at} />])
