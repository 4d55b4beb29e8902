/**
 * The connection to NATS. Once made, it reconnects for ever: the client's defaults would give up for
 * good after 19 seconds. The first connection has to be made within a limit, so that a wrong
 * address is an error; a refused login is one at once.
 */
import { connect, type ConnectionOptions, ErrorCode, type NatsConnection, NatsError } from 'nats'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { accessOptions, describeAccess, type NatsAccess } from './access.ts'
import { elapsedMs, wait } from '../shared/time.ts'
import { Rights } from './rights.ts'

const reconnectWaitMs = 250
const pingIntervalMs = 5_000
const pingsMissedMax = 2
const connectTimeoutMs = 3_000
const firstConnectMaxMs = 10_000

/** Connects; throws when nobody answers for `waitMs` (10 seconds), or does not let the service in. */
export async function connectNats(access: NatsAccess, log?: Log): Promise<NatsConnection> {
  const options = accessOptions(access)
  const { waitMs = firstConnectMaxMs } = access
  const deadline = elapsedMs() + waitMs
  for (let isTold = false; ; isTold = true) {
    try {
      const connection = await connectOnce(options)
      await requireAll(connection, access)
      return connection
    } catch (cause) {
      if (cause instanceof RightsError) throw cause
      if (offersNoTls(cause))
        throw new Error(
          `NATS at ${describeAccess(access)} offers no TLS, and ${whatAsksForTls(access)} (NATS_URL): give NATS a certificate (docs/operations/production.md), or take that away`,
          { cause },
        )
      if (isRefused(cause))
        throw new Error(
          `NATS does not let the service in at ${describeAccess(access)}: correct the user or the password (NATS_URL)`,
          { cause },
        )
      if (elapsedMs() > deadline)
        throw new Error(
          `NATS does not answer at ${describeAccess(access)} (NATS_URL) as it has to${waitMs > 0 ? `, for ${waitMs / 1_000} s` : ''}: ${errorText(cause)}`,
          { cause },
        )
      if (!isTold)
        log?.warn(
          { why: errorText(cause) },
          `waiting up to ${waitMs / 1_000} s for NATS at ${describeAccess(access)} (NATS_URL)`,
        )
      await wait(reconnectWaitMs)
    }
  }
}

const refusals: string[] = [ErrorCode.AuthorizationViolation, ErrorCode.AuthenticationExpired]
const isRefused = (cause: unknown) => cause instanceof NatsError && refusals.includes(cause.code)

/** The client says no more of it than the word. */
const offersNoTls = (cause: unknown) =>
  cause instanceof NatsError && cause.code === ErrorCode.ServerOptionNotAvailable

function whatAsksForTls({ url, files }: NatsAccess): string {
  if (url.startsWith('tls://')) return 'the address begins with tls://'
  return files?.ca ? 'NATS_CA_FILE asks for it' : 'NATS_CERT_FILE asks for it'
}

/** @throws where the connection is not what the role needs; it is closed then */
async function requireAll(connection: NatsConnection, access: NatsAccess): Promise<void> {
  try {
    if (access.role === 'worker') await requireJetStream(connection)
    await requireRights(connection, access)
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** The worker keeps the stream of events. Without JetStream it would go on, and tell of it every quarter of a second. */
async function requireJetStream(connection: NatsConnection): Promise<void> {
  try {
    await connection.jetstreamManager({ timeout: connectTimeoutMs })
  } catch (cause) {
    const isMissing = cause instanceof NatsError && cause.code === ErrorCode.JetStreamNotEnabled
    // A cluster that elects a leader, say, is back in a moment.
    if (!isMissing) return
    throw new Error('it runs without JetStream: start it with --jetstream', { cause })
  }
}

class RightsError extends Error {
  override name = 'RightsError'
}

/** @throws where it is let in as somebody who may not say or hear what the role has to */
async function requireRights(connection: NatsConnection, access: NatsAccess): Promise<void> {
  const { role, prefix = null } = access
  const refused = role ? await new Rights(connection, { role, prefix }).findAtStart() : null
  if (refused === null) return
  throw new RightsError(
    `NATS at ${describeAccess(access)} refuses to ${refused}, which the role ${role} has to: give the role the user '${role}' of nats.conf (NATS_URL, NATS_${role!.toUpperCase()}_URL), or one with the same permissions`,
  )
}

function connectOnce(options: ConnectionOptions): Promise<NatsConnection> {
  return connect({
    ...options,
    name: 'mandate',
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectWaitMs,
    // A user that is changed in NATS is refused for a moment, too.
    ignoreAuthErrorAbort: true,
    pingInterval: pingIntervalMs,
    maxPingOut: pingsMissedMax,
    timeout: connectTimeoutMs,
  })
}
