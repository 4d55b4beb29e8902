/**
 * The connection to NATS. Once made, it reconnects for ever: the client's defaults would give up for
 * good after 19 seconds. The first connection has to be made within 10 seconds, so that a wrong
 * address is an error; a refused login is one at once.
 */
import { connect, type ConnectionOptions, ErrorCode, type NatsConnection, NatsError } from 'nats'
import { errorText } from '../shared/errors.ts'
import { wait } from '../shared/retry.ts'
import { accessOptions, describeAccess, type NatsAccess } from './access.ts'

const reconnectWaitMs = 250
const pingIntervalMs = 5_000
const pingsMissedMax = 2
const connectTimeoutMs = 3_000
const firstConnectMaxMs = 10_000

/** Connects; throws when nobody answers for 10 seconds, or does not let the service in. */
export async function connectNats(access: NatsAccess): Promise<NatsConnection> {
  const options = accessOptions(access)
  const deadline = performance.now() + firstConnectMaxMs
  for (;;) {
    try {
      return await connectOnce(options)
    } catch (cause) {
      if (isRefused(cause))
        throw new Error(`NATS does not let the service in at ${describeAccess(access)}`, { cause })
      if (performance.now() > deadline)
        throw new Error(`NATS does not answer at ${describeAccess(access)}: ${errorText(cause)}`, {
          cause,
        })
      await wait(reconnectWaitMs)
    }
  }
}

const refusals: string[] = [ErrorCode.AuthorizationViolation, ErrorCode.AuthenticationExpired]
const isRefused = (cause: unknown) => cause instanceof NatsError && refusals.includes(cause.code)

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
