/**
 * Computes how a state of a machine may react to each event, as XState would choose, for every
 * answer of its guards.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import {
  delayName,
  guardText,
  isHarmless,
  isTimer,
  pathOf,
  type Reference,
  transitionsOf,
} from '../../src/core/lifecycles/chart.ts'
import { durationWords, eventWords, guardWords } from '../../src/core/lifecycles/words.ts'

export type Alternative = {
  eventType: string
  /** The cause as a picture writes it: `Cancel · merchant`, `until due`. */
  cause: string
  /** In words; empty where it always holds. */
  guard: string
  /** Null where the state stays as it is. */
  target: string | null
  isButton: boolean
  isHarmless: boolean
}

/** The ways of one event, of which there is one at least. */
export type Alternatives = [Alternative, ...Alternative[]]

/** For each event the ways in the order in which they are asked, of the state and of those around it. */
export function alternativesAt(leaf: AnyStateNode): Alternatives[] {
  const isDecision = (leaf.always ?? []).some(({ guard }) => !guard)
  const around: AnyStateNode[] = []
  for (let state: AnyStateNode | undefined = leaf; state; state = state.parent) around.push(state)
  const all = around.flatMap(transitionsOf)
  const types = new Set(all.map(({ eventType }) => eventType))
  return [...types]
    .filter((type) => type === '' || !isDecision)
    .map((type) => {
      const ways = all.filter(({ eventType }) => eventType === type)
      const last = ways.findIndex(({ guard }) => !guard)
      return ways.slice(0, last < 0 ? ways.length : last + 1).map(toAlternative) as Alternatives
    })
}

function toAlternative(way: AnyTransitionDefinition): Alternative {
  const { source, target: [target] = [], meta, eventType } = way
  const delay: unknown =
    isTimer(eventType) && source.machine.implementations.delays[delayName(eventType)]
  const words = eventWords(eventType, source.machine.id)
  const timed = typeof delay === 'number' ? `${words} (${durationWords(delay)})` : words
  return {
    eventType,
    cause: meta ? `${meta['label']} · ${meta['roles'].length > 1 ? 'both' : meta['roles']}` : timed,
    guard: guardWords(guardText(way.guard as Reference | undefined)),
    target: !target || (target === source && !way.reenter) ? null : pathOf(target),
    isButton: meta !== undefined && !isHarmless(way),
    isHarmless: isHarmless(way),
  }
}

/** Every way in which the guards may answer. A thing that equals one value does not equal another. */
export function answersOf(alternatives: Alternative[]): Map<string, boolean>[] {
  const guards = [...new Set(alternatives.map(({ guard }) => guard))].filter(Boolean)
  const isComparison = (guard: string) => /^(at|refusal of) /.test(guard)
  let found = [new Map<string, boolean>()]
  for (const guard of guards)
    found = found.flatMap((answers) => {
      const isTaken = [...answers].some(([one, is]) => is && isComparison(one))
      const no = new Map([...answers, [guard, false] as const])
      return isTaken && isComparison(guard) ? [no] : [no, new Map([...answers, [guard, true]])]
    })
  return found
}

/** Whether a written condition holds; of "else" and "otherwise" what is written apart from that. */
export function holds(condition: string, answers: Map<string, boolean>): boolean {
  const [, list, , unless] =
    /^(?:(?:else )?if (.*?)|(otherwise))?(?:(?:^|, )unless (.*))?$/.exec(condition) ?? []
  const isTrue = (guard: string) => {
    if (!answers.has(guard)) throw new Error(`'${guard}' is no condition of this event`)
    return answers.get(guard)!
  }
  return (
    (!list || listedGuards(list).some(isTrue)) && !(unless && listedGuards(unless).some(isTrue))
  )
}

/** The guards in `a`, `a or b`, `a, b or c`; a guard's own words may hold an "and". */
const listedGuards = (text: string): string[] => text.split(/, | or /)

export const isElse = (condition: string): boolean => /^(else|otherwise)/.test(condition)
