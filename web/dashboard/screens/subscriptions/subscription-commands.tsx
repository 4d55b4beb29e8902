/** What a merchant's people can do to a subscription, each with the money that it stops, forgives or lets go on. */
import type { NamedSubscription } from '../../../api/dashboard.generated.ts'
import type { ComponentChildren } from 'preact'
import { Ends } from '../../../parts/address-text.tsx'
import { Sum } from '../../parts/money.tsx'
import { type Offers, OfferedCommands } from '../../parts/offered-commands.tsx'
import { Stake } from '../../parts/stake/stake.tsx'
import { When } from '../../parts/when.tsx'
import { isOverdue, nameOf } from './subscription-view.ts'

type Props = { subscription: NamedSubscription }

export const SubscriptionCommands = ({ subscription }: Props) => (
  <OfferedCommands
    list="subscriptions"
    id={subscription.contractAddress}
    actions={subscription.actions}
    offers={offersOf(subscription)}
  />
)

const offersOf = (subscription: NamedSubscription): Offers<'subscriptions'> => ({
  pause: {
    right: 'serve',
    label: subscription.resumesAt === null ? 'Pause the subscription' : 'Pause it without an end',
    consequence: (
      <SubscriptionStake
        subscription={subscription}
        moves={
          <>
            <Sum>{subscription.amount}</Sum> a period are not taken while it is paused.
          </>
        }
      >
        <WhoResumes {...subscription} />
      </SubscriptionStake>
    ),
  },
  unpause: {
    right: 'serve',
    label: 'Resume the subscription',
    consequence: (
      <SubscriptionStake
        subscription={subscription}
        moves={
          <>
            <Sum>{subscription.amount}</Sum> a period are taken again.
          </>
        }
      >
        Charges go on with the next period.
      </SubscriptionStake>
    ),
  },
  cancel: {
    right: 'serve',
    label: 'Cancel the subscription',
    consequence: (
      <SubscriptionStake
        subscription={subscription}
        moves={
          <>
            <Sum>{subscription.amount}</Sum> a period are not taken any more.
          </>
        }
      >
        It ends on the chain, for good. <Forgiven {...subscription} /> Your gas wallet pays for the
        transaction.
      </SubscriptionStake>
    ),
    mood: 'danger',
  },
  // That the payer agreed is found on the chain.
  activate: null,
})

const WhoResumes = ({ pausableUntil }: NamedSubscription) => (
  <>
    The payer or you can resume it
    {pausableUntil !== null && (
      <>
        {' '}
        until <When at={pausableUntil} />; after that only the payer’s wallet can
      </>
    )}
    .
  </>
)

/** What is due already is not asked for again. */
const Forgiven = (subscription: NamedSubscription) =>
  isOverdue(subscription) ? (
    <>
      The <Sum>{subscription.amount}</Sum> that are due since{' '}
      <When at={subscription.willChargeAt} /> are forgiven.
    </>
  ) : (
    <>The customer keeps what is paid for.</>
  )

export const SubscriptionStake = ({
  subscription,
  moves,
  children,
}: Props & { moves: ComponentChildren; children: ComponentChildren }) => (
  <Stake
    of={['Subscription', nameOf(subscription)]}
    payer={<Ends text={subscription.payer} />}
    moves={moves}
  >
    {children}
  </Stake>
)
