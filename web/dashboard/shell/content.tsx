/** The screen that the address names. */
import { ErrorBoundary, Route, Router, useLocation } from 'preact-iso'
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { useDashboard, addressOn } from '../context.ts'
import { Empty } from '../parts/list.tsx'
import { useArrival } from '../parts/screen.tsx'
import type { AddressProps } from '../parts/screen.tsx'
import { screens } from '../screens.ts'

/** The screens of a merchant's people, on the network that is looked at. */
export function Content() {
  const { network } = useDashboard()
  return (
    <Pages
      pages={screens.map(({ path, Component }) => ({ path: addressOn(network, path), Component }))}
    />
  )
}

type Page = { path: string; Component: ComponentType<AddressProps> }

export function Pages({ pages }: { pages: readonly Page[] }) {
  const { path } = useLocation()
  const [brokenAt, setBrokenAt] = useState<string | null>(null)
  useArrival(path)
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
        {pages.map(({ path: address, Component }) => (
          <Route key={address} path={address} component={Component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}

const NotFound = () => (
  <Empty
    title="There is no such page"
    hint="The address may be misspelled. The menu has everything there is."
  />
)

const Broken = () => (
  <Empty
    title="This part of the page failed"
    hint="Load the page again. If it fails again, tell those who run the service what you did."
    action={
      <button type="button" class="quiet" onClick={() => location.reload()}>
        Load the page again
      </button>
    }
  />
)
