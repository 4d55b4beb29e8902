/**
 * Finds lives that together take every transition that acts from outside can bring about, the shortest first: the
 * simulated world is walked by `@xstate/graph`, with acts for events and, for a state, what of the world decides
 * what may come next.
 */
import { getAdjacencyMap } from '@xstate/graph'
import type { ActorLogic, EventObject } from 'xstate'
import { statePath } from '../../../../src/actors/state-path.ts'
import { periodOf } from '../../../../src/simulating/world.ts'
import {
  type Deed,
  type Life,
  type LifeAct,
  lifeCommands,
  placeOf,
  type PlanName,
  type Wait,
  type Weather,
} from './act.ts'
import { switchTimes } from '../../../../src/http/switch-times.ts'
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
}

export type FoundLife = { life: Life; transitions: string[] }

const beganMs = Date.parse('2027-03-01T09:00:00.000Z')

const charges = [0, 0.5, 1, 4] as const
const calls = ['freeze', 'unfreeze', 'cancel'] as const

/** What can be done to one subscription. */
const deedsTo = (of: { of?: 1 | 2 }): Deed[] => [
  ...charges.map((some): Deed => ({ type: 'allow', charges: some, ...of })),
  ...lifeCommands.map((command): Deed => ({ type: 'command', command, ...of })),
  ...calls.map((call): Deed => ({ type: 'wallet', call, ...of })),
  { type: 'pauseForADay', ...of },
  { type: 'strangerCharges', ...of },
]
/** What somebody else does than the merchant, in a transaction of their own. */
const payersDeeds: ReadonlySet<string> = new Set(['allow', 'wallet', 'strangerCharges'])

const deedsToAll: Deed[] = [
  { type: 'have', charges: 0 },
  { type: 'have', charges: 4 },
  ...switchTimes.map((when): Deed => ({ type: 'switch', when })),
]

/** From what has happened before the search, so many acts further. */
export type Search = { plan: PlanName; weather: Weather; before: LifeAct[]; actsMax: number }

/** Worlds that one search visits: ten times what the largest has. */
const restsMax = 100_000

/** Every transition that is met, with the shortest life that takes it. */
export function findLives(search: Search): Map<string, FoundLife> {
  const { plan, weather } = search
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
  for (const { model, acts } of lives.filter((rest) => !rest.model.hasTie)) {
    const transitions = [...new Set(model.turns.flatMap(transitionsOf))]
    for (const transition of transitions)
      if (!found.has(transition))
        found.set(transition, { life: { plan, weather, acts }, transitions })
  }
  return found
}

function worldOf({ plan, weather, before }: Search): ActorLogic<Rest, EventObject> {
  return {
    getInitialSnapshot: () => {
      const begun = LifeModel.begin(termsOf(plan, beganMs), weather, beganMs)
      return {
        ...unused,
        model: before.reduce((model, act) => model.after(act), begun),
        acts: before,
      }
    },
    transition: ({ model, acts }, event) => {
      const act = event as unknown as LifeAct
      return { ...unused, model: model.after(act), acts: [...acts, act] }
    },
    getPersistedSnapshot: (rest) => rest,
  }
}

const unused = { status: 'active', output: undefined, error: undefined } as const
const waits: Wait[] = [{ type: 'wait' }, { type: 'waitLong' }]

/** What concerns blocks is tried where the weather is calm. */
function actsAt({ model, acts }: Rest, { actsMax, before, weather }: Search): LifeAct[] {
  if (acts.length >= before.length + actsMax) return []
  const [short, long] = waits.map((wait) => model.momentOf(wait))
  const possible = [short !== undefined, long !== undefined && long !== short]
  const deeds = [
    ...model.members.flatMap((_, place) => deedsTo(place === 0 ? {} : { of: place as 1 | 2 })),
    ...deedsToAll,
  ].filter((deed) => isPossible(deed, model))
  const isLast = acts.length === before.length + actsMax - 1
  const held = weather === 'calm' ? deeds.flatMap((first) => heldAfter(model, first, isLast)) : []
  return [...deeds, ...waits.filter((_, index) => possible[index]), ...held]
}

/** There is a contract to call only once it has charged; a customer may switch twice, while there is gas. */
function isPossible(deed: Deed, { members }: LifeModel): boolean {
  const { world, chain } = members[placeOf(deed)]!
  const hasGas = chain.heldBackFor !== 'GasWalletEmpty'
  const worlds = members.map((member) => member.world)
  if (deed.type === 'switch') return hasGas && members.length < 3 && maySwitch(worlds, deed.when)
  const isCall = deed.type === 'wallet' || deed.type === 'strangerCharges'
  return !isCall || world.contract.charged > 0
}

/**
 * Commands while what a deed began is not in a block yet. None that ends or pauses during the last charge: whether the
 * service hears of its refusal from the waiting charge or from the block is a matter of moments.
 */
function heldAfter(model: LifeModel, first: Deed, isLast: boolean): LifeAct[] {
  const minedOf = ({ members }: LifeModel) =>
    members.reduce((sum, { chain }) => sum + chain.mined.length, 0)
  const after = model.after(first)
  if (minedOf(after) === minedOf(model)) return []
  const { charged, terms } = after.members[placeOf(first)]!.world.contract
  const commands = lifeCommands.filter(
    (one) => charged < terms.maxPeriods || !['pause', 'cancel', 'withdraw'].includes(one),
  )
  const held = commands.map((command): LifeAct => ({ type: 'held', first, commands: [command] }))
  if (!isLast) return held
  const isCommand = first.type === 'command' || first.type === 'pauseForADay'
  const of = 'of' in first && first.of ? { of: first.of } : {}
  const others = deedsTo(of).filter(
    (by) => payersDeeds.has(by.type) && isPossible(by, model) && !isUndone(first, by),
  )
  return [
    ...held,
    ...(isCommand ? others : []).map((by): LifeAct => ({ type: 'overtaken', first, by })),
  ]
}

/** A payer's freeze before an unfreeze: the contract's refusal is read where its block is, or only that it reverted. */
const isUndone = (first: Deed, by: Deed): boolean =>
  first.type === 'command' &&
  first.command === 'unpause' &&
  by.type === 'wallet' &&
  by.call === 'freeze'

/** What decides what may come next: where the actors are, what they remember in kind, the contracts, and the money. */
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

/** Of what is remembered: flags and short words as they are, of all else only whether it is there. */
function sortsOf(context: object): unknown[] {
  return Object.entries(context).map(([name, value]) => {
    if (typeof value === 'boolean' || name === 'reason') return value
    return value === null ? null : typeof value
  })
}
