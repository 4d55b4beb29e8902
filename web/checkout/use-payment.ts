/**
 * The payment as it is now, and the service's clock, for the parts of the page. A view older than the one shown is dropped;
 * a view with another token, chain or address is refused.
 */
import { useEffect, useState } from 'preact/hooks'
import { abortAfter } from '../browser/deadline.ts'
import { followLive } from '../browser/live-stream.ts'
import { followServiceClock } from '../browser/service-clock.ts'
import { parsePlain } from '../input/parse-plain.ts'
import { type AddressRefusal, checkTerms } from './address-check.ts'
import { untilNextTick } from './expiry.ts'
import type { PaymentView } from './payment-view.ts'

const askTimeoutMs = 15_000

type Known = { view: PaymentView; receivedAt: number }

export type LivePayment = {
  view: PaymentView
  isConnected: boolean
  now: number
  /** Set once a view contradicts the first one, and never cleared while the page is open. */
  refusal: AddressRefusal | null
}

/**
 * `now` is the service's time in milliseconds; it moves when the text about the time left changes.
 */
export function usePayment(first: PaymentView): LivePayment {
  const [known, setKnown] = useState<Known>(() => ({ view: first, receivedAt: performance.now() }))
  const [isConnected, setConnected] = useState(true)
  const [refusal, setRefusal] = useState<AddressRefusal | null>(null)
  useEffect(() => {
    let newest = first
    const take = (view: PaymentView) => {
      const refused = checkTerms(newest, view)
      if (refused) return setRefusal(refused)
      if (Date.parse(view.now) < Date.parse(newest.now)) return
      newest = view
      setKnown({ view, receivedAt: performance.now() })
    }
    return followLive({
      open: (signal) => read(`${first.id}/events`, signal),
      event: 'payment',
      onData: (data) => take(data as PaymentView),
      ask: async () => {
        const answer = await read(`${first.id}/payment`, abortAfter(askTimeoutMs))
        return parsePlain(await answer.text())
      },
      onConnection: setConnected,
    })
  }, [first])
  return { view: known.view, isConnected, now: useServiceTime(known), refusal }
}

/** Addresses are relative to the page's, so that the page works under any path. */
async function read(path: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(`./${path}`, { cache: 'no-store', signal })
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
  return answer
}

/**
 * The payer's clock only measures how long ago the service told its time: it may be wrong itself.
 */
function useServiceTime({ view, receivedAt }: Known): number {
  const [, tick] = useState(0)
  const now = Date.parse(view.now) + performance.now() - receivedAt
  followServiceClock(now)
  useEffect(() => {
    const afterMs = untilNextTick(now, Date.parse(view.expiresAt))
    if (afterMs === null) return
    const timer = setTimeout(() => tick((count) => count + 1), Math.min(afterMs, timerMaxMs))
    return () => clearTimeout(timer)
  })
  return now
}

/** Browsers fire longer timers immediately. */
const timerMaxMs = 2 ** 31 - 1
