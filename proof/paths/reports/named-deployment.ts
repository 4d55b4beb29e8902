/** The options of `npm run test:paths` about a deployment, each checked by itself; nothing is asked there yet. */
import { existsSync } from 'node:fs'
import { readCredentials, readDeployment } from '../service/deployment.ts'
import { isLoopback, toUrlHost } from '../service/hosts.ts'

export const deploymentOptions = {
  'base-url': { type: 'string' },
  credentials: { type: 'string' },
  operator: { type: 'string' },
  'rpc-url': { type: 'string' },
  'receiver-host': { type: 'string' },
} as const

type Values = { [Name in keyof typeof deploymentOptions]?: string }

/** `mandate` writes this file when it starts on its own chain, and the paths then log in with it. */
const credentialsOfLocal = '.data/dev.json'

/** Returns the variables that tests read; throws an error of one line that says what is wrong with the options. */
export function nameDeployment(values: Values): Record<string, string | undefined> {
  const baseUrl = checkUrl(values['base-url'])
  if (baseUrl === undefined) {
    requireNone(values)
    return {}
  }
  const credentials = requireFile(values.credentials ?? credentialsOfLocal, '--credentials')
  const rpcUrl = checkUrl(values['rpc-url'])
  const receiverHost = checkHost(values['receiver-host'])
  if (!isLoopback(new URL(baseUrl).hostname)) {
    requireRpcUrl(rpcUrl, credentials, baseUrl)
    requireReceiverHost(receiverHost, baseUrl)
  }
  const named = {
    PATHS_BASE_URL: baseUrl,
    PATHS_CREDENTIALS: credentials,
    PATHS_OPERATOR: values.operator && requireFile(values.operator, '--operator'),
    PATHS_RPC_URL: rpcUrl,
    PATHS_RECEIVER_HOST: receiverHost,
  }
  readDeployment(named)
  return named
}

/** A service that is started for the paths has credentials, an operator and a chain of its own. */
function requireNone(values: Values): void {
  const [name] = Object.keys(values).filter((one) => one in deploymentOptions)
  if (name !== undefined)
    throw new Error(`--${name} is about a service that runs: it goes with --base-url.`)
}

function requireFile(file: string, option: string): string {
  if (existsSync(file)) return file
  throw new Error(`There is no file ${file}: name one by ${option}.`)
}

/** Without the slash at its end, behind which paths of the API would begin with two. */
function checkUrl(url: string | undefined): string | undefined {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`'${url}' is not an address such as https://pay.example.`)
  return url?.replace(/\/+$/, '')
}

function checkHost(host: string | undefined): string | undefined {
  if (host !== undefined && URL.parse(`http://${toUrlHost(host)}`)?.host !== toUrlHost(host))
    throw new Error(`'${host}' is not a name or an address of a machine, such as 192.168.1.7.`)
  return host
}

function requireRpcUrl(rpcUrl: string | undefined, credentials: string, baseUrl: string): void {
  const [chain] = readCredentials(credentials).chains
  if (rpcUrl === undefined && isLoopback(new URL(chain!.rpcUrl).hostname))
    throw new Error(
      `By ${credentials} the chain answers at ${chain!.rpcUrl}, on the same machine as the service, and ${baseUrl} is another one: say by --rpc-url where this machine reaches the chain.`,
    )
}

function requireReceiverHost(host: string | undefined, baseUrl: string): void {
  if (host === undefined)
    throw new Error(
      `Webhooks come to this machine: say by --receiver-host under which name or address ${baseUrl} reaches it.`,
    )
}
