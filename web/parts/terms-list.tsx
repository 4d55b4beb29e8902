/** Names and what they stand for, one below the other. */
import type { ComponentChildren } from 'preact'

/** `isKept`: a browser's translation leaves the value as it is. */
export type Term = { name: string; value: ComponentChildren; isKept?: boolean }

export function TermsList({ terms }: { terms: readonly Term[] }) {
  return (
    <dl class="terms">
      {terms.map(({ name, value, isKept = false }, index) => (
        <div key={index} class="row">
          <dt>{name}</dt>
          <dd translate={!isKept}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
