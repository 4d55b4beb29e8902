/** Sends again what has not arrived, call by call, from a moment to the newest event that there is at its beginning. */
import type { Answers, RangeRedelivery } from '../../../api/dashboard.generated.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useDashboard } from '../../context.ts'
import { type CommandState, useSending } from '../../use-command.ts'

/** Sums all calls so far. */
export type Resent = RangeRedelivery & {
  /** Log numbers: where the first call began at the latest, and where the last one will end. */
  first: number | null
  until: number
}

/** A tenth of a second: half of what the service takes, so that others may send something again as well. */
const betweenCallsMs = 100

const nothing: RangeRedelivery = {
  events: 0,
  deliveries: 0,
  outcomes: { Sending: 0, WaitsForEarlierEvent: 0, WaitsForEndpoint: 0 },
  next: null,
}

const sum = (
  one: RangeRedelivery['outcomes'],
  other: RangeRedelivery['outcomes'],
): RangeRedelivery['outcomes'] => ({
  Sending: one.Sending + other.Sending,
  WaitsForEarlierEvent: one.WaitsForEarlierEvent + other.WaitsForEarlierEvent,
  WaitsForEndpoint: one.WaitsForEndpoint + other.WaitsForEndpoint,
})

const add = (known: Resent, answer: RangeRedelivery): Resent => ({
  events: known.events + answer.events,
  deliveries: known.deliveries + answer.deliveries,
  outcomes: sum(known.outcomes, answer.outcomes),
  next: answer.next,
  first: known.first ?? (answer.next === null ? null : answer.next - answer.events),
  until: known.until,
})

/** `start` begins at a moment, or with the oldest event; `goOn` where a call failed. Ends with the window. */
export function useResending(): {
  state: CommandState
  resent: Resent | null
  start: (since: string) => Promise<unknown>
  goOn: () => Promise<unknown>
  forget: () => void
} {
  const { client, network, live } = useDashboard()
  const { state, sendOnce, forget } = useSending()
  const [resent, setResent] = useState<Resent | null>(null)
  const isOpen = useRef(true)
  useEffect(() => () => void (isOpen.current = false), [])
  const sendFrom = async (after: string | number | null, known: Resent): Promise<void> => {
    let [place, total] = [after, known]
    try {
      do {
        const { until } = known
        const body = { undelivered: true, until, ...(place !== null && { after: place }) }
        const path = `/${network}/deliveries/resend`
        const answer = await client.send<RangeRedelivery>({ method: 'POST', path, body })
        total = add(total, answer)
        setResent(total)
        place = total.next
        if (place !== null) await new Promise((resolve) => setTimeout(resolve, betweenCallsMs))
      } while (place !== null && isOpen.current)
    } finally {
      live.tell(null)
    }
  }
  const start = (since: string) =>
    sendOnce(async () => {
      setResent(null)
      const { events } = await client.read<Answers['listEventsOfMerchant']>(
        `/${network}/events?limit=1`,
      )
      const until = events[0]?.logNumber ?? 0
      await sendFrom(since === '' ? null : since, { ...nothing, first: null, until })
    })
  const goOn = () => sendOnce(async () => (resent ? sendFrom(resent.next, resent) : undefined))
  return {
    state,
    resent,
    start,
    goOn,
    forget: () => {
      setResent(null)
      forget()
    },
  }
}
