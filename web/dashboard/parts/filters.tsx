/** The filters of a list, which stand in its address. */
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../messages/dashboard/shell-words.ts'
import { type Query, useAddressQuery } from '../use-address-query.ts'
import { SelectField, TextField } from './forms.tsx'
import { spaced } from './status.tsx'

export type Filter =
  | { name: string; label: string; kind: 'choice'; options: readonly string[] }
  | { name: string; label: string; kind: 'text'; placeholder?: string }
  | { name: string; label: string; kind: 'date' }

export const namesOf = (filters: readonly Filter[]): string[] => filters.map(({ name }) => name)

export const isFiltered = (filters: readonly Filter[], query: Query): boolean =>
  filters.some(({ name }) => query[name])

export function Filters({ filters }: { filters: readonly Filter[] }) {
  const { query, change } = useAddressQuery()
  const none = Object.fromEntries(filters.map(({ name }) => [name, '']))
  return (
    <div class="filters" role="search" aria-label={say('filters')}>
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={query[filter.name] ?? ''}
          onValue={(value) => change({ [filter.name]: value })}
        />
      ))}
      {isFiltered(filters, query) && (
        <button type="button" class="quiet" onClick={() => change(none)}>
          {say('clearFilters')}
        </button>
      )}
    </div>
  )
}

type FieldProps = { filter: Filter; value: string; onValue: (value: string) => void }

function FilterField({ filter, value, onValue }: FieldProps) {
  if (filter.kind === 'choice')
    return (
      <SelectField
        label={filter.label}
        value={value}
        options={[
          { value: '', label: say('any') },
          ...filter.options.map((option) => ({ value: option, label: spaced(option) })),
        ]}
        onValue={onValue}
      />
    )
  return <TypedFilter filter={filter} value={value} onValue={onValue} />
}

/** What is typed counts once it is confirmed by Enter, or left. */
function TypedFilter({ filter, value, onValue }: FieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => typed.trim() !== value && onValue(typed.trim())
  return (
    <TextField
      label={filter.label}
      type={filter.kind === 'date' ? 'date' : 'search'}
      placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
      value={typed}
      onValue={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}
