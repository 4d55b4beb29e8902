/**
 * Answers whether an actor would take a command now, and why not: by asking the pure machine, which sends
 * nothing and writes nothing.
 */
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { findCommands, isCommand } from '../turn/command-roles.ts'
import { type AskedGuard, audibleMachine, listen, restoreAudibly } from '../story/asked-guards.ts'
import type { Helper, ReasonWords } from '../reasons/reason-words.ts'
import { troubleOf } from './trouble.ts'
import type { Value } from '../story/values.ts'
import { commandWords } from './command-words.ts'

/** `already`: the state takes it and nothing would change. */
export type CommandAnswer = {
  command: string
  outcome: 'accepted' | 'already' | 'refused'
  says: string
  /** Names what would have to hold; null where nothing is missing. */
  condition: string | null
  values: Value[]
  change: string | null
  helper: Helper | null
  /** The guards that were asked. */
  conditions: AskedGuard[]
}

/** Lists the commands that some state of the actor's machine takes: `pause`, `cancel`. */
export const commandsOf = ({ kind }: Pick<StoredActor, 'kind'>): string[] =>
  [...findCommands(audibleMachine(kind)).keys()].map((type) => type.slice(type.indexOf('.') + 1))

/** Asks for one of the `commandsOf` the actor; `now` is business time. */
export function explainCommand(actor: StoredActor, command: string, now: Date): CommandAnswer {
  const type = `${actor.kind}.${command}`
  const snapshot = restoreAudibly(actor)
  const context = { ...snapshot.context, now: now.getTime() }
  const stamped = { ...snapshot, context } as AnyMachineSnapshot
  const { result: chosen, asked } = listen(
    () => snapshot.machine.getTransitionData(stamped, { type }) ?? [],
  )
  const said = { command, condition: null, values: [], change: null, helper: null }
  if (snapshot.status === 'active' && chosen.some(isCommand))
    return { ...said, outcome: 'accepted', says: `It takes ${command} now.`, conditions: asked }
  // A state that lists it beside other conditions says no by those; one that just takes it has it already.
  const refused = asked.find(({ guard, answer }) => !answer && commandWords[actor.kind]?.[guard])
  if (chosen.length > 0 && !refused) {
    const says = `${placeOf(actor)} takes ${command}, and nothing would change.`
    return { ...said, outcome: 'already', says, conditions: asked }
  }
  const why = refused
    ? whyNot(actor, refused, context)
    : notHere(actor, command, statesThatTake(actor, type))
  return { command, outcome: 'refused', ...why, conditions: asked }
}

type WhyNot = Pick<CommandAnswer, 'says' | 'condition' | 'values' | 'change' | 'helper'>

function whyNot({ kind }: StoredActor, { guard }: AskedGuard, context: object): WhyNot {
  const words = commandWords[kind]![guard] as ReasonWords<object>
  const { says, condition, values, change, helper } = troubleOf('Failure', guard, words, context)
  return { says, condition, values, change, helper }
}

const notHere = (actor: StoredActor, command: string, states: string[]): WhyNot => ({
  says: `${placeOf(actor)} does not take ${command}.`,
  condition: `It is ${listOf(states)}.`,
  values: [
    { name: 'status', value: actor.status },
    ...(actor.phase ? [{ name: 'phase', value: actor.phase }] : []),
  ],
  change: `It takes ${command} while it is ${listOf(states)}.`,
  helper: 'nobody',
})

const placeOf = ({ status, phase }: StoredActor): string =>
  phase ? `${status} (${phase})` : status

/** The states whose own transitions are for this command: `Active (Current)`. */
function statesThatTake({ kind }: StoredActor, type: string): string[] {
  const nodes = allWithin(audibleMachine(kind).root)
  const taking = nodes.filter((node) => node.transitions.get(type)?.some(isCommand))
  return taking.map(({ path: [status, phase] }) => {
    if (status === undefined) return 'anywhere'
    return phase === undefined ? status : `${status} (${phase})`
  })
}

const allWithin = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(allWithin),
]

const listOf = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
