/** The machines that run here, read for people: states and ways, an example of every event, who hears from whom. */
import { actorDefinitions } from '../turn/actor-definitions.ts'
import { type ActorKind, actorKinds } from '../../shared/stored-actor.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { exampleEvents } from './example-events.ts'
import { type Lifecycle, toLifecycle } from './model.ts'

export type ReadMachine = {
  kind: ActorKind
  lifecycle: Lifecycle
  /** By type; each has passed the machine's own schema. */
  examples: Map<string, object>
  conditions: Condition[]
  /** The kinds whose events it takes, itself included, as their types begin. */
  hearsFrom: string[]
}

/** Reads all machines, in the order of the kinds. Takes some milliseconds for each. */
export const readMachines = (): ReadMachine[] => actorKinds.map(readMachine)

function readMachine(kind: ActorKind): ReadMachine {
  const definition = actorDefinitions[kind]
  const lifecycle = toLifecycle(definition.machine)
  const examples = exampleEvents(definition)
  const subjects = [...examples.keys()].map((type) => type.split('.')[0]!)
  return {
    kind,
    lifecycle,
    examples,
    conditions: conditionsOf(kind, lifecycle),
    hearsFrom: [...new Set(subjects)].filter((subject) => subject !== kind),
  }
}
