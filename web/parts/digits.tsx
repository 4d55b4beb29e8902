/**
 * A number whose digits stand in groups of three that one can see but not copy: what is pasted elsewhere is the plain
 * decimal. Its fraction has a place of its own, so that points can stand below each other.
 */
import { Fragment } from 'preact'

/** A whole part of fewer digits is read at a glance. */
const groupedFromDigits = 5

export function Digits({ children }: { children: string | number }) {
  const [, before = '', whole = '', fraction = '', after = ''] =
    /^(\D*)(\d*)(\.\d+)?(.*)$/su.exec(String(children)) ?? []
  return (
    <span class="digits" translate={false}>
      {before}
      {grouped(whole)}
      <span class="fraction">{fraction}</span>
      {after}
    </span>
  )
}

function grouped(whole: string) {
  if (whole.length < groupedFromDigits) return whole
  const groups = whole.split(/(?=(?:\d{3})+$)/)
  return groups.map((group, index) =>
    index === groups.length - 1 ? (
      group
    ) : (
      <Fragment key={index}>
        {group.slice(0, -1)}
        {/* Space that belongs to the digit, so that a line below a link has no gap. */}
        <span class="before-gap">{group.slice(-1)}</span>
      </Fragment>
    ),
  )
}
