/** The time of the test network, where it can be moved: what stands on the page is as of then. */
import { useState } from 'preact/hooks'
import { useDashboard, useRight } from '../context.ts'
import { When } from '../parts/when.tsx'
import { ClockControls } from '../screens/developers/clock-controls.tsx'
import { useClock } from '../screens/developers/use-clock.ts'

/** The page that moves it shows this, too. */
export const clockHint =
  'Time of the test network, for everybody who uses this service. It can be moved ahead, on the chain too, and never back.'

export function HeaderClock() {
  const { network } = useDashboard()
  const mayMove = useRight('integrate')
  return network === 'test' && mayMove ? <OpenClock /> : null
}

function OpenClock() {
  const [isOpen, setOpen] = useState(false)
  const { clock, state, move } = useClock()
  if (!clock?.canMove) return null
  return (
    <details class="account clock" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="unseen">Test clock: </span>
        <When at={clock.now} />
      </summary>
      <div class="card">
        {isOpen && (
          <>
            <p class="hint">{clockHint}</p>
            <ClockControls clock={clock} state={state} move={move} />
          </>
        )}
      </div>
    </details>
  )
}
