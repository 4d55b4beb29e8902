/** The command line of `mandate check-webhook`. */
import { parseArgs } from 'node:util'
import { readAddress } from '../command/address.ts'
import { type Environment, readKey, readService } from '../command/service.ts'
import type { ApiKey } from '../credentials.ts'
import type { Target } from './endpoint.ts'

export type CheckArguments = {
  target: Target
  /** The service whose events are sent, too; null where none is asked. */
  service: (ApiKey & { baseUrl: string }) | null
}

export const usage = `Checks whether a webhook endpoint keeps the rules of /docs/guides/webhooks at your service: sends it signed test events, repeated,
out of order, late, slowly, forged, altered and stale, and one event of every type.

  mandate check-webhook URL [options]

  --key NAME         the name of the API key that signs (MANDATE_API_KEY)
  --secret SECRET    its secret (better as MANDATE_API_SECRET: everybody on a machine reads its command lines)
  --echo URL         where your server says what it did with test events; without it, the report asks you
  --real-events      send your own events again, too: the newest of each type in the event log of the service.
                     Nothing is made there, so it serves on the main network as well
  --url URL          that service (MANDATE_URL)
  --help             this text

Beside a local service, key and secret are those of .data/dev.json (DATA_DIR).
Exit code: 0 where no rule is broken, 1 where one is, 2 where it could not be checked.
`

const options = {
  key: { type: 'string' },
  secret: { type: 'string' },
  echo: { type: 'string' },
  'real-events': { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads what stands behind the command; throws an error that says what to write instead. */
export function readArguments(given: string[], environment: Environment): CheckArguments | 'help' {
  const { values, positionals } = parseArgs({ args: given, options, allowPositionals: true })
  if (values.help) return 'help'
  const [url, ...others] = positionals
  if (url === undefined || others.length > 0)
    throw new Error(
      'which endpoint? Give one address: mandate check-webhook http://127.0.0.1:4000/',
    )
  return {
    target: {
      url: readAddress('the endpoint', url),
      echoUrl: values.echo === undefined ? null : readAddress('--echo', values.echo),
      key: readKey(values, environment),
    },
    service: values['real-events'] ? readService(values, environment) : null,
  }
}
