/** The filters of a list, which stand in its address. On a phone they are folded: the rows come first. */
import type { ListFilter } from '../../../api/dashboard.generated.ts'
import { useEffect, useState } from 'preact/hooks'
import { phrase } from '../../phrase.ts'
import { fromLocalMoment, toLocalMoment } from '../../local-moment.ts'
import { type Query, useAddressQuery } from '../../use-address-query.ts'
import { SelectField, TextField } from '../forms.tsx'
import { spaced } from '../status.tsx'

/** A `moment` is set in the reader's zone; the address has it in UTC. */
export type Filter = Omit<ListFilter, 'kind'> & { kind: ListFilter['kind'] | 'date' }

export const namesOf = (filters: readonly { name: string }[]): string[] =>
  filters.map(({ name }) => name)

export const isFiltered = (filters: readonly Filter[], query: Query): boolean =>
  countSet(filters, query) > 0

const countSet = (filters: readonly Filter[], query: Query): number =>
  filters.filter(({ name }) => query[name]).length

type FiltersProps = {
  filters: readonly Filter[]
  /** Filters that are needed now and then: they stand behind a word until one of them counts. */
  more?: readonly Filter[]
}

export function Filters({ filters, more = [] }: FiltersProps) {
  const { query, change } = useAddressQuery()
  const [isUnfolded, unfold] = useState(false)
  const [isOpen, setOpen] = useState(isFiltered(more, query))
  const all = [...filters, ...more]
  const none = Object.fromEntries(namesOf(all).map((name) => [name, '']))
  const setCount = countSet(all, query)
  const toField = (filter: Filter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      value={query[filter.name] ?? ''}
      onValue={(value) => change({ [filter.name]: value })}
    />
  )
  return (
    <div class="filter-fold" role="search" aria-label="Filters" data-open={isUnfolded}>
      <button
        type="button"
        class="quiet"
        aria-expanded={isUnfolded}
        onClick={() => unfold(!isUnfolded)}
      >
        {phrase`Filter (${setCount})`}
      </button>
      <div class="filters">
        {filters.map(toField)}
        {more.length > 0 && (
          <details
            class="more-filters"
            open={isOpen}
            onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <summary>More filters</summary>
            <div class="filters">{more.map(toField)}</div>
          </details>
        )}
        {setCount > 0 && (
          <button type="button" class="quiet" onClick={() => change(none)}>
            Clear filters
          </button>
        )}
      </div>
    </div>
  )
}

type FieldProps = { filter: Filter; value: string; onValue: (value: string) => void }

/** What a link asks for is a choice of its own, such as `Suspended or Error`. */
function FilterField({ filter, value, onValue }: FieldProps) {
  if (filter.kind === 'choice')
    return (
      <SelectField
        label={filter.label}
        value={value}
        options={[
          { value: '', label: 'Any' },
          ...[...new Set([...(filter.options ?? []), value])]
            .filter((option) => option !== '')
            .map((option) => ({
              value: option,
              label: option
                .split(',')
                .map((one) => filter.names?.[one] ?? spaced(one))
                .join(' or '),
            })),
        ]}
        onValue={onValue}
      />
    )
  if (filter.kind === 'moment')
    return (
      <TextField
        label={filter.label}
        type="datetime-local"
        value={toLocalMoment(value)}
        onValue={(local) => onValue(local && fromLocalMoment(local))}
      />
    )
  return <TypedFilter filter={filter} value={value} onValue={onValue} />
}

/** The typed text counts once it is confirmed by Enter, or left. */
function TypedFilter({ filter, value, onValue }: FieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => typed.trim() !== value && onValue(typed.trim())
  return (
    <TextField
      label={filter.label}
      type={filter.kind === 'date' ? 'date' : 'search'}
      placeholder={filter.placeholder}
      value={typed}
      onValue={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}
