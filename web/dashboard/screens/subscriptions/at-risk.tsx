import { say } from '../../../messages/dashboard/business-words.ts'
import { Link } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { SubscriptionList } from './subscriptions.tsx'

export default function AtRisk() {
  return (
    <Screen
      title={say('atRisk')}
      hint={
        <>
          {say('atRiskHint')}{' '}
          <Link to="/forecast/charges?reason=InsufficientBalance&days=7">
            {say('shortWallets')}
          </Link>
        </>
      }
    >
      <SubscriptionList path="/at-risk" />
    </Screen>
  )
}
