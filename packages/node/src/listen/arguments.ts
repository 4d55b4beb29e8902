/** The command line of `mandate listen`. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readAddress } from '../command/address.ts'
import { type Environment, readService } from '../command/service.ts'

export type ListenArguments = {
  baseUrl: string
  apiKey: string
  apiSecret: string
  forwardTo: string | null
  /** The event types to show and forward; empty for all. */
  filter: string[]
  /** Null: where the last run ended, or the end of the log. */
  after: number | string | null
  stateFile: string
}

export const usage = `Shows what happens at a Mandate service, from its event log, which misses nothing.

  mandate listen [options]

  --forward-to URL   call this address for each event, as the service does: a signed webhook
  --filter TYPES     only these event types, separated by commas: PaymentStatusChanged,PlanStatusChanged
  --after PLACE      begin behind a log number (0 is the beginning) or an eventId, or at a moment
                     (2026-01-31T12:00:00Z). Without it: where the last run ended, or now
  --url URL          the service (MANDATE_URL)
  --key NAME         the name of an API key (MANDATE_API_KEY); its secret is MANDATE_API_SECRET
  --state FILE       where the place in the log is kept between runs
  --help             this text

Without --url and --key, a service that runs here is found by .data/dev.json (DATA_DIR).
Ctrl-C ends it; the next run goes on where it was.
`

const options = {
  'forward-to': { type: 'string' },
  filter: { type: 'string' },
  after: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads what stands behind the command; throws an error that says what to write instead. */
export function readArguments(given: string[], environment: Environment): ListenArguments | 'help' {
  const { values } = parseArgs({ args: given, options })
  if (values.help) return 'help'
  const service = readService(values, environment)
  const forwardTo = values['forward-to']
  return {
    ...service,
    forwardTo: forwardTo === undefined ? null : readAddress('--forward-to', forwardTo),
    filter: values.filter?.split(',').filter((type) => type !== '') ?? [],
    after: values.after === undefined ? null : readPlace(values.after),
    stateFile: values.state ?? defaultStateFile(service, environment),
  }
}

const readPlace = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

/** One place for each service and key: the log is the merchant's on one network. */
function defaultStateFile(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  environment: Environment,
): string {
  const folder = environment['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state')
  const name = `${new URL(baseUrl).host}-${apiKey}`.replaceAll(/[^\w.-]/g, '_')
  return join(folder, 'mandate', `${name}.json`)
}
