/** Shows whose dashboard it is, which network is looked at, and the account. */
import type { Identity } from '../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { readersZone } from '../../messages/moments.ts'
import { type NetworkName, networks } from '../api/identity.ts'
import { addressOn, useDashboard } from '../context.ts'
import { FindButton } from './find.tsx'
import { HeaderClock } from './header-clock.tsx'
import { MenuButton, type MenuState } from './menu.tsx'

type Props = {
  identity: Identity
  menu: MenuState
  /** Left out where there is nothing to find. */
  onFind?: () => void
  onLogOut: () => void
}

export function Header({ identity, menu, onFind, onLogOut }: Props) {
  return (
    <header class="top">
      <MenuButton {...menu} />
      <a class="brand" href="/dashboard">
        Mandate
      </a>
      <p class="merchant">{identity.merchant?.name}</p>
      {onFind && <FindButton onFind={onFind} />}
      {identity.merchant && <HeaderClock />}
      <p class="zone hint" title="All times are those of your own zone">
        {readersZone()}
      </p>
      {identity.merchant && <NetworkSwitch />}
      <details class="account">
        <summary>Account</summary>
        <div class="card">
          <p>{identity.email}</p>
          <p class="hint">{identity.role}</p>
          <button type="button" class="quiet" onClick={onLogOut}>
            Log out
          </button>
        </div>
      </details>
    </header>
  )
}

/** Leads to the same screen of the other network; what stands on one network is not on the other. */
function NetworkSwitch() {
  const { network } = useDashboard()
  const { path } = useLocation()
  const screen = path.split('/')[3] ?? ''
  const names: Record<NetworkName, string> = {
    test: 'Test',
    main: 'Main',
  }
  return (
    <nav class="networks" aria-label="Network">
      {networks.map((name) => (
        <a
          key={name}
          href={addressOn(name, `/${screen}`)}
          aria-current={name === network ? 'true' : undefined}
          data-network={name}
        >
          {names[name]}
          <span class="where-there-is-room"> network</span>
        </a>
      ))}
    </nav>
  )
}
