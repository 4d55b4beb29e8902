/** The frame around the screens of those who run the service: they belong to no merchant, and look at no network. */
import type { Identity } from '../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useEffect, useMemo } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import { Live } from '../api/live.ts'
import { DashboardProvider } from '../context.ts'
import { operatorScreens } from '../operator-screens.ts'
import { useProof } from '../proof/use-proof.tsx'
import { useCellChoice } from '../cells.ts'
import { CellField } from './cell-field.tsx'
import { Pages } from './content.tsx'
import { Header } from './header.tsx'
import { type MenuGroup, MenuFrame, useMenu } from './menu.tsx'

const base = '/dashboard/operator'

function groupsOf({ hasCells }: { hasCells: boolean }): MenuGroup[] {
  const shown = operatorScreens.filter(
    ({ group, ofCells }) => group !== null && (hasCells || !ofCells),
  )
  return [...Map.groupBy(shown, ({ group }) => group!)].map(([group, ofGroup]) => [
    group,
    ofGroup.map(({ path, title }) => ({ address: base + path, title })),
  ])
}

type Props = { client: DashboardClient; identity: Identity; onLogOut: () => void }

const pages = operatorScreens.map(({ path, Component }) => ({ path: base + path, Component }))

export function OperatorShell({ client: home, identity, onLogOut }: Props) {
  const { path, route } = useLocation()
  useEffect(() => {
    if (!path.startsWith(base)) route(`${base}/`, true)
  }, [path])
  // Nothing streams to operators; it is never started, and tells of this page's own commands.
  const live = useMemo(() => new Live(null), [])
  const { choice, client } = useCellChoice(home)
  const { askProof, dialog } = useProof(home)
  const menu = useMenu()
  const dashboard = useMemo(
    () => ({ client, identity, network: 'test' as const, live, askProof }),
    [client, identity, live, askProof],
  )
  return (
    <DashboardProvider value={dashboard}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="shell">
        <Header {...{ identity, menu, onLogOut }} />
        <MenuFrame
          groups={groupsOf({ hasCells: choice.chosen !== null })}
          home={`${base}/`}
          isOpen={menu.isOpen}
        >
          <CellField choice={choice} />
        </MenuFrame>
        <main id="content" tabIndex={-1}>
          <Pages pages={pages} />
        </main>
      </div>
      {dialog}
    </DashboardProvider>
  )
}
