/** Shows how somebody logs in, and where they are logged in. */
import { useDashboard } from '../../context.ts'
import { Facts } from '../../parts/facts.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export default function Account() {
  const { identity } = useDashboard()
  return (
    <Screen title="Security" hint="How you log in, and where you are logged in.">
      <div class="card">
        <Facts
          facts={[
            ['E-mail', identity.email],
            ['Role', identity.role],
          ]}
        />
      </div>
      <SecondFactor />
      <Password />
      <Sessions />
    </Screen>
  )
}
