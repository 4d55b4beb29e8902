/** Names and values of one thing. */
import type { ComponentChildren } from 'preact'

export type Fact = [name: string, value: ComponentChildren]

/** A fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | null)[] }) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
