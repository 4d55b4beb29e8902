/**
 * The connection to NATS. It reconnects for ever: the client's defaults would give up
 * for good after 19 seconds.
 */
import { connect, type NatsConnection } from 'nats'

const reconnectWaitMs = 250
const pingIntervalMs = 5_000
const pingsMissedMax = 2
const connectTimeoutMs = 3_000

export function connectNats(url: string): Promise<NatsConnection> {
  return connect({
    servers: url,
    name: 'mandate',
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectWaitMs,
    pingInterval: pingIntervalMs,
    maxPingOut: pingsMissedMax,
    timeout: connectTimeoutMs,
    waitOnFirstConnect: true,
  })
}
