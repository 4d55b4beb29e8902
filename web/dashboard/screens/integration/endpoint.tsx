/** Shows where webhooks go, and how that does. */
import type { EndpointUnderKey, WebhookEndpoint } from '../../../api/dashboard.generated.ts'
import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { CommandButton } from '../../parts/command-button.tsx'
import { CommandForm } from '../../parts/command-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { fieldError, TextField } from '../../parts/forms.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { ResendUndelivered } from '../deliveries/resend-undelivered.tsx'

export function Endpoint({ mayChange }: { mayChange: boolean }) {
  const { reading, readAgain } = useRead<WebhookEndpoint>('/webhook-endpoint', {
    kinds: ['delivery', 'destination'],
  })
  return (
    <Section
      title="Webhook endpoint"
      hint={
        <>
          Where your server hears of what happens. Each webhook is signed by each of your keys:{' '}
          <a href="/docs/guides/webhooks">what a receiver must do</a>,{' '}
          <a href="/docs/guides/verify-webhooks">the signature in five languages</a>.
        </>
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(endpoint) => (
          <div class="card">
            {endpoint.url !== null && <Health endpoint={endpoint} />}
            {mayChange ? <UrlForm url={endpoint.url} /> : <p>{endpoint.url ?? 'Not set yet'}</p>}
            {endpoint.url !== null && <HowToCheck url={endpoint.url} keys={endpoint.keys} />}
            {mayChange && endpoint.url !== null && <Commands />}
          </div>
        )}
      </ReadGate>
    </Section>
  )
}

function Health({ endpoint: { status, waiting, keys } }: { endpoint: WebhookEndpoint }) {
  const failed = keys.find(({ lastFailure }) => lastFailure !== null)
  return (
    <>
      <Facts
        facts={[
          ['Status', <Status key="status" name={status} />],
          ['Waiting', waiting],
          failed?.lastFailure
            ? [
                'Last failure',
                <>
                  {failed.lastFailure.error}, <When at={failed.lastFailure.at} />
                </>,
              ]
            : null,
          failed?.nextProbeAt ? ['Next probe', <When key="probe" at={failed.nextProbeAt} />] : null,
        ]}
      />
      <p>
        <Link to="/deliveries">See the deliveries</Link>
      </p>
    </>
  )
}

function UrlForm({ url }: { url: string | null }) {
  const [typed, setTyped] = useState(url ?? '')
  useEffect(() => setTyped(url ?? ''), [url])
  return (
    <CommandForm
      label="Webhook endpoint"
      submit="Save"
      command={{ method: 'PUT', path: '/webhook-endpoint', body: { url: typed.trim() } }}
      done="Saved"
      told={['url']}
    >
      {(state) => (
        <TextField
          label="Address"
          hint="Such as https://shop.example/webhooks"
          error={fieldError(state, 'url')}
          missing="Write the address of your server."
          type="url"
          value={typed}
          onValue={setTyped}
        />
      )}
    </CommandForm>
  )
}

/** The check runs where the server's people are, not here: it reaches what this service may not. */
function HowToCheck({ url, keys: [key] }: { url: string; keys: EndpointUnderKey[] }) {
  const command = ['npx mandate check-webhook', quoted(url), ...(key ? ['--key', key.apiKey] : [])]
  const line = command.join(' ')
  return (
    <div class="field">
      <span class="name">Check it</span>
      <p class="hint">
        From your own machine this says which{' '}
        <a href="/docs/guides/webhooks#try-your-endpoint">rules for receivers</a> your endpoint
        keeps; set MANDATE_API_SECRET to the secret of the key before.
      </p>
      <code translate={false}>{line}</code>
      <CopyButton text={line} label="Copy the command" copied="Copied" />
    </div>
  )
}

/** Writes a text for a shell, which reads nothing into it. */
const quoted = (text: string): string =>
  /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const Commands = () => (
  <div class="screen-actions">
    <CommandButton
      label="Send a test event"
      consequence={
        <p>A WebhookTest goes to your endpoint at once; you find it among the deliveries.</p>
      }
      command={{ method: 'POST', path: '/webhook-endpoint/test' }}
    />
    <ResendUndelivered />
    <CommandButton
      label="Remove the endpoint"
      mood="danger"
      consequence={
        <p>Nothing is sent any more. What waits is given up, and stays in the event log.</p>
      }
      command={{ method: 'PUT', path: '/webhook-endpoint', body: { url: null } }}
    />
  </div>
)
