/** The payment as it is now, and the service's clock, for the parts of the page. */
import { useEffect, useState } from 'preact/hooks'
import { followServiceClock } from '../../browser/service-clock.ts'
import type { AddressRefusal } from '../address-check.ts'
import { untilNextTick } from '../expiry.ts'
import type { PaymentView } from '../payment-view.ts'
import { PaymentWatch } from './payment-watch.ts'

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
    const onView = (view: PaymentView) => setKnown({ view, receivedAt: performance.now() })
    const listener = { onView, onConnection: setConnected, onRefusal: setRefusal }
    const watch = new PaymentWatch(first, listener)
    watch.start()
    return () => watch.stop()
  }, [first])
  return { view: known.view, isConnected, now: useServiceTime(known), refusal }
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
