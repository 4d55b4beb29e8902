/**
 * Finds lives that together take every transition that acts from outside can bring about, the shortest first: the
 * simulated world is walked by `@xstate/graph`, with acts for events and, for a state, what of the world decides
 * what may come next.
 */
import { afterAct } from './after-act.ts'
import { getAdjacencyMap } from '@xstate/graph'
import type { ActorLogic, EventObject } from 'xstate'
import { statePath } from '../../../../src/core/turn/state-path.ts'
import { periodOf } from '../../../../src/core/simulating/world.ts'
import {
  type Action,
  isPayers,
  type Life,
  type LifeAct,
  lifeCommands,
  placeOf,
  type PlanName,
  type Wait,
  type Conditions,
} from './act.ts'
import { listAccepted } from '../../../../src/core/accepted/accepted-commands.ts'
import { switchTimes } from '../../../../src/core/accepted/switch-times.ts'
import { LifeModel, type Member } from './life-model.ts'
import { maySwitch } from './switch-terms.ts'
import { transitionsOf } from './turn-transitions.ts'
import { termsOf } from './terms.ts'

/** A world at rest. `output` and `error` are what XState wants of a snapshot. */
type Rest = {
  status: 'active'
  output: undefined
  error: undefined
  model: LifeModel
  acts: LifeAct[]
  /** Whether the last act came into a block and nobody took notice. */
  isUnnoticed: boolean
}

export type FoundLife = { life: Life; transitions: string[] }

const beganMs = Date.parse('2027-03-01T09:00:00.000Z')

const charges = [0, 0.5, 1, 4] as const
const calls = ['freeze', 'unfreeze', 'cancel'] as const

/** Lists what can be done to one subscription. */
const actionsOn = (of: { of?: 1 | 2 }): Action[] => [
  ...charges.map((some): Action => ({ type: 'allow', charges: some, ...of })),
  ...lifeCommands.map((command): Action => ({ type: 'command', command, ...of })),
  ...calls.map((call): Action => ({ type: 'wallet', call, ...of })),
  { type: 'pauseForADay', ...of },
  { type: 'strangerCharges', ...of },
  { type: 'feedback', ...of },
]
const actionsOnAll: Action[] = [
  { type: 'have', charges: 0 },
  { type: 'have', charges: 4 },
  ...switchTimes.map((when): Action => ({ type: 'switch', when })),
]

/** From what has happened before the search, so many acts further. */
export type Search = { plan: PlanName; conditions: Conditions; before: LifeAct[]; actsMax: number }

/** Worlds that one search visits: ten times what the largest has. */
const restsMax = 100_000

/** Every transition that is met, with the shortest life that takes it. */
export function findLives(search: Search): Map<string, FoundLife> {
  const { plan, conditions } = search
  const map = getAdjacencyMap(worldOf(search), {
    events: (rest) => actsAt(rest, search),
    serializeState: keyOf as never,
    limit: restsMax,
  }) as unknown as Record<string, { state: Rest; transitions: Record<string, { state: Rest }> }>
  // Also of what leads to a world that was met before: the way there may be new.
  const lives = Object.values(map)
    .flatMap(({ state, transitions }) => [
      state,
      ...Object.values(transitions).map((way) => way.state),
    ])
    .toSorted((one, other) => one.acts.length - other.acts.length)
  const found = new Map<string, FoundLife>()
  for (const { model, acts } of lives) {
    const transitions = [...new Set(model.turns.flatMap(transitionsOf))]
    for (const transition of transitions)
      if (!found.has(transition))
        found.set(transition, { life: { plan, conditions, acts }, transitions })
  }
  return found
}

function worldOf({ plan, conditions, before }: Search): ActorLogic<Rest, EventObject> {
  return {
    getInitialSnapshot: () => {
      const begun = LifeModel.begin(termsOf(plan, beganMs), conditions, beganMs)
      return {
        ...unused,
        model: before.reduce((model, act) => afterAct(model, act), begun),
        acts: before,
        isUnnoticed: false,
      }
    },
    transition: ({ model, acts }, event) => {
      const act = event as unknown as LifeAct
      const after = afterAct(model, act)
      const isUnnoticed = isPayers(act) && after.turns.length === model.turns.length
      return { ...unused, model: after, acts: [...acts, act], isUnnoticed }
    },
    getPersistedSnapshot: (rest) => rest,
  }
}

const unused = { status: 'active', output: undefined, error: undefined } as const
const waits: Wait[] = [{ type: 'wait' }, { type: 'waitLong' }]

/** Acts about blocks are tried where gas and fees stay the same. */
function actsAt(rest: Rest, { actsMax, before, conditions }: Search): LifeAct[] {
  const { model, acts, isUnnoticed } = rest
  if (acts.length >= before.length + actsMax) return []
  const [short, long] = waits.map((wait) => model.momentOf(wait))
  const possible = [short !== undefined, long !== undefined && long !== short]
  const actions = [
    ...model.members.flatMap((_, place) => actionsOn(place === 0 ? {} : { of: place as 1 | 2 })),
    ...actionsOnAll,
  ]
    .filter((action) => isPossible(action, model))
    // Nobody says when the service has read such a block: it may read the next one with it, and tell of both at once.
    .filter((action) => !isUnnoticed || !isPayers(action) || action.type === 'allow')
  const isLast = acts.length === before.length + actsMax - 1
  const held =
    conditions === 'calm' ? actions.flatMap((first) => heldAfter(model, first, isLast)) : []
  const isReorganised = conditions.endsWith('blocks are taken back')
  const takenBack = isReorganised ? actions.flatMap((first) => takenBackAfter(model, first)) : []
  return [...actions, ...waits.filter((_, index) => possible[index]), ...held, ...takenBack]
}

/**
 * Anybody may make a contract by its first charge, and its payer one that is cancelled; all else is asked of one that
 * is there. A customer may switch twice, while there is gas.
 */
function isPossible(action: Action, { members }: LifeModel): boolean {
  const { world, chain } = members[placeOf(action)]!
  const hasGas = chain.heldBackFor !== 'GasWalletEmpty'
  const worlds = members.map((member) => member.world)
  if (action.type === 'switch')
    return hasGas && members.length < 3 && maySwitch(worlds, action.when)
  if (action.type === 'feedback')
    return listAccepted('payer', world.subscription.actor).includes('giveFeedback')
  return action.type !== 'wallet' || action.call === 'cancel' || world.contract.isDeployed
}

const minedOf = ({ members }: LifeModel): number =>
  members.reduce((sum, { chain }) => sum + chain.mined.length, 0)

/**
 * Commands while what an action began is not in a block yet. None that ends or pauses during the last charge: whether the
 * service hears of its refusal from the waiting charge or from the block is a matter of moments.
 */
function heldAfter(model: LifeModel, first: Action, isLast: boolean): LifeAct[] {
  const after = afterAct(model, first)
  if (minedOf(after) === minedOf(model)) return []
  const { charged, terms } = after.members[placeOf(first)]!.world.contract
  const held = commandsTo(model)
    .filter(
      ({ command }) =>
        charged < terms.maxPeriods || !['pause', 'cancel', 'withdraw'].includes(command),
    )
    .map((command): LifeAct => ({ type: 'held', first, commands: [command] }))
  return isLast ? [...held, ...overtakenAfter(model, first)] : held
}

/** Only where all of the block is about one subscription: two are told of theirs beside each other. */
function overtakenAfter(model: LifeModel, first: Action): LifeAct[] {
  const of = 'of' in first && first.of ? { of: first.of } : {}
  const isOfPayer = isPayers(first)
  return actionsOn(of)
    .filter((by) => isPayers(by) && isPossible(by, model) && !isUndone(first, by))
    .filter((by) => !isOfPayer || (by.type === 'wallet' && by.call === 'cancel'))
    .map((by): LifeAct => ({ type: 'overtaken', first, by }))
    .filter((act) => new Set(afterAct(model, act).eventsSince(model)).size < 2)
}

/** The block of an action is taken back, and perhaps a command waits meanwhile. */
function takenBackAfter(model: LifeModel, first: Action): LifeAct[] {
  const after = afterAct(model, first)
  if (after.eventsSince(model).length !== 1) return []
  return [[], ...commandsTo(after).map((command) => [command])].map((commands): LifeAct => ({
    type: 'reorganised',
    first,
    commands,
  }))
}

const commandsTo = ({ members }: LifeModel) =>
  members.flatMap((_, place) =>
    lifeCommands.map((command) => ({ command, ...(place > 0 && { of: place as 1 | 2 }) })),
  )

/** A payer's freeze before an unfreeze: the contract's refusal is read where its block is, or only that it reverted. */
const isUndone = (first: Action, by: Action): boolean =>
  first.type === 'command' &&
  first.command === 'unpause' &&
  by.type === 'wallet' &&
  by.call === 'freeze'

/**
 * Builds a key of what decides what may come next: where the actors are, what they remember in kind, the contracts, and
 * the money.
 */
function keyOf({ model }: Rest): string {
  const [{ world, chain }] = model.members as [Member]
  const half = (money: bigint) => Number((money * 2n) / BigInt(world.contract.terms.amount))
  return JSON.stringify([
    ...model.members.map(sortsOfMember),
    ...model.members.map(({ world: { contract } }) => Math.min(half(contract.allowance), 4)),
    Math.min(half(world.contract.balance), 2),
    chain.heldBackFor,
  ])
}

function sortsOfMember({ world }: Member): unknown[] {
  const { charged, frozenBy, isCancelled } = world.contract
  const charge = world.charges.toSorted((one, other) => periodOf(other) - periodOf(one))[0]
  const actors = [world.subscription, charge].map(
    (live) =>
      live && [
        statePath(live.snapshot.value),
        sortsOf(live.actor.snapshot.context),
        Object.keys(live.actor.snapshot.timers).toSorted(),
      ],
  )
  return [...actors, charged, frozenBy, isCancelled, world.requests.length]
}

/** Reduces what is remembered: flags and short words stay as they are, of all else only whether it is there. */
function sortsOf(context: object): unknown[] {
  return Object.entries(context).map(([name, value]) => {
    if (typeof value === 'boolean' || name === 'reason') return value
    return value === null ? null : typeof value
  })
}
