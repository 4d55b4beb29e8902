/** The clock of the network that is looked at, followed closely while it is moving. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { followServiceClock } from '../../../browser/service-clock.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useDashboard } from '../../context.ts'
import { type CommandState, useCommand } from '../../use-command.ts'
import type { Reading } from '../../use-read.ts'

export type ClockView = {
  now: string
  canMove: boolean
  isMoving: boolean
  lastStop: string | null
}
export type ClockMove = { seconds: number } | { until: string } | { toNext: 'timer' | 'charge' }

const movingEveryMs = 500
const restingEveryMs = 15_000
/** A failed read is tried again after this, as everywhere. */
const awayEveryMs = 5_000

/** `away`: what the last look came to, where it was no answer. */
type ClockState = { clock: ClockView | null; away: Away | null }
type Away = Extract<Reading<ClockView>, { step: 'away' }>

export function useClock(): {
  clock: ClockView | null
  /** It was asked for, and the service did not answer. */
  away: Away | null
  look: () => Promise<void>
  state: CommandState
  move: (wish: ClockMove) => Promise<void>
} {
  const { client, network, live } = useDashboard()
  const { announce } = useSpeech()
  const [seen, setSeen] = useState<ClockState>({ clock: null, away: null })
  const { clock, away } = seen
  const { state, send } = useCommand()
  const wasMoving = useRef(false)
  const look = useCallback(
    () =>
      client.read<ClockView>(`/${network}/clock`).then(
        (now) => setSeen({ clock: now, away: null }),
        // Another object each time: it is looked again after this too.
        (error: unknown) => {
          const problem = error instanceof ApiProblem ? error : null
          setSeen((seen) => ({ ...seen, away: { step: 'away', problem } }))
        },
      ),
    [client, network],
  )
  useEffect(() => void look(), [look])
  useEffect(() => void (clock && followServiceClock(Date.parse(clock.now))), [clock])
  // Somebody may have begun a move elsewhere on the page.
  useEffect(() => live.listen((moved) => !moved && void look()), [live, look])
  useEffect(() => {
    const afterMs = seen.away ? awayEveryMs : seen.clock?.isMoving ? movingEveryMs : restingEveryMs
    const timer = setTimeout(() => void look(), afterMs)
    return () => clearTimeout(timer)
  }, [seen, look])
  useEffect(() => {
    const isMoving = clock?.isMoving ?? false
    if (wasMoving.current && !isMoving) {
      announce(clock?.lastStop ? 'It did not arrive' : 'Time has arrived')
      // Time may have moved anything that stands on the page.
      live.tell(null)
    }
    wasMoving.current = isMoving
  }, [clock, announce, live])
  const move = async (wish: ClockMove) => {
    const moving = await send<ClockView>({ method: 'POST', path: '/clock/advance', body: wish })
    if (moving) setSeen({ clock: moving, away: null })
  }
  return { clock, away, look, state, move }
}
