/** Returns what a service and its chain should show of a scenario, by its model. */
import type { LiveActor } from '../../../../src/core/turn/turn.ts'
import { toResource } from '../../../../src/core/resources/to-resource.ts'
import { Recording } from '../../../../src/core/simulating/record.ts'
import { periodOf, type TakenTurn, type World } from '../../../../src/core/simulating/world.ts'
import type { LifeModel } from './life-model.ts'
import { stateOf } from './turn-transitions.ts'

/** A turn as its history tells it. */
export type Entry = { event: string; from: string; to: string; cause: object; at: string }

/** Each subscription with its charges, by period, and at the end the customer, if there is one yet. */
export function actorsOf({ members, turns }: LifeModel): LiveActor['actor'][] {
  const customer = turns.findLast(({ message }) => message.kind === 'customer')
  return [
    ...members.flatMap(({ world }) => [world.subscription.actor, ...chargesOf(world)]),
    ...(customer ? [customer.next.actor] : []),
  ]
}

export function modelView(model: LifeModel) {
  const shown = model.members.map(({ world }) => ({
    subscription: plain(toResource(world.subscription.actor)),
    charges: chargesOf(world).map((actor) => plain(toResource(actor))),
  }))
  const turns = actorsOf(model).map((actor) =>
    model.turns.filter(({ next }) => isSame(next.actor, actor)).map(entryOf),
  )
  return { shown, turns }
}

/** The bodies of all webhooks so far. */
export function webhooksOf({ turns }: LifeModel): Record<string, unknown>[] {
  const recording = new Recording()
  for (const turn of turns) recording.note(turn)
  return recording.webhooks
}

export const chargesOf = (world: World): LiveActor['actor'][] =>
  world.charges.toSorted((one, other) => periodOf(one) - periodOf(other)).map(({ actor }) => actor)

export function chainView({ members }: LifeModel) {
  const { balance } = members[0]!.world.contract
  return { balance, contracts: members.map(({ world }) => contractView(world)) }
}

function contractView({ contract }: World) {
  const { allowance, charged, frozenBy, isCancelled, nextDueMs, terms } = contract
  if (!contract.isDeployed) return { allowance }
  const running = frozenBy === null
  const frozen = frozenBy === terms.payer ? 1 : 2
  const flags = (running ? 0 : frozen) + (isCancelled ? 4 : 0)
  return { allowance, charged, flags, nextDueAt: new Date(nextDueMs).toISOString() }
}

const isSame = (one: LiveActor['actor'], other: LiveActor['actor']): boolean =>
  one.kind === other.kind && one.id === other.id

const entryOf = (turn: TakenTurn): Entry => {
  const { event, fromState, cause, at } = turn.journal
  return withKnownCause({
    event: event.type,
    from: fromState,
    to: stateOf(turn),
    cause: plain(cause) as object,
    at,
  })
}

/** Charges that ride together are submitted with the cause of the first of them, whosever that is. */
export const withKnownCause = (entry: Entry): Entry =>
  entry.event === 'charge.submitted' ? { ...entry, cause: {} } : entry

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
