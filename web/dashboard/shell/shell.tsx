/** The frame around every screen: the menu, the network that is looked at, and the account. */
import type { Identity } from '../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { keep, recall } from '../../browser/kept.ts'
import type { DashboardClient } from '../api/client.ts'
import { isNetwork, type NetworkName } from '../api/identity.ts'
import { Live } from '../api/live.ts'
import { addressOn, DashboardProvider } from '../context.ts'
import { useProof } from '../proof/use-proof.tsx'
import { Content } from './content.tsx'
import { FindDialog, useFinding } from './find.tsx'
import { Header } from './header.tsx'
import { Menu, useMenu } from './menu.tsx'

type Props = { client: DashboardClient; identity: Identity; onLogOut: () => void }

const networkKey = 'mandate-network'

export function Shell({ client, identity, onLogOut }: Props) {
  const network = useNetwork()
  const { live, isConnected } = useLive(client, network)
  const { isFinding, setFinding } = useFinding()
  const { askProof, dialog } = useProof(client)
  const menu = useMenu()
  const dashboard = useMemo(
    () => ({ client, identity, network, live, askProof }),
    [client, identity, network, live, askProof],
  )
  return (
    <DashboardProvider value={dashboard}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="shell" data-network={network}>
        <Header {...{ identity, menu, onLogOut }} onFind={() => setFinding(true)} />
        <Menu isOpen={menu.isOpen} />
        <main id="content" tabIndex={-1}>
          {!isConnected && (
            <p class="note warning" role="status">
              Connection lost. What you see may be some seconds old; trying again.
            </p>
          )}
          <Content key={network} />
        </main>
        {isFinding && <FindDialog onClose={() => setFinding(false)} />}
      </div>
      {dialog}
    </DashboardProvider>
  )
}

/** The network that the address names; where it names none, the one that was looked at last. */
function useNetwork(): NetworkName {
  const { path, route } = useLocation()
  const named = path.split('/')[2]
  const remembered = recall('localStorage', networkKey) ?? undefined
  const network = isNetwork(named) ? named : isNetwork(remembered) ? remembered : 'test'
  useEffect(() => {
    keep('localStorage', networkKey, network)
    if (path === '/dashboard') route(addressOn(network, '/'), true)
  }, [path, network])
  return network
}

function useLive(client: DashboardClient, network: NetworkName) {
  const [isConnected, setConnected] = useState(true)
  const live = useMemo(
    () => new Live({ client, network, onConnection: setConnected }),
    [client, network],
  )
  useEffect(() => live.start(), [live])
  return { live, isConnected }
}
