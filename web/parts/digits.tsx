/**
 * A number whose digits stand in groups of three that one can see but not copy: what is pasted elsewhere is the plain
 * decimal. Its fraction has a place of its own, so that points can stand below each other.
 */
import { Fragment } from 'preact'
import { groupsOf } from './digit-groups.ts'

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

/** A sum in a sentence stands before its asset. */
const sum = /(\b\d+(?:\.\d+)?(?=\s\p{L}))/u

/** A sentence whose long sums have such groups. */
export const Sums = ({ children }: { children: string }) => (
  <>
    {children
      .split(sum)
      .map((part, place) =>
        place % 2 === 1 && isGrouped(part) ? <Digits key={place}>{part}</Digits> : part,
      )}
  </>
)

const isGrouped = (decimal: string): boolean => groupsOf(decimal.split('.', 1)[0]!).length > 1

const grouped = (whole: string) =>
  groupsOf(whole).map((group, place, { length }) =>
    place === length - 1 ? (
      group
    ) : (
      <Fragment key={place}>
        {group.slice(0, -1)}
        {/* Space that belongs to the digit, so that a line below a link has no gap. */}
        <span class="before-gap">{group.slice(-1)}</span>
      </Fragment>
    ),
  )
