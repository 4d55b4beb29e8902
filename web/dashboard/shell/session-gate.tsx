/** Behind it somebody is logged in. */
import type { Identity } from '../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { followServiceClock } from '../../browser/service-clock.ts'
import { sessionElementId } from '../../input/dashboard-session.ts'
import { say } from '../frame-words.ts'
import { DashboardClient } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { AccountLink } from './account-link.tsx'
import { Login } from './login.tsx'
import { OperatorShell } from './operator-shell.tsx'
import { Shell } from './shell.tsx'

/** `undefined`: it is being asked. */
type Who = { identity: Identity | null | undefined; isAway: boolean }

const askAgainMs = 3_000

export function SessionGate() {
  const [who, setWho] = useState<Who>({
    identity: document.getElementById(sessionElementId) ? undefined : null,
    isAway: false,
  })
  const [wasLoggedIn, setWasLoggedIn] = useState(false)
  const onLoggedOut = useCallback(() => setWho({ identity: null, isAway: false }), [])
  const client = useMemo(() => new DashboardClient(onLoggedOut), [onLoggedOut])
  const { path } = useLocation()
  const take = (identity: Identity) => {
    setWasLoggedIn(true)
    followServiceClock(Date.parse(identity.now))
    setWho({ identity, isAway: false })
  }
  useEffect(() => {
    if (who.identity !== undefined) return
    const ask = () =>
      client.read<Identity>('/me').then(take, (error: unknown) => {
        if (!(error instanceof ApiProblem) || error.isPassing)
          setWho({ identity: undefined, isAway: true })
        else if (error.code !== 'Unauthorized') setWho({ identity: null, isAway: false })
      })
    const timer = setTimeout(() => void ask(), who.isAway ? askAgainMs : 0)
    return () => clearTimeout(timer)
  }, [who])
  const logOut = async () => {
    await client.send({ method: 'POST', path: '/logout' }).catch(() => undefined)
    setWasLoggedIn(false)
    onLoggedOut()
  }
  if (path === '/dashboard/account-link') return <AccountLink client={client} onLoggedIn={take} />
  const { identity, isAway } = who
  if (identity) {
    const frame = { client, identity, onLogOut: () => void logOut() }
    return identity.merchant ? <Shell {...frame} /> : <OperatorShell {...frame} />
  }
  if (identity === null)
    return (
      <Login
        client={client}
        notice={wasLoggedIn ? 'Your session is over. Log in again; nothing is lost.' : null}
        onLoggedIn={take}
      />
    )
  return <Opening isAway={isAway} />
}

/** While it is not known yet whether somebody is logged in. */
const Opening = ({ isAway }: { isAway: boolean }) => (
  <main class="gate" aria-busy={!isAway}>
    {isAway ? (
      <>
        <h1>{say('away')}</h1>
        <p class="hint">{say('awayHint')}</p>
      </>
    ) : (
      <h1 class="progress">Opening the dashboard…</h1>
    )}
  </main>
)
