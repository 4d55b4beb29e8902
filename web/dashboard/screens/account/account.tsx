/** How somebody logs in, and where they are logged in. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { useDashboard } from '../../context.ts'
import { Facts } from '../../parts/facts.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export default function Account() {
  const { identity } = useDashboard()
  return (
    <Screen title={say('account')} hint={say('accountHint')}>
      <div class="card">
        <Facts
          facts={[
            [say('yourMail'), identity.email],
            [say('yourRole'), identity.role],
          ]}
        />
      </div>
      <SecondFactor />
      <Password />
      <Sessions />
    </Screen>
  )
}
