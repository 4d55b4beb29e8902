/** The screen that the address names. */
import { ErrorBoundary, Route, Router, useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { say } from '../../messages/dashboard/shell-words.ts'
import { useDashboard, addressOn } from '../context.ts'
import { Empty } from '../parts/list.tsx'
import { screens } from '../screens.ts'

export function Content() {
  const { network } = useDashboard()
  const { path } = useLocation()
  const [brokenAt, setBrokenAt] = useState<string | null>(null)
  if (brokenAt === path) return <Broken />
  return (
    <ErrorBoundary
      onError={(error) => {
        // The browser's console gets it too, with where it came from.
        reportError(error)
        setBrokenAt(path)
      }}
    >
      <Router>
        {screens.map(({ path, Component }) => (
          <Route key={path} path={addressOn(network, path)} component={Component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}

const NotFound = () => <Empty title={say('notFound')} hint={say('notFoundHint')} />

const Broken = () => (
  <Empty
    title={say('broken')}
    hint={say('brokenHint')}
    action={
      <button type="button" class="quiet" onClick={() => location.reload()}>
        {say('reload')}
      </button>
    }
  />
)
