import type { OwnSubscription } from '../api/session.generated.ts'
import { type MutableRef, useEffect, useRef, useState } from 'preact/hooks'
import type { SessionClient } from './client.ts'
import { SessionStream } from './stream.ts'

type Listener = (subscriptions: OwnSubscription[]) => void

const askAgainMs = 4_000

/**
 * Calls `onSubscriptions` with the customer's newest subscriptions, at once and whenever one is made
 * or moves. Returns whether the page hears of changes at present.
 */
export function useLive(client: SessionClient, onSubscriptions: Listener): boolean {
  const [isConnected, setConnected] = useState(true)
  const latest = useRef(onSubscriptions)
  latest.current = onSubscriptions
  useEffect(() => {
    const stream = new SessionStream(client, {
      onEvent(name, data) {
        if (name !== 'subscriptions') return
        latest.current((data as { subscriptions: OwnSubscription[] }).subscriptions)
      },
      onConnection: setConnected,
    })
    stream.start()
    return () => stream.stop()
  }, [client])
  const isAnswered = useQuestions(client, !isConnected, latest)
  return isConnected || isAnswered
}

/**
 * Asks again and again while the stream is lost: there may be no place for one more, or something in
 * between that lets no stream through. Returns whether the last question was answered.
 */
function useQuestions(
  client: SessionClient,
  isLost: boolean,
  latest: MutableRef<Listener>,
): boolean {
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    if (!isLost) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async () => {
      const answer = await client
        .read<{ subscriptions: OwnSubscription[] }>('/subscriptions')
        .catch(() => null)
      if (isOver) return
      setAnswered(answer !== null)
      if (answer) latest.current(answer.subscriptions)
      timer = setTimeout(() => void ask(), askAgainMs)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
      setAnswered(false)
    }
  }, [client, isLost])
  return isAnswered
}
