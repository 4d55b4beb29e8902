/** Finds a command's service and API key: in options, the environment, or a service on this machine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiKey } from '../credentials.ts'

export type Environment = Record<string, string | undefined>
type ServiceOptions = {
  url?: string | undefined
  key?: string | undefined
  secret?: string | undefined
}
type DevJson = { baseUrl: string; merchant: ApiKey }

const besideLocal = 'or run it beside a local service, whose .data/dev.json says both'

/** Finds the service with a key of it; throws an error that says what is missing. */
export function readService(
  given: ServiceOptions,
  environment: Environment,
): ApiKey & { baseUrl: string } {
  const baseUrl = given.url ?? environment['MANDATE_URL'] ?? readDevJson(environment)?.baseUrl
  if (!baseUrl)
    throw new Error(
      `which service, under which key? Give --url and --key with MANDATE_API_SECRET, ${besideLocal}`,
    )
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error(`--url is '${baseUrl}'; give an address such as https://pay.example.com`)
  return { baseUrl: baseUrl.replace(/\/+$/, ''), ...readKey(given, environment) }
}

/** Finds an API key with its secret; throws an error that says what is missing. */
export function readKey(given: ServiceOptions, environment: Environment): ApiKey {
  const local = readDevJson(environment)?.merchant
  const apiKey = given.key ?? environment['MANDATE_API_KEY'] ?? local?.apiKey
  if (!apiKey) throw new Error(`which API key? Give --key with MANDATE_API_SECRET, ${besideLocal}`)
  const localSecret = apiKey === local?.apiKey ? local.apiSecret : undefined
  const apiSecret = given.secret ?? environment['MANDATE_API_SECRET'] ?? localSecret
  if (!apiSecret)
    throw new Error(`the secret of the key '${apiKey}' is missing: set MANDATE_API_SECRET`)
  return { apiKey, apiSecret }
}

/** Reads what a local service writes for scripts; nothing where there is none. */
function readDevJson(environment: Environment): DevJson | null {
  try {
    const path = join(environment['DATA_DIR'] ?? '.data', 'dev.json')
    return JSON.parse(readFileSync(path, 'utf8')) as DevJson
  } catch {
    return null
  }
}
