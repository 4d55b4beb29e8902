import { useEffect, useRef, useState } from 'preact/hooks'
import type { SessionClient } from './client.ts'
import type { SubscriptionView } from './session-views.ts'
import { SessionStream } from './stream.ts'

/**
 * Calls `onSubscriptions` with the customer's newest subscriptions, at once and whenever one is made
 * or moves. Returns whether the page hears of changes at present.
 */
export function useLive(
  client: SessionClient,
  onSubscriptions: (subscriptions: SubscriptionView[]) => void,
): boolean {
  const [isConnected, setConnected] = useState(true)
  const latest = useRef(onSubscriptions)
  latest.current = onSubscriptions
  useEffect(() => {
    const stream = new SessionStream(client, {
      onEvent(name, data) {
        if (name !== 'subscriptions') return
        latest.current((data as { subscriptions: SubscriptionView[] }).subscriptions)
      },
      onConnection: setConnected,
    })
    stream.start()
    return () => stream.stop()
  }, [client])
  return isConnected
}
