/** The state of a subscription, and why it is in it. */
import type { NamedSubscription } from '../../../api/dashboard.generated.ts'
import { Link } from '../../parts/links.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { isOverdue } from './subscription-view.ts'

/** One that is on while a charge of it is late is not as good as one that is paid. */
export function SubscriptionStatus(subscription: NamedSubscription) {
  const { status } = subscription
  if (status !== 'Active' || !isOverdue(subscription)) return <Status name={status} />
  return (
    <span class="status" data-mood="wait">
      Active, overdue
    </span>
  )
}

/** Where somebody has to act, the reason leads to the explanation. */
export function Standing(subscription: NamedSubscription) {
  const { contractAddress, reason, atRisk } = subscription
  const why = reason ?? (atRisk ? 'InsufficientAllowance' : null)
  return (
    <>
      <SubscriptionStatus {...subscription} />
      {why !== null && (
        <p class="hint">
          {atRisk ? (
            <Link to={`/subscriptions/${contractAddress}`} class="danger-link">
              {spaced(why)}
            </Link>
          ) : (
            spaced(why)
          )}
        </p>
      )}
    </>
  )
}
