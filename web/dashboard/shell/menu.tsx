/** The menu: beside the content, or on a phone behind a button of the header. */
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { useAddress, useDashboard } from '../context.ts'
import { screens } from '../screens.ts'

export type MenuState = { isOpen: boolean; onToggle: () => void }

/** It closes where it has led. */
export function useMenu(): MenuState {
  const { path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return { isOpen, onToggle: () => setOpen(!isOpen) }
}

/** Seen where the menu does not stand beside the content. */
export const MenuButton = ({ isOpen, onToggle }: MenuState) => (
  <button type="button" class="quiet menu-button" aria-expanded={isOpen} onClick={onToggle}>
    Menu
  </button>
)

export function Menu({ isOpen }: { isOpen: boolean }) {
  const { identity, network } = useDashboard()
  const address = useAddress()
  const rights = identity.rights[network]
  const groups = Map.groupBy(
    screens.filter(({ group, right = 'read' }) => group !== null && rights.includes(right)),
    ({ group }) => group!,
  )
  const links = [...groups].map(([group, ofGroup]): MenuGroup => [
    group,
    ofGroup.map(({ path, title, besides = [] }) => ({
      address: address(path),
      title,
      besides: besides.map(address),
    })),
  ])
  return <MenuFrame groups={links} home={address('/')} isOpen={isOpen} />
}

type MenuLink = { address: string; title: string; besides?: readonly string[] }
export type MenuGroup = [name: string, links: MenuLink[]]

type FrameProps = {
  groups: readonly MenuGroup[]
  /** The link is marked only there, and not on what stands below it. */
  home: string
  isOpen: boolean
  /** Names the subject of the whole menu. */
  children?: ComponentChildren
}

export function MenuFrame({ groups, home, isOpen, children }: FrameProps) {
  return (
    <nav class="menu" aria-label="Menu" data-open={isOpen}>
      {children}
      <div class="menu-groups">
        {groups.map(([group, links]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {links.map((link) => (
                <MenuItem key={link.address} link={link} isHome={link.address === home} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

type ItemProps = { link: MenuLink; isHome: boolean }

function MenuItem({ link: { address, title, besides = [] }, isHome }: ItemProps) {
  const { path } = useLocation()
  const current = path.replace(/\/$/, '')
  const isAt = (own: string) => current === own || (!isHome && current.startsWith(`${own}/`))
  const isHere = [address.replace(/\/$/, ''), ...besides].some(isAt)
  return (
    <li>
      <a href={address} aria-current={isHere ? 'page' : undefined}>
        {title}
      </a>
    </li>
  )
}
