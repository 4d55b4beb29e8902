/** The cells of a list as the service describes them: one writer for each way to show a value, and the page's own cells by their names. */
import type { ComponentChildren } from 'preact'
import type { ListColumn, ListDescription, Money } from '../../../api/dashboard.generated.ts'
import { useDashboard } from '../../context.ts'
import { Duration } from '../duration.tsx'
import { CustomerLink, Link, NameInList, PayerLinks } from '../links.tsx'
import { type MetadataView, Reference } from '../metadata.tsx'
import { Amount, Sum } from '../money.tsx'
import { spaced, Status } from '../status.tsx'
import type { Column } from '../table.tsx'
import { When } from '../when.tsx'

/** Cells that only the page knows how to show, by the names of their columns. */
export type Cells<Row> = { [Name in keyof Row]?: (row: Row) => ComponentChildren }

type Moment = string | null

const writers: Record<
  Exclude<ListColumn['as'], 'customer'>,
  (value: never) => ComponentChildren
> = {
  text: (text: string | null) => text ?? '–',
  name: (name: string) => <NameInList name={name} />,
  words: (name: string) => spaced(name),
  labels: (labels: string[]) => labels.join(', ') || '–',
  number: (number: number) => number,
  money: (money: string | Money) =>
    typeof money === 'string' ? (
      <Sum>{money}</Sum>
    ) : (
      <Amount value={money.value} asset={money.currency} />
    ),
  moment: (at: Moment) => <When at={at} />,
  second: (at: Moment) => <When at={at} isExact />,
  duration: (seconds: number) => <Duration seconds={seconds} />,
  state: (name: string) => <Status name={name} />,
  reference: (metadata: MetadataView | null) => <Reference metadata={metadata} />,
  wallets: (payers: string[]) => <PayerLinks payers={payers} />,
}

const numbers: readonly ListColumn['as'][] = ['number', 'money']

/** The description of a list, which came with who is logged in. */
export const useDescription = (name: ListDescription['name']): ListDescription =>
  useDashboard().identity.lists.find((list) => list.name === name)!

export const toColumns = <Row extends object>(
  columns: readonly ListColumn[],
  cells: Cells<Row> = {},
): Column<Row>[] =>
  columns.map((column) => ({
    ...column,
    ...(numbers.includes(column.as) && { isNumber: true as const }),
    ...(column.own !== undefined && { isOwn: true as const }),
    cell: cells[column.name as keyof Row] ?? ((row) => write(column, row)),
  }))

function write<Row extends object>({ name, as, to, own }: ListColumn, row: Row): ComponentChildren {
  const fieldOf = (field: string) => row[field as keyof Row]
  const address = (own ?? to)?.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String(fieldOf(field))),
  )
  const value = fieldOf(name)
  if (as === 'customer')
    return <CustomerLink customerId={value as string} {...(address && { to: address })} />
  const written = writers[as](value as never)
  return address === undefined ? written : <Link to={address}>{written}</Link>
}
