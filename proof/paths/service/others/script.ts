/**
 * Paths whose order is dictated by what happens inside the service, as data: what is done, and which messages that has
 * to bring to which actors. The machines say what becomes of each message.
 */
import {
  actorKinds,
  type ActorKind,
  type StoredActor,
} from '../../../../src/shared/stored-actor.ts'
import type { Cause, MessageEvent } from '../../../../src/shared/message.ts'
import { type Modelled, modelTurn } from '../../store/model.ts'
import type { Path } from '../../path.ts'
import type { Need } from '../needs.ts'
import { causeOf } from './causes.ts'
import { messages } from './messages.ts'

/** By the name of an actor, such as `delivery 2`, the names of messages; `timer` is its armed timer. */
export type Brings = Readonly<Record<string, readonly string[]>>
export type Step<Act> = { does: string; act: Act; brings: Brings }
export type Script<Act> = { kind: ActorKind; steps: readonly Step<Act>[]; needs?: Need }
export type ScriptPath<Act> = Path & { script: Script<Act>; needs?: Need }

/** The first word of an actor's name is its kind. */
export function kindOf(name: string): ActorKind {
  const kind = actorKinds.find((one) => one === name.split(' ')[0])
  if (!kind) throw new Error(`'${name}' is no kind of actor`)
  return kind
}

/** By the name of an actor, all turns that it took. */
type Turns = ReadonlyMap<string, readonly Modelled[]>
type Newest = ReadonlyMap<ActorKind, Cause>

export class ScriptModel {
  readonly turns: Turns
  /** The cause of the newest turn of each kind. */
  readonly #newest: Newest

  constructor(turns: Turns = new Map(), newest: Newest = new Map()) {
    this.turns = turns
    this.#newest = newest
  }

  after(brings: Brings): ScriptModel {
    const turns = new Map(this.turns)
    const newest = new Map(this.#newest)
    for (const [name, keys] of Object.entries(brings))
      for (const key of keys) {
        const turn = take(name, key, turns, newest)
        turns.set(name, [...(turns.get(name) ?? []), turn])
        newest.set(kindOf(name), turn.stored.journal.cause)
      }
    return new ScriptModel(turns, newest)
  }

  actorOf = (name: string): StoredActor | null => this.turns.get(name)?.at(-1)?.actor ?? null

  get transitions(): string[] {
    return [...this.turns].flatMap(([name, turns]) =>
      turns.flatMap(({ takes }) => takes.map((transition) => `${kindOf(name)}: ${transition}`)),
    )
  }
}

function take(name: string, key: string, turns: Turns, newest: Newest): Modelled {
  const kind = kindOf(name)
  const last = turns.get(name)?.at(-1)
  const actor = last?.actor ?? null
  const [timer] = key === 'timer' ? Object.entries(actor?.snapshot.timers ?? {}) : []
  const event = timer ? { type: timer[0] } : messageOf(kind, key)
  const isDestinationDown = turns.get('destination')?.at(-1)?.actor.status === 'Down'
  const own = last?.stored.journal.cause ?? null
  const cause = causeOf(kind, event, { actor, own, newest, isDestinationDown })
  const now = actor?.snapshot.context.now ?? Date.parse(beganAt)
  const owner = { merchantId: 'merchant', network: 'TestNet' as const }
  const message = { id: 'model', kind, entityId: actor?.id ?? 'model', ...owner, event, cause }
  return modelTurn(actor, message, timer ? timer[1].dueAt : now)
}

const beganAt = '2027-03-01T09:00:00.000Z'

function messageOf(kind: ActorKind, key: string): MessageEvent {
  const message = messages[kind]?.[key]
  if (!message) throw new Error(`no message to a ${kind} is called '${key}'`)
  return message
}

/** The paths of scripts, with what they come to and take, by the machines. `series` keeps ids of two lists apart. */
export const toPaths = <Act>(scripts: readonly Script<Act>[], series = ''): ScriptPath<Act>[] =>
  [...Map.groupBy(scripts, ({ kind }) => kind)].flatMap(([kind, own]) =>
    own.map((script, index) => ({
      ...walk(script),
      id: `service/${kind}/${series}${index + 1}`,
      kind,
      ground: 'service' as const,
      script,
      ...(script.needs && { needs: script.needs }),
    })),
  )

function walk<Act>({ kind, steps: acts }: Script<Act>): Pick<Path, 'steps' | 'transitions'> {
  let model = new ScriptModel()
  const steps = acts.map(({ does, brings }) => {
    const before = model
    model = model.after(brings)
    return { does, states: statesOf(kind, before, model) }
  })
  return { steps, transitions: [...new Set(model.transitions)] }
}

/** The states to which actors of the kind came between two models. */
const statesOf = (kind: ActorKind, before: ScriptModel, after: ScriptModel): string[] =>
  [...after.turns]
    .filter(([name]) => kindOf(name) === kind)
    .flatMap(([name, turns]) => turns.slice(before.turns.get(name)?.length ?? 0))
    .map(({ stored }) => stored.journal.toState)
