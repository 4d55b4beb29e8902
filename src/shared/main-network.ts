/**
 * The requirements of the main network. A service that serves a chain of it does not start without
 * them, unless the operator takes the risk with ALLOW_UNSAFE_MAINNET.
 *
 * Each requirement is one entry of the list: what must hold, and the sentence where it does not.
 */
import type { ChainSettings } from './chains.ts'
import { riskOfDepth } from './chains/finality.ts'
import { isLoopbackAddress, readNatsAddress } from './environment/nats-address.ts'
import type { Settings } from './settings.ts'

export type Start = { settings: Settings; chains: readonly ChainSettings[] }
/** A requirement: returns what is missing and why it is needed, one sentence for each gap. */
type Requirement = (start: Start) => string[]

const requirements: Requirement[] = [
  ({ settings }) =>
    missing(
      settings.databaseUrl === null,
      'DATABASE_URL: the database in DATA_DIR is on one disk, backed up by nobody',
    ),
  ({ settings }) =>
    missing(
      settings.nats.urls === null,
      'NATS_URL: the bus in DATA_DIR serves this one process and its disk',
    ),
  ({ settings }) =>
    missing(
      isNatsOpen(settings),
      'credentials in NATS_URL, or NATS_CREDS_FILE, NATS_NKEY_FILE or NATS_CERT_FILE: whoever reaches that bus would read along',
    ),
  ({ settings }) =>
    missing(
      settings.masterKey === undefined,
      'MASTER_KEY: a key file in DATA_DIR is lost with the disk, and with it every gas wallet',
    ),
  ({ settings }) =>
    missing(
      !settings.addresses.base?.startsWith('https://'),
      'BASE_URL with https: payers and sessions would travel in the clear',
    ),
  ({ chains }) => chains.flatMap((chain) => riskOfDepth(chain) ?? []),
]

/**
 * Checks whether the service may start with these settings and chains.
 *
 * @returns what is missing and allowed by ALLOW_UNSAFE_MAINNET, to be logged
 * @throws an error that names everything that is missing at once
 */
export function requireMainNetworkSettings(start: Start): string[] {
  if (!start.chains.some(({ network }) => network === 'MainNet')) return []
  const gaps = requirements.flatMap((requirement) => requirement(start))
  if (gaps.length === 0 || start.settings.allowUnsafeMainNet) return gaps
  throw new Error(
    [
      'the chains file has a chain of the MainNet, and this is missing:',
      ...gaps.map((gap) => `  ${gap}`),
      'Set what is missing, or take the risk with ALLOW_UNSAFE_MAINNET=true.',
    ].join('\n'),
  )
}

/** Whether some role connects to a NATS elsewhere without a password or key. */
function isNatsOpen({ nats: { urls, files } }: Settings): boolean {
  if (!urls || files.credentials || files.nkey || files.certificate) return false
  return Object.values(urls)
    .map(readNatsAddress)
    .some((address) => address.user === null && !address.token && !isLoopbackAddress(address))
}

const missing = (isMissing: boolean, gap: string): string[] => (isMissing ? [gap] : [])
