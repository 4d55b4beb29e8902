import { say } from '../../../messages/dashboard/business-words.ts'
import { AddressText } from '../../../parts/address-text.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { CustomerLink, HashLink, Link } from '../../parts/links.tsx'
import { Metadata } from '../../parts/metadata.tsx'
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
    <ReadGate title={say('subscription')} reading={reading} readAgain={readAgain}>
      {(subscription) => (
        <Screen
          title={say('subscription')}
          actions={
            <OfferedCommands
              path={`/subscriptions/${subscription.contractAddress}`}
              actions={subscription.actions}
              offers={offers}
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
          <Section title={say('chargesOf')}>
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

const offers: readonly Offer[] = [
  {
    name: 'pause',
    right: 'serve',
    label: say('pauseSubscription'),
    consequence: say('pauseSubscriptionHint'),
  },
  {
    name: 'unpause',
    right: 'serve',
    label: say('unpauseSubscription'),
    consequence: say('unpauseSubscriptionHint'),
  },
  {
    name: 'cancel',
    right: 'serve',
    label: say('cancelSubscription'),
    consequence: say('cancelSubscriptionHint'),
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
    [say('status'), <Status key="status" name={status} />],
    phase !== '' && [say('phase'), spaced(phase)],
    reason !== null && [say('reason'), spaced(reason)],
    [say('customer'), <CustomerLink key="customer" customerId={customerId} />],
    [say('plan'), <PlanLink key="plan" id={planId} />],
    [say('amount'), subscription.amount],
    [say('allowance'), subscription.allowance],
    [say('contract'), <AddressText key="contract" address={subscription.contractAddress} />],
    [
      say('payer'),
      <Link key="payer" to={`/payers/${subscription.payer}`}>
        <AddressText address={subscription.payer} />
      </Link>,
    ],
    metadata !== null && [say('metadata'), <Metadata key="metadata" value={metadata} />],
    linkTo(say('replaces'), subscription.replaces),
    linkTo(say('replacedBy'), subscription.replacedBy),
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

/** Those that are known. */
const momentsOf = (subscription: SubscriptionView): (Fact | false)[] =>
  (
    [
      [say('starts'), subscription.startFrom],
      [say('paidUntil'), subscription.nextChargeAt],
      [say(isOverdue(subscription) ? 'dueSince' : 'nextCharge'), subscription.willChargeAt],
      [say('lapses'), subscription.lapsesAt],
      [say('resumes'), subscription.resumesAt],
      [say('ends'), subscription.endsAt],
      [say('created'), subscription.createdAt],
    ] as const
  ).map(([name, at]): Fact | false => at !== null && [name, <When key={name} at={at} />])
