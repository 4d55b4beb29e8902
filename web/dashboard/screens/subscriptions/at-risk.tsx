import { Link } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { SubscriptionList } from './subscriptions.tsx'

export default function AtRisk() {
  return (
    <Screen
      title="Subscriptions whose next charge will fail"
      hint={
        <>
          Unless somebody acts: the payer allows too little, or a charge is overdue. The most urgent
          comes first.{' '}
          <Link to="/forecast/charges?reason=InsufficientBalance&days=7">
            Wallets that hold too little for a charge of the next days
          </Link>
        </>
      }
    >
      <SubscriptionList path="/at-risk" />
    </Screen>
  )
}
