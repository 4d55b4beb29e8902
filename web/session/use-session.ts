import { useCallback, useEffect, useState } from 'preact/hooks'
import { openSession, type SessionState } from './session-state.ts'

const askAgainMs = 5_000
/** Ten minutes; then only the button tries again. */
const asksMax = 120

/** Opens the session of the token, and again while the service is away. */
export function useSession(token: string | null): { state: SessionState; tryAgain: () => void } {
  const [state, setState] = useState<SessionState>({ step: 'opening' })
  const [asks, setAsks] = useState(0)
  useEffect(() => {
    let isGone = false
    const move = (to: SessionState) => {
      if (!isGone) setState(to)
    }
    void openSession(token, (closed) => move({ step: 'closed', closed })).then(move)
    return () => {
      isGone = true
    }
  }, [token, asks])
  const tryAgain = useCallback(() => setAsks((count) => count + 1), [])
  useEffect(() => {
    if (state.step !== 'away' || asks >= asksMax) return
    const timer = setTimeout(tryAgain, askAgainMs)
    return () => clearTimeout(timer)
  }, [state, asks])
  return { state, tryAgain }
}
