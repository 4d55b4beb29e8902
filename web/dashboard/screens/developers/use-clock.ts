/** The clock of the network that is looked at, followed closely while it is moving. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/developer-words.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { useDashboard } from '../../context.ts'
import { type CommandState, useCommand } from '../../use-command.ts'

export type ClockView = {
  now: string
  canMove: boolean
  isMoving: boolean
  lastStop: string | null
}
export type ClockMove = { seconds: number } | { until: string } | { toNext: 'timer' | 'charge' }

const movingEveryMs = 500
const restingEveryMs = 15_000

export function useClock(): {
  clock: ClockView | null
  state: CommandState
  move: (wish: ClockMove) => Promise<void>
} {
  const { client, network, live } = useDashboard()
  const { announce } = useSpeech()
  const [clock, setClock] = useState<ClockView | null>(null)
  const { state, send } = useCommand()
  const wasMoving = useRef(false)
  const look = useCallback(
    () => client.read<ClockView>(`/${network}/clock`).then(setClock, () => undefined),
    [client, network],
  )
  useEffect(() => void look(), [look])
  // Somebody may have begun a move elsewhere on the page.
  useEffect(() => live.listen((moved) => !moved && void look()), [live, look])
  useEffect(() => {
    const timer = setTimeout(() => void look(), clock?.isMoving ? movingEveryMs : restingEveryMs)
    return () => clearTimeout(timer)
  }, [clock, look])
  useEffect(() => {
    const isMoving = clock?.isMoving ?? false
    if (wasMoving.current && !isMoving) {
      announce(say(clock?.lastStop ? 'clockStopped' : 'clockArrived'))
      // Time may have moved anything that stands on the page.
      live.tell(null)
    }
    wasMoving.current = isMoving
  }, [clock, announce, live])
  const move = async (wish: ClockMove) => {
    const moving = await send<ClockView>({ method: 'POST', path: '/clock/advance', body: wish })
    if (moving) setClock(moving)
  }
  return { clock, state, move }
}
