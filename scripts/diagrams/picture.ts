/**
 * Decides what a picture draws as arrows, what it says in words on a card, and what it leaves to
 * the tables.
 *
 * A large lifecycle has more ways than a picture can bear. Where several of its states have the same
 * way out, one arrow shows it, and the others say it in words. From a decision one arrow leads to
 * each status, however many of its phases it may end in; what leads back to it is said in words.
 * What a reorganisation of the chain takes back, and what only changes the memory, is in the tables.
 */
import type { Lifecycle, State, Way, WayKind } from './model.ts'
import { withInner } from './model.ts'

/** A way as it is drawn: without the conditions that only keep stale messages out. */
export type PicturedWay = Way & { condition: string }

/** All ways of one kind between the same two states: one line in the picture. */
export type Arrow = { id: string; from: string; to: string; kind: WayKind; ways: PicturedWay[] }

/** What a card says: what people may do that leaves the state as it is, and ways out without arrow. */
export type SaidInWords = { staying: PicturedWay[]; leaving: PicturedWay[] }

export type Picture = { arrows: Arrow[]; saidInWords: Map<string, SaidInWords> }

/** Stands for the machine itself as the start of an arrow: whatever the state is. */
export const anyState = '*'

/** As many arrows as a reader can follow. */
const arrowsMax = 26

const takesBack = /reorged$/i

/** Sorts the ways of a lifecycle into arrows and words. */
export function toPicture(lifecycle: Lifecycle): Picture {
  const ways = lifecycle.ways
    .filter((way) => !way.isHarmless && !takesBack.test(way.eventType))
    .map((way) => toPictured(way, lifecycle))
  const leaving = ways.filter(({ to }) => to !== null)
  const drawable = leaving.filter((way) => !leadsBackToDecision(way, lifecycle))
  const isLarge = arrowsOf(drawable).length > arrowsMax
  const drawn = drawable.filter((way) => !isLarge || isDrawn(way, drawable, lifecycle))
  const saidInWords = new Map(
    withInner(lifecycle.states).map(({ path }) => [
      path,
      {
        staying: ways.filter((way) => way.from === path && way.to === null && way.role !== null),
        leaving: leaving.filter((way) => way.from === path && !drawn.includes(way)),
      },
    ]),
  )
  return { arrows: arrowsOf(drawn), saidInWords }
}

/** A way from a decision says only what decides, and nothing where the state it leads to says it. */
function toPictured(way: Way, lifecycle: Lifecycle): PicturedWay {
  if (!stateAt(way.from, lifecycle)?.isDecision)
    return { ...way, condition: conditionOf(way, lifecycle) }
  const [target = ''] = way.to?.split('.').slice(-1) ?? []
  const isNamed = way.guard.endsWith(` ${target}`)
  const status = topOf(way.to ?? '')
  const isOneOfMany = lifecycle.ways.filter(isAlike(way, status)).length > 1
  return {
    ...way,
    to: isOneOfMany ? status : way.to,
    words: way.guard ? '' : 'otherwise',
    condition: isNamed ? '' : way.guardWords,
  }
}

const isAlike =
  ({ from }: Way, status: string) =>
  (other: Way) =>
    other.from === from && topOf(other.to ?? '') === status && status !== topOf(from)

function leadsBackToDecision({ from, to }: Way, lifecycle: Lifecycle): boolean {
  const order = (path: string) => withInner(lifecycle.states).findIndex((one) => one.path === path)
  return stateAt(to, lifecycle)?.isDecision === true && order(from) > order(to!)
}

const stateAt = (path: string | null, { states }: Lifecycle): State | undefined =>
  withInner(states).find((state) => state.path === path)

function arrowsOf(ways: PicturedWay[]): Arrow[] {
  const groups = Map.groupBy(ways, (way) => `${way.from || anyState} > ${way.to} ${way.kind}`)
  return [...groups].map(([id, [first, ...others]]) => ({
    id,
    from: first!.from || anyState,
    to: first!.to!,
    kind: first!.kind,
    ways: [first!, ...others],
  }))
}

/** A condition matters to the reader where another way is taken when it does not hold. */
function conditionOf(way: Way, { ways }: Lifecycle): string {
  const others = ways.filter(
    (other) => other !== way && other.from === way.from && other.eventType === way.eventType,
  )
  const isAlone = others.length === 0
  const leadsElsewhere = others.some((other) => !other.isHarmless && other.to !== way.to)
  return isAlone || leadsElsewhere ? way.guardWords : ''
}

/**
 * Whether a way gets an arrow. Of several states with the same way out, the one for which it is
 * certain has it, and among those the one that comes nearest, before the target rather than after.
 */
function isDrawn(way: PicturedWay, ways: PicturedWay[], { states }: Lifecycle): boolean {
  const order = (path: string) => states.findIndex(({ path: top }) => top === topOf(path))
  const target = order(way.to!)
  const distance = ({ from, condition }: PicturedWay) => {
    const steps = target - order(from)
    return (condition ? 2e6 : 0) + (steps > 0 ? steps : 1e6 - steps)
  }
  const same = ways.filter(
    ({ eventType, to, from }) =>
      eventType === way.eventType && to === way.to && order(from) !== target,
  )
  return !same.includes(way) || distance(way) === Math.min(...same.map(distance))
}

const topOf = (path: string): string => path.split('.')[0] ?? ''
