import { say } from '../../../messages/dashboard/business-words.ts'
import { Screen } from '../../parts/screen.tsx'
import { SubscriptionList } from './subscriptions.tsx'

export default function AtRisk() {
  return (
    <Screen title={say('atRisk')} hint={say('atRiskHint')}>
      <SubscriptionList path="/at-risk" />
    </Screen>
  )
}
