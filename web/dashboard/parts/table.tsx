/**
 * Rows of a list. On a phone every row is a card: of four values, where the columns say which, or of every value beside
 * its column's name.
 */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Digits } from '../../parts/digits.tsx'
import { alignPoints } from './align-points.ts'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ComponentChildren
  /** Numbers and amounts stand at the right, so that they compare. */
  isNumber?: true
  /** Where it stands in the card; of a row whose columns name places the card has no others. */
  onPhone?: 'lead' | 'amount' | 'status' | 'date'
  /** Its link leads to the row's own page: on a phone the whole card does. */
  isOwn?: true
}

type Props<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => alignPoints(table.current!))
  return (
    <table
      class="table"
      data-short={columns.some(({ onPhone }) => onPhone) || undefined}
      ref={table}
    >
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber ? 'number' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, isNumber, onPhone, isOwn }) => (
              <td
                key={title}
                data-title={title}
                data-place={onPhone}
                data-own={isOwn}
                class={isNumber ? 'number' : ''}
              >
                <div>{isNumber ? grouped(cell(row)) : cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const grouped = (value: ComponentChildren) =>
  typeof value === 'string' || typeof value === 'number' ? <Digits>{value}</Digits> : value
