/** The conditions that a machine asks, each as a sentence that its answer makes true or false. */
import { guardWords } from '../story/guard-words.ts'
import { timerWords } from '../story/timer-words.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { delayName } from './chart.ts'
import type { Lifecycle, Way } from './model.ts'

/** A named guard, with what it is compared with, and the ways that ask it. */
export type Condition = { name: string; words: string; sentence: string; ways: Way[] }

/** Lists the guards of a machine in the order of its chart, those inside `not`, `and` and `or` by themselves. */
export function conditionsOf(kind: ActorKind, { ways }: Lifecycle): Condition[] {
  const conditions = new Map<string, Condition>()
  for (const way of ways)
    for (const guard of namedGuards(way.guard)) {
      const [name = '', ...compared] = guard.split(' ')
      const known = conditions.get(name) ?? {
        name,
        words: name,
        sentence: guardWords[kind][name] ?? '',
        ways: [],
      }
      known.ways.push(way)
      if (compared.length > 0) known.words = `${name} …`
      conditions.set(name, known)
    }
  return [...conditions.values()]
}

/** Returns the sentence of a timer's wait; empty where the event is none. */
export const waitSentence = (kind: ActorKind, { kind: cause, eventType }: Way): string =>
  cause === 'timer' ? (timerWords[kind][delayName(eventType)] ?? '') : ''

/** The guards that a condition is made of, those inside `not`, `and` and `or` by themselves, without what they are compared with. */
export const guardNames = (guard: string): string[] =>
  namedGuards(guard).map((part) => part.split(' ')[0]!)

const namedGuards = (guard: string): string[] =>
  guard === '' ? [] : guard.split(/ and | or /).map((part) => part.replace(/^not /, ''))
