/** The data itself, to read, to copy, and to ask for with curl. */
import type { TurnShown } from '../../../api/dashboard.generated.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import type { EntityName } from './entity-view.ts'

/** The merchant's own server reads these here; the others are of the dashboard alone. */
const integrationPaths: Record<string, string> = {
  payment: 'payments',
  plan: 'subscription-plans',
  subscription: 'subscriptions',
  charge: 'charges',
  customer: 'customers',
}

export function RawData({ name, turn }: { name: EntityName; turn: TurnShown }) {
  const json = JSON.stringify(turn.resource, null, 2)
  const curl = curlOf(name, turn)
  return (
    <details>
      <summary>Raw data</summary>
      <div class="raw">
        <pre tabIndex={0} aria-label="Raw data">
          {json}
        </pre>
        <p class="buttons">
          <CopyButton
            text={json}
            label="Copy the data"
            caption="Copy the data"
            copied="The data is copied."
          />
          {curl && (
            <CopyButton
              text={curl}
              label="Copy as curl"
              caption="Copy as curl"
              copied="The command is copied."
            />
          )}
        </p>
        {curl && <p class="hint">Set API_KEY, API_SECRET and BASE_URL before you run it.</p>}
      </div>
    </details>
  )
}

function curlOf({ kind, id }: EntityName, { resource }: TurnShown): string | null {
  const path = integrationPaths[kind]
  const customerId = resource?.['customerId']
  // A merchant's server knows customers by its own names.
  const named = kind === 'customer' && typeof customerId === 'string' ? customerId : id
  if (path === undefined) return null
  return `curl -su "$API_KEY:$API_SECRET" "$BASE_URL/integration/${path}/${encodeURIComponent(named)}"`
}
