/** The way back to the shop, and the countdown before the page goes there by itself. */
import { useEffect, useState } from 'preact/hooks'
import { leaveAfterSeconds, type ReturnPlan } from '../return-plan.ts'
import { useSpeech } from '../speech.ts'

export function ReturnPanel({ plan }: { plan: ReturnPlan }) {
  const { say } = useSpeech()
  const { host, address } = plan
  const { secondsLeft, stay } = useDeparture(plan)
  return (
    <div class="return">
      <a class="strong" href={address} rel="noreferrer">
        {say('returnTo', { host })}
      </a>
      {secondsLeft !== null && (
        <p class="line">
          <span>{say('returningIn', { host, count: secondsLeft })}</span>
          <button type="button" class="quiet" onClick={stay}>
            {say('stay')}
          </button>
        </p>
      )}
    </div>
  )
}

/** Counts down while the page is visible; a hidden page, or a payer who wants no motion, stays. */
function useDeparture({ address, leavesByItself }: ReturnPlan) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(() =>
    leavesByItself && mayMove() ? leaveAfterSeconds : null,
  )
  const stay = () => setSecondsLeft(null)
  useEffect(() => {
    if (secondsLeft === null) return
    if (secondsLeft === 0) return location.assign(address)
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    document.addEventListener('visibilitychange', stay)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', stay)
    }
  }, [secondsLeft, address])
  return { secondsLeft, stay }
}

const mayMove = (): boolean =>
  document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches
