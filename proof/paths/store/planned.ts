/** The paths that messages take through stored machines: every transition of every kind is on one of them. */
import { actorDefinitions } from '../../../src/core/turn/actor-definitions.ts'
import { isTimer } from '../../../src/core/lifecycles/chart.ts'
import { bothParties, type Lifecycle, toLifecycle } from '../../../src/core/lifecycles/model.ts'
import { eventWords } from '../../../src/core/lifecycles/words.ts'
import { type ActorKind, actorKinds } from '../../../src/shared/stored-actor.ts'
import { allCases } from '../../../test/machines/cases/all-cases.ts'
import type { Case } from '../../../test/support/explore.ts'
import type { Path } from '../path.ts'
import { planOf } from './plans.ts'
import type { Walk } from './search.ts'

export type StorePath = Path & { one: Case; walk: Walk }

/** Lists all of them, the same for the same machines. */
export const plannedStorePaths = (): StorePath[] => actorKinds.flatMap(pathsOf)

function pathsOf(kind: ActorKind): StorePath[] {
  const lifecycle = toLifecycle(actorDefinitions[kind].machine)
  return planOf(kind).map((walk, index) => ({
    id: `store/${kind}/${index + 1}`,
    kind,
    ground: 'store',
    steps: walk.steps.map(({ event, to }) => ({
      does: sayEvent(lifecycle, event.type, walk.title),
      states: [to],
    })),
    transitions: [
      ...new Set(walk.steps.flatMap(({ takes }) => takes.map((name) => `${kind}: ${name}`))),
    ],
    one: caseOf(kind, walk.title),
    walk,
  }))
}

function caseOf(kind: ActorKind, title: string): Case {
  const one = allCases.find((candidate) => candidate.kind === kind && candidate.title === title)
  if (!one) throw new Error(`no case of a ${kind} is called '${title}': plan its paths anew`)
  return one
}

function sayEvent({ id, ways }: Lifecycle, type: string, title: string): string {
  const words = eventWords(type, id)
  if (type === `${id}.create`) return `begins: ${title}`
  if (isTimer(type)) return `the wait is over: ${words}`
  const command = ways.find((way) => way.eventType === type && way.role !== null)
  if (command) return `is told by ${sayRole(command.role!)}: ${command.words}`
  return words.includes(': ') ? `hears of the ${words}` : `hears: ${words}`
}

const sayRole = (role: string): string => (role === bothParties ? 'merchant or payer' : role)

/** Names a path in one line: its id, and the states that it comes to. */
export function titleOf({ id, steps }: Path): string {
  const states = steps.flatMap((step) => step.states)
  return `${id}: ${states.filter((state, index) => state !== states[index - 1]).join(' → ')}`
}
