/** Names and what they stand for, one below the other. */
import type { ComponentChildren } from 'preact'

export type Term = { name: string; value: ComponentChildren }

export function TermsList({ terms }: { terms: readonly Term[] }) {
  return (
    <dl class="terms">
      {terms.map(({ name, value }) => (
        <div key={name} class="row">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
