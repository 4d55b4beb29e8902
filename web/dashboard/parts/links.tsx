/** Links to other screens of the same network. */
import type { ComponentChildren } from 'preact'
import { Ends } from '../../parts/address-text.tsx'
import { useAddress } from '../context.ts'

type Props = { to: string; children: ComponentChildren; class?: string }

/** `to` is the screen's path, such as `/plans?statusIn=Active`. */
export function Link({ to, children, class: className }: Props) {
  const address = useAddress()
  return (
    <a href={address(to)} class={className}>
      {children}
    </a>
  )
}

/** A link to something that is named by an address or a hash. */
export function HashLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to}>
      <Ends text={text} />
    </Link>
  )
}

/** Below one another, and far enough apart for a finger. */
export function PayerLinks({ payers }: { payers: readonly string[] }) {
  return (
    <ul class="apart">
      {payers.map((payer) => (
        <li key={payer}>
          <HashLink to={`/payers/${payer}`} text={payer} />
        </li>
      ))}
    </ul>
  )
}

/** A text that fits into a column is not broken in two. */
const wholeMaxCharacters = 24

type CustomerProps = {
  customerId: string
  /** Leads to something of this customer; absent: to the customer. */
  to?: string
}

/** A name that is broken between words alone, where it is short enough. */
export const NameInList = ({ name }: { name: string }) => (
  <span {...(name.length <= wholeMaxCharacters && { class: 'unbroken' })}>{name}</span>
)

export function CustomerLink({ customerId, to }: CustomerProps) {
  const isShort = customerId.length <= wholeMaxCharacters
  return (
    <Link
      to={to ?? `/customers/${encodeURIComponent(customerId)}`}
      {...(isShort && { class: 'whole' })}
    >
      {customerId}
    </Link>
  )
}
