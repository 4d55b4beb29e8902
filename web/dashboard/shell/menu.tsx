/** The menu: beside the content, or on a phone behind a button. */
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../messages/dashboard/shell-words.ts'
import { useAddress, useDashboard } from '../context.ts'
import { type MenuScreen, screens } from '../screens.ts'

export function Menu() {
  const { path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  const { identity, network } = useDashboard()
  const rights = identity.rights[network]
  const groups = Map.groupBy(
    screens.filter(({ group, right = 'read' }) => group !== null && rights.includes(right)),
    ({ group }) => group!,
  )
  return (
    <nav class="menu" aria-label={say('menu')} data-open={isOpen}>
      <button
        type="button"
        class="quiet menu-button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {say('menu')}
      </button>
      <div class="menu-groups">
        {[...groups].map(([group, ofGroup]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {ofGroup.map((screen) => (
                <MenuItem key={screen.path} screen={screen} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

function MenuItem({ screen: { path, title } }: { screen: MenuScreen }) {
  const { path: current } = useLocation()
  const address = useAddress()(path)
  const own = address.replace(/\/$/, '')
  const isHere = current === own || (path !== '/' && current.startsWith(`${own}/`))
  return (
    <li>
      <a href={address} aria-current={isHere ? 'page' : undefined}>
        {title}
      </a>
    </li>
  )
}
