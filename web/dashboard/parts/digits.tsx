import { Fragment } from 'preact'

/**
 * A long number in groups of three that one can see but not copy: what is pasted elsewhere is the
 * plain decimal.
 */
const groupedFrom = 10_000

export function Digits({ children }: { children: string | number }) {
  const text = String(children)
  const whole = /\d+/.exec(text)?.[0] ?? ''
  if (Number(whole) < groupedFrom)
    return (
      <span class="digits" translate={false}>
        {text}
      </span>
    )
  const start = text.indexOf(whole)
  const groups = whole.split(/(?=(?:\d{3})+$)/)
  return (
    <span class="digits" translate={false}>
      {text.slice(0, start)}
      {groups.slice(0, -1).map((group, index) => (
        <Fragment key={index}>
          {group.slice(0, -1)}
          {/* Space that belongs to the digit, so that a line below a link has no gap. */}
          <span class="before-gap">{group.at(-1)}</span>
        </Fragment>
      ))}
      {groups.at(-1)}
      {text.slice(start + whole.length)}
    </span>
  )
}
