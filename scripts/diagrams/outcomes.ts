/**
 * Finds where one event may lead from one state, and under which condition. XState takes the first way whose guard
 * holds, so a way counts only where those before it do not. Ways in a row that lead to the same place are one outcome:
 * any of their guards will do. An outcome after another one that is shown begins with "else", or is "otherwise" where
 * no guard is left to ask; one after an outcome that is not shown says "unless". A condition is therefore true wherever
 * it is written.
 */
import type { Way } from '../../src/core/lifecycles/model.ts'

export type Outcome = {
  /** The first of its ways, which has the words that all of them share. */
  way: Way
  /** A card, or a state of another picture; null where it leads nowhere that is shown. */
  place: string | null
  /** Empty where the event always leads there. */
  condition: string
}

/** Null where a way leads nowhere that a picture shows. */
export type Places = (way: Way) => string | null

/** The outcomes of ways in the order in which they are asked. */
export function outcomesOf(ways: Way[], placeOf: Places, isShown: (way: Way) => boolean) {
  const runs: Way[][] = []
  for (const way of ways) {
    const run = runs.at(-1)
    if (run && isAlike(run[0]!, way) && placeOf(run[0]!) === placeOf(way)) run.push(way)
    else runs.push([way])
  }
  return runs.map((run, index): Outcome => {
    const [way] = run as [Way]
    const before = runs.slice(0, index).filter((other) => !excludes(other, run))
    const hidden = before.filter((other) => !isShown(other[0]!)).flat()
    const isElse = before.some((other) => isShown(other[0]!))
    return { way, place: placeOf(way), condition: conditionOf(run, isElse, hidden) }
  })
}

const isAlike = (one: Way, other: Way): boolean =>
  one.isHarmless === other.isHarmless && one.words === other.words && one.role === other.role

function conditionOf(run: Way[], isElse: boolean, hidden: Way[]): string {
  const isCertain = run.some(({ guard }) => guard === '')
  const certain = isElse ? 'otherwise' : ''
  const own = isCertain ? certain : `${isElse ? 'else if' : 'if'} ${guardsOf(run)}`
  const unless = hidden.length > 0 ? `unless ${guardsOf(hidden)}` : ''
  return [own, unless].filter(Boolean).join(', ')
}

const guardsOf = (ways: Way[]): string =>
  listOf([...new Set(ways.map(({ guardWords }) => guardWords))], 'or')

/** Two outcomes whose guards compare one thing with something else each: only one of them can hold. */
const excludes = (one: Way[], other: Way[]): boolean =>
  one.every((way) => other.every((way2) => isOtherThan(way.guard, way2.guard)))

const comparison = /^(?!not )(\w+) \w+$/

function isOtherThan(one: string, other: string): boolean {
  const [, compared] = comparison.exec(one) ?? []
  return compared !== undefined && compared === comparison.exec(other)?.[1] && one !== other
}

/** `a`, `a or b`, `a, b or c`. */
export function listOf(words: string[], conjunction: 'and' | 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
}
