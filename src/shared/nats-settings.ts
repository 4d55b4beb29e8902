/** The settings that start with NATS_: the addresses of NATS, and how the service authenticates. */
import { z } from 'zod'

/** The roles; each may have a user of its own, so that NATS can hold it to its own permissions. */
export const roles = ['http', 'worker', 'relays', 'watcher'] as const
export type Role = (typeof roles)[number]

const text = z.string().min(1).optional()

export const NatsEnvironment = {
  NATS_URL: text,
  NATS_HTTP_URL: text,
  NATS_WORKER_URL: text,
  NATS_RELAYS_URL: text,
  NATS_WATCHER_URL: text,
  NATS_CREDS_FILE: text,
  NATS_NKEY_FILE: text,
  NATS_CA_FILE: text,
  NATS_CERT_FILE: text,
  NATS_KEY_FILE: text,
  NATS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,48}$/)
    .describe('up to 48 letters, digits, _ and -')
    .optional(),
  NATS_REPLICAS: z.coerce
    .number()
    .refine((count) => [1, 3, 5].includes(count))
    .default(1)
    .describe('1, 3 or 5'),
}

/** The files for authentication, beside the user in an address; null where there is none. */
export type NatsFiles = {
  /** A user's JWT and seed, as `nsc` writes them. */
  credentials: string | null
  /** The seed of an nkey. */
  nkey: string | null
  /** The authority that must have signed the server's certificate. */
  ca: string | null
  certificate: string | null
  key: string | null
}

export type NatsSettings = {
  /** The address for each role, or several with commas between; null where a NATS is started in place. */
  urls: Record<Role, string> | null
  files: NatsFiles
  /** Stands before every subject, so that several services share one NATS; null: nothing does. */
  prefix: string | null
  /** The part of it that all cells share. */
  givenPrefix: string | null
  /**
   * Counts the servers of a cluster that hold the events under way. It is not read from the cluster, because a stream on
   * all servers could not be made while one is away. They hold it in memory: Postgres has all that is in it.
   */
  replicas: number
}

/** The prefix of a cell has its schema in it, so that no two cells of one deployment have the same. */
export const prefixOf = (given: string | null, schema: string | null): string | null =>
  [given, schema].filter((part) => part !== null).join('-') || null

/** @throws where some role has an address and another one has none */
export function natsSettingsOf(
  values: z.output<z.ZodObject<typeof NatsEnvironment>>,
  wanted: readonly Role[],
  schema: string | null,
): NatsSettings {
  const common = values.NATS_URL
  const own: Record<Role, string | undefined> = {
    http: values.NATS_HTTP_URL,
    worker: values.NATS_WORKER_URL,
    relays: values.NATS_RELAYS_URL,
    watcher: values.NATS_WATCHER_URL,
  }
  const known = common ?? wanted.map((role) => own[role]).find((url) => url !== undefined)
  const files = {
    credentials: values.NATS_CREDS_FILE ?? null,
    nkey: values.NATS_NKEY_FILE ?? null,
    ca: values.NATS_CA_FILE ?? null,
    certificate: values.NATS_CERT_FILE ?? null,
    key: values.NATS_KEY_FILE ?? null,
  }
  const givenPrefix = values.NATS_PREFIX ?? null
  const shared = {
    files,
    replicas: values.NATS_REPLICAS,
    prefix: prefixOf(givenPrefix, schema),
    givenPrefix,
  }
  // Nobody shares a NATS that is started in place, and its users may speak without a prefix only.
  if (known === undefined) return { urls: null, ...shared, prefix: null }
  const lacking = wanted.filter((role) => (own[role] ?? common) === undefined)
  if (lacking.length > 0)
    throw new Error(
      `NATS_URL is not set, and ${lacking.map((role) => `NATS_${role.toUpperCase()}_URL`).join(', ')} neither`,
    )
  const urlOf = (role: Role) => own[role] ?? known
  const urls = {
    http: urlOf('http'),
    worker: urlOf('worker'),
    relays: urlOf('relays'),
    watcher: urlOf('watcher'),
  }
  return { urls, ...shared }
}
