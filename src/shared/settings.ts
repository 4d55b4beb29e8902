/** The settings, read once from the environment. `.env.example` lists them with their meaning. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { readNamedFile } from './environment/named-file.ts'
import { explainWrongSettings } from './environment/wrong-settings.ts'
import {
  NatsEnvironment,
  type NatsSettings,
  natsSettingsOf,
  prefixOf,
  type Role,
  roles,
} from './nats-settings.ts'
import { DatabaseUrl } from './database/address.ts'
import { DatabaseSchema } from './database/schema.ts'
import { MailEnvironment, type MailSettings, mailSettingsOf } from './mail/mail-settings.ts'
import { TrustProxy, type TrustedProxies } from './trust-proxy.ts'

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
const flagForm = 'true or false'
const address = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional()
  .describe('an address that starts with https:// or http://, such as https://pay.example.com')
const port = z.coerce.number().int().min(0).max(65_535)
const portForm = 'a whole number from 0 to 65535; 0 is any that is free'
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Exports alone hold six at once. */
const connectionsMin = 10
const connectionsMax = 500

/** Longer, whoever started it would not know that it waits. */
const startWaitSecondsMax = 3_600
/** Each is a write to the database. */
const heartbeatSecondsMin = 0.05
const heartbeatSecondsMax = 60

const Environment = z.object({
  PORT: port.default(3000).describe(portForm),
  HOST: z.string().min(1).default('127.0.0.1'),
  PROBE_PORT: port.optional().describe(portForm),
  PROBE_HOST: z.string().min(1).optional(),
  HEARTBEAT_SECONDS: z.coerce
    .number()
    .min(heartbeatSecondsMin)
    .max(heartbeatSecondsMax)
    .default(2.5),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  LOG_LEVEL: z
    .enum(logLevels)
    .default('info')
    .describe(`one of ${logLevels.join(', ')}`),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_SCHEMA: DatabaseSchema.optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(connectionsMin)
    .max(connectionsMax)
    .default(20)
    .describe(`a whole number from ${connectionsMin} to ${connectionsMax}`),
  ...NatsEnvironment,
  START_WAIT_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(startWaitSecondsMax)
    .default(60)
    .describe(`a whole number of seconds from 0 to ${startWaitSecondsMax}`),
  CHAINS_FILE: z.string().min(1).optional(),
  CELLS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(DatabaseSchema).min(1))
    .optional()
    .describe('names of schemas, with commas between'),
  ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)).min(1))
    .default([...roles])
    .describe(`one or more of ${roles.join(', ')}, with commas between`),
  BASE_URL: address,
  CHECKOUT_URL: address,
  WIDGET_URL: address,
  MANAGE_URL: address,
  WALLETCONNECT_PROJECT_ID: z.string().min(1).optional(),
  WALLETCONNECT_RELAY_URL: z.url({ protocol: /^wss?$/ }).default('wss://relay.walletconnect.org'),
  TRUST_PROXY: TrustProxy,
  MASTER_KEY: z.string().min(1).optional(),
  MASTER_KEY_FILE: z.string().min(1).optional(),
  MASTER_KEY_OLD: z.string().min(1).optional(),
  ALLOW_UNSAFE_MAINNET: flag.default(false).describe(flagForm),
  DEMO_API_KEY: z.string().min(1).optional(),
  DEMO_API_SECRET: z.string().min(1).optional(),
  ALLOW_PRIVATE_WEBHOOKS: flag.optional().describe(flagForm),
  ...MailEnvironment,
})

/** The names of all settings, as the environment has them. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

/** The address of the WalletConnect relay, and the operator's project there. */
type WalletConnectRelay = { projectId: string; relayUrl: string }

export type Settings = {
  port: number
  host: string
  /** A watcher of the process asks here how it is; null: nowhere but by HTTP as all others. */
  probe: { host: string; port: number } | null
  /** Between two of the moments at which this process says that it is there. */
  heartbeatMs: number
  /** The collector that traces are sent to; null: nothing is followed. */
  tracesEndpoint: string | null
  dataDirectory: string
  logLevel: string
  databaseUrl: string | null
  /** A start waits this long for what it needs and does not answer. */
  startWaitMs: number
  /** The schema of that database that the tables are in; null: the one that PostgreSQL takes by itself. */
  databaseSchema: string | null
  /** The schemas of all cells that this process serves; of several only the HTTP role does. */
  cells: readonly (string | null)[]
  /** This process has at most so many connections to it, for each cell. */
  databaseConnections: number
  nats: NatsSettings
  chainsFile: string | null
  roles: readonly Role[]
  /** The addresses of the service and its pages from outside; null: derived from the port. */
  addresses: Record<'base' | 'checkout' | 'widget' | 'manage', string | null>
  /** The relay that connects wallets on other devices to the pages; null: none. */
  walletConnect: WalletConnectRelay | null
  trustProxy: TrustedProxies
  masterKey: string | undefined
  /** The key before it, while it is being exchanged. */
  masterKeyOld: string | undefined
  /** Whether the operator lets a main network be served without its requirements. */
  allowUnsafeMainNet: boolean
  demo: { apiKey: string | null; apiSecret: string | null }
  /** Whether webhooks may go to private addresses; null: only where every chain is local. */
  allowPrivateWebhooks: boolean | null
  /** Null: no mail is sent. */
  mail: MailSettings | null
}

/** Reads the settings; throws an error that names every setting that is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success) {
    const { shape } = Environment
    throw new Error(explainWrongSettings(parsed.error.issues, filled, shape))
  }
  const values = parsed.data
  const cells = cellsOf(values)
  const [databaseSchema = null] = cells
  return {
    port: values.PORT,
    host: values.HOST,
    probe: probeOf(values),
    heartbeatMs: values.HEARTBEAT_SECONDS * 1_000,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    dataDirectory: resolve(values.DATA_DIR),
    logLevel: values.LOG_LEVEL,
    databaseUrl: values.DATABASE_URL ?? null,
    startWaitMs: 1_000 * values.START_WAIT_SECONDS,
    databaseSchema,
    cells,
    databaseConnections: values.DATABASE_CONNECTIONS,
    nats: natsSettingsOf(values, values.ROLES, databaseSchema),
    chainsFile: values.CHAINS_FILE ?? null,
    roles: values.ROLES,
    addresses: {
      base: values.BASE_URL ?? null,
      checkout: values.CHECKOUT_URL ?? null,
      widget: values.WIDGET_URL ?? null,
      manage: values.MANAGE_URL ?? null,
    },
    walletConnect: walletConnectOf(values),
    trustProxy: values.TRUST_PROXY,
    masterKey: values.MASTER_KEY ?? readKeyFile(values.MASTER_KEY_FILE),
    masterKeyOld: values.MASTER_KEY_OLD,
    allowUnsafeMainNet: values.ALLOW_UNSAFE_MAINNET,
    demo: { apiKey: values.DEMO_API_KEY ?? null, apiSecret: values.DEMO_API_SECRET ?? null },
    allowPrivateWebhooks: values.ALLOW_PRIVATE_WEBHOOKS ?? null,
    mail: mailSettingsOf(values, { baseUrl: values.BASE_URL ?? null, roles: values.ROLES }),
  }
}

function probeOf({ PROBE_PORT: port, PROBE_HOST, PORT, ROLES }: z.infer<typeof Environment>) {
  if (port === PORT && port !== 0 && ROLES.includes('http'))
    throw new Error(`PROBE_PORT and PORT are both ${port}: they are two servers, choose another`)
  return port === undefined ? null : { host: PROBE_HOST ?? '127.0.0.1', port }
}

/** The settings of one of the cells that a process serves. */
export const settingsOfCell = (settings: Settings, schema: string | null): Settings => ({
  ...settings,
  databaseSchema: schema,
  nats: {
    ...settings.nats,
    prefix: settings.nats.urls && prefixOf(settings.nats.givenPrefix, schema),
  },
})

/** @throws where several are asked of a process that cannot serve them */
function cellsOf({ CELLS, ROLES, ...values }: z.infer<typeof Environment>): (string | null)[] {
  if (CELLS === undefined) return [values.DATABASE_SCHEMA ?? null]
  if (ROLES.some((role) => role !== 'http'))
    throw new Error(
      `CELLS is for ROLES=http: start ${ROLES.filter((role) => role !== 'http').join(', ')} once for each cell, with its DATABASE_SCHEMA`,
    )
  if (values.DATABASE_SCHEMA !== undefined)
    throw new Error('CELLS and DATABASE_SCHEMA are both set: CELLS names the schemas')
  if (values.DATABASE_URL === undefined || (values.NATS_HTTP_URL ?? values.NATS_URL) === undefined)
    throw new Error('CELLS needs DATABASE_URL and NATS_URL: those that the cells share')
  if (new Set(CELLS).size < CELLS.length) throw new Error('CELLS names a schema twice')
  return CELLS
}

/** Reads a key from a file, which is how containers are given secrets. */
const readKeyFile = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : readNamedFile('MASTER_KEY_FILE', path).toString().trim()

function walletConnectOf(values: z.output<typeof Environment>): WalletConnectRelay | null {
  const { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relayUrl } = values
  return projectId === undefined ? null : { projectId, relayUrl }
}
