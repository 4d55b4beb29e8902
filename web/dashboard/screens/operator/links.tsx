/** Links between the screens of those who run the service. */
import type { ComponentChildren } from 'preact'
import type { Query } from '../../use-address-query.ts'

type Props = { to: string; query?: Query; children: ComponentChildren; label?: string }

/** `to` follows `/dashboard/operator`. */
export const OperatorLink = ({ to, query = {}, children, label }: Props) => {
  const parameters = new URLSearchParams(query)
  const address = `/dashboard/operator${to}`
  return (
    <a href={parameters.size > 0 ? `${address}?${parameters}` : address} aria-label={label}>
      {children}
    </a>
  )
}

type MerchantProps = { id: string | null; name: string | null }

/** A merchant by its name, which leads to its page. */
export const MerchantLink = ({ id, name }: MerchantProps) =>
  id === null ? <>–</> : <OperatorLink to={`/merchants/${id}`}>{name ?? id}</OperatorLink>

/** Links from a merchant's page narrow a list to what is its own. */
export const ofOneMerchant = { name: 'merchantId', label: 'merchant id' }
