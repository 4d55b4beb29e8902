/** The command line of `mandate listen`, and where its credentials come from. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export type Asked = {
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

type Environment = Record<string, string | undefined>
type Given = ReturnType<typeof parse>

const parse = (given: string[]) => parseArgs({ args: given, options, allowPositionals: true })

/** Reads them; throws an error that says what to write instead. */
export function readArguments(given: string[], environment: Environment): Asked | 'help' {
  const { values, positionals } = parse(given)
  if (values.help || given.length === 0) return 'help'
  if (positionals.length !== 1 || positionals[0] !== 'listen')
    throw new Error(`'${positionals.join(' ')}' is no command; try: mandate listen`)
  const credentials = readCredentials(values, environment)
  return {
    ...credentials,
    forwardTo: readForwardTo(values['forward-to']),
    filter: values.filter?.split(',').filter((type) => type !== '') ?? [],
    after: values.after === undefined ? null : readPlace(values.after),
    stateFile: values.state ?? defaultStateFile(credentials, environment),
  }
}

function readCredentials(values: Given['values'], environment: Environment) {
  const local = readDevJson(environment)
  const baseUrl = values.url ?? environment['MANDATE_URL'] ?? local?.baseUrl
  const apiKey = values.key ?? environment['MANDATE_API_KEY'] ?? local?.merchant.apiKey
  const isLocalKey = apiKey === local?.merchant.apiKey
  const apiSecret =
    environment['MANDATE_API_SECRET'] ?? (isLocalKey ? local?.merchant.apiSecret : undefined)
  if (!baseUrl || !apiKey)
    throw new Error(
      'which service, under which key? Give --url and --key with MANDATE_API_SECRET, or run it beside a local service, whose .data/dev.json says both',
    )
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error(`--url is '${baseUrl}'; give an address such as https://pay.example.com`)
  if (!apiSecret)
    throw new Error(`the secret of the key '${apiKey}' is missing: set MANDATE_API_SECRET`)
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, apiSecret }
}

type DevJson = { baseUrl: string; merchant: { apiKey: string; apiSecret: string } }

/** Reads what a local service writes for scripts; nothing where there is none. */
function readDevJson(environment: Environment): DevJson | null {
  try {
    const path = join(environment['DATA_DIR'] ?? '.data', 'dev.json')
    return JSON.parse(readFileSync(path, 'utf8')) as DevJson
  } catch {
    return null
  }
}

function readForwardTo(text: string | undefined): string | null {
  if (text === undefined) return null
  const isPort = /^\d+$/.test(text)
  const isBare = /^[\w.-]+:\d+(\/|$)/.test(text)
  const address = isPort ? `http://127.0.0.1:${text}/` : isBare ? `http://${text}` : text
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new Error(
    `--forward-to is '${text}'; give an http or https address such as http://127.0.0.1:4000/webhooks`,
  )
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
