/** The data itself, to read, to copy, and to ask for with curl. */
import { say } from '../../../messages/dashboard/entity-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import type { EntityName, ShownTurn } from './entity-view.ts'

/** Where the merchant's own server reads it; the others are of the dashboard alone. */
const integrationPaths: Record<string, string> = {
  payment: 'payments',
  plan: 'subscription-plans',
  subscription: 'subscriptions',
  charge: 'charges',
  customer: 'customers',
}

export function RawData({ name, turn }: { name: EntityName; turn: ShownTurn }) {
  const json = JSON.stringify(turn.resource, null, 2)
  const curl = curlOf(name, turn)
  return (
    <details>
      <summary>{say('raw')}</summary>
      <div class="raw">
        <pre tabIndex={0} aria-label={say('raw')}>
          {json}
        </pre>
        <p class="buttons">
          <CopyButton
            text={json}
            label={say('copyJson')}
            caption={say('copyJson')}
            copied={say('copiedJson')}
          />
          {curl && (
            <CopyButton
              text={curl}
              label={say('copyCurl')}
              caption={say('copyCurl')}
              copied={say('copiedCurl')}
            />
          )}
        </p>
        {curl && <p class="hint">{say('curlHint')}</p>}
      </div>
    </details>
  )
}

function curlOf({ kind, id }: EntityName, { resource }: ShownTurn): string | null {
  const path = integrationPaths[kind]
  const customerId = resource?.['customerId']
  // A merchant's server knows customers by its own names.
  const named = kind === 'customer' && typeof customerId === 'string' ? customerId : id
  if (path === undefined) return null
  return `curl -su "$API_KEY:$API_SECRET" "$BASE_URL/integration/${path}/${encodeURIComponent(named)}"`
}
