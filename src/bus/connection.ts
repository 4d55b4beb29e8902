/**
 * The connection to NATS. Once made, it reconnects for ever: the client's defaults would
 * give up for good after 19 seconds. The first one has to come about within 10 seconds,
 * so that a wrong address is heard of.
 */
import { connect, type NatsConnection } from 'nats'
import { errorText } from '../shared/errors.ts'
import { wait } from '../shared/retry.ts'

const reconnectWaitMs = 250
const pingIntervalMs = 5_000
const pingsMissedMax = 2
const connectTimeoutMs = 3_000
const firstConnectMaxMs = 10_000

/** Connects; throws when nobody answers at `url` for 10 seconds. */
export async function connectNats(url: string): Promise<NatsConnection> {
  const deadline = performance.now() + firstConnectMaxMs
  for (;;) {
    try {
      return await connectOnce(url)
    } catch (cause) {
      if (performance.now() > deadline)
        throw new Error(`NATS does not answer at ${withoutCredentials(url)}: ${errorText(cause)}`, {
          cause,
        })
      await wait(reconnectWaitMs)
    }
  }
}

const withoutCredentials = (url: string): string => url.replace(/\/\/[^@/]*@/, '//')

function connectOnce(url: string): Promise<NatsConnection> {
  return connect({
    servers: url,
    name: 'mandate',
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectWaitMs,
    pingInterval: pingIntervalMs,
    maxPingOut: pingsMissedMax,
    timeout: connectTimeoutMs,
  })
}
