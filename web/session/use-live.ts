import type { OwnSubscription } from '../api/session.generated.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { followLive } from '../browser/live-stream.ts'
import type { SessionClient } from './client.ts'

/**
 * Calls `onSubscriptions` with the customer's newest subscriptions, at once and whenever one is made
 * or moves. Returns whether the page hears of changes at present.
 */
export function useLive(
  client: SessionClient,
  onSubscriptions: (subscriptions: OwnSubscription[]) => void,
): boolean {
  const [isConnected, setConnected] = useState(true)
  const latest = useRef(onSubscriptions)
  latest.current = onSubscriptions
  useEffect(
    () =>
      followLive({
        open: (signal) => client.openStream(signal),
        event: 'subscriptions',
        onData: (data) =>
          latest.current((data as { subscriptions: OwnSubscription[] }).subscriptions),
        ask: () => client.read('/subscriptions'),
        onConnection: setConnected,
      }),
    [client],
  )
  return isConnected
}
