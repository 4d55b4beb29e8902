/** Where webhooks go, and how that does. */
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/settings-words.ts'
import { say as sayShell } from '../../../messages/dashboard/shell-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useSpeech } from '../../../parts/speech.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { Link } from '../../parts/links.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { ResendUndelivered } from '../deliveries/resend-undelivered.tsx'

type UnderKey = {
  apiKey: string
  status: string
  lastFailure: { error: string; at: string } | null
  waiting: number
  nextProbeAt: string | null
}
type EndpointView = { url: string | null; status: string; waiting: number; keys: UnderKey[] }

export function Endpoint({ mayChange }: { mayChange: boolean }) {
  const { reading, readAgain } = useRead<EndpointView>('/webhook-endpoint', {
    kinds: ['delivery', 'destination'],
  })
  return (
    <Section title={say('endpoint')} hint={say('endpointHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(endpoint) => (
          <div class="card">
            {endpoint.url !== null && <Health endpoint={endpoint} />}
            {mayChange ? <UrlForm url={endpoint.url} /> : <p>{endpoint.url ?? say('notSet')}</p>}
            {endpoint.url !== null && <HowToCheck url={endpoint.url} keys={endpoint.keys} />}
            {mayChange && endpoint.url !== null && <Commands />}
          </div>
        )}
      </ReadGate>
    </Section>
  )
}

function Health({ endpoint: { status, waiting, keys } }: { endpoint: EndpointView }) {
  const failed = keys.find(({ lastFailure }) => lastFailure !== null)
  return (
    <>
      <Facts
        facts={[
          [say('status'), <Status key="status" name={status} />],
          [say('waiting'), waiting],
          failed?.lastFailure
            ? [
                say('lastFailure'),
                <>
                  {failed.lastFailure.error}, <When at={failed.lastFailure.at} />
                </>,
              ]
            : null,
          failed?.nextProbeAt
            ? [say('nextProbe'), <When key="probe" at={failed.nextProbeAt} />]
            : null,
        ]}
      />
      <p>
        <Link to="/deliveries">{say('deliveries')}</Link>
      </p>
    </>
  )
}

function UrlForm({ url }: { url: string | null }) {
  const [typed, setTyped] = useState(url ?? '')
  useEffect(() => setTyped(url ?? ''), [url])
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const save = async () => {
    const body = { url: typed.trim() }
    if (await send({ method: 'PUT', path: '/webhook-endpoint', body })) announce(say('saved'))
  }
  return (
    <Form label={say('endpoint')} onSubmit={() => void save()}>
      <TextField
        label={say('url')}
        hint={say('urlHint')}
        error={fieldError(state, 'url')}
        type="url"
        value={typed}
        onValue={setTyped}
      />
      <CommandNote state={state} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {say('save')}
        </button>
      </footer>
    </Form>
  )
}

/** The check runs where the server's people are, not here: it reaches what this service may not. */
function HowToCheck({ url, keys: [key] }: { url: string; keys: UnderKey[] }) {
  const command = ['npx mandate check-webhook', quoted(url), ...(key ? ['--key', key.apiKey] : [])]
  const line = command.join(' ')
  return (
    <div class="field">
      <span class="name">{say('checkIt')}</span>
      <p class="hint">{say('checkItHint')}</p>
      <code>{line}</code>
      <CopyButton text={line} label={say('copyCheck')} copied={sayShell('copied')} />
    </div>
  )
}

/** Writes a text for a shell, which reads nothing into it. */
const quoted = (text: string): string =>
  /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const Commands = () => (
  <div class="screen-actions">
    <CommandButton
      label={say('sendTest')}
      consequence={<p>{say('sendTestHint')}</p>}
      command={{ method: 'POST', path: '/webhook-endpoint/test' }}
    />
    <ResendUndelivered />
    <CommandButton
      label={say('removeEndpoint')}
      mood="danger"
      consequence={<p>{say('removeEndpointHint')}</p>}
      command={{ method: 'PUT', path: '/webhook-endpoint', body: { url: null } }}
    />
  </div>
)
