/** Leads from the list of events to that of deliveries, and back. */
import { useLocation } from 'preact-iso'
import { say } from '../deliveries/delivery-words.ts'
import { useAddress } from '../../context.ts'

const lists = [
  ['/events', 'events'],
  ['/deliveries', 'deliveries'],
] as const

export function LogLists() {
  const { path } = useLocation()
  const address = useAddress()
  return (
    <nav class="beside" aria-label="Events and deliveries">
      {lists.map(([to, name]) => (
        <a key={to} href={address(to)} aria-current={path === address(to) ? 'page' : undefined}>
          {say(name)}
        </a>
      ))}
    </nav>
  )
}
