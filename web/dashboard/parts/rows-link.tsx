/** A number as a link to exactly the rows that it counts, which the API names with it. */
import type { ComponentChildren } from 'preact'
import { Link } from './links.tsx'

type Props = { rows: string; children: ComponentChildren; class?: string }

/** Lists of the API whose screen has another name. */
const screenOf: Record<string, string> = {
  checklist: 'setup',
  'webhook-endpoint': 'integration',
  'gas-wallets': 'money',
  receiver: 'money',
}

/** The address of the screen that shows the rows. */
function addressOfRows(rows: string): string {
  const [list = '', query] = rows.split('?', 2)
  const path = `/${screenOf[list] ?? list}`
  return query && !(list in screenOf) ? `${path}?${query}` : path
}

export const Rows = ({ rows, ...props }: Props) => <Link to={addressOfRows(rows)} {...props} />
