/** A list of a merchant's as the service describes it: the page adds what only it knows to show. */
import type { ComponentChildren } from 'preact'
import type { ListColumn, ListDescription } from '../../../api/dashboard.generated.ts'
import type { Query } from '../../use-address-query.ts'
import { type Cells, toColumns, useDescription } from './described-cells.tsx'
import { List } from '../list.tsx'

type Props<Row> = {
  name: ListDescription['name']
  cells?: Cells<Row>
  /** A list of the same rows that has neither filters nor sums. */
  path?: string
  /** Parameters that the address does not name: the rows of one thing, without other filters. */
  fixed?: Query
  /** The columns of such a list, out of all. */
  columnsOf?: (columns: readonly ListColumn[]) => readonly ListColumn[]
  /** Says what to do where there is nothing yet. */
  empty: { title: string; hint: ComponentChildren }
}

export function DescribedList<Row extends object>(props: Props<Row>) {
  const { name, cells, path, fixed, columnsOf = (columns) => columns, empty } = props
  const described = useDescription(name)
  const { title, rows, key, movedBy, columns, filters, more, links } = described
  return (
    <List<Row>
      caption={title}
      path={path ?? `/${name}`}
      field={rows}
      kinds={movedBy}
      {...(path === undefined && { words: described, exportedBy: described.exportedBy })}
      {...(fixed ? { fixed } : path === undefined && { filters, more, links })}
      columns={toColumns(columnsOf(columns), cells)}
      keyOf={(row) => String(row[key as keyof Row])}
      empty={empty}
    />
  )
}
