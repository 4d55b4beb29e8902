/**
 * Finds few lists of acts that together take every transition that acts can bring about: the model of a kind is
 * walked by `@xstate/graph`, with acts for events and, for a state, what decides what may come next.
 */
import { getAdjacencyMap } from '@xstate/graph'
import type { ActorLogic, EventObject } from 'xstate'

export type ModelOfActs<Act, Model> = {
  begin(): Model
  after(model: Model, act: Act): Model
  /** Lists what may be done next. */
  actsAt(model: Model): Act[]
  /** Returns as text what decides what may come next. */
  keyOf(model: Model): string
  transitionsOf(model: Model): string[]
  actsMax: number
}

/** A model after these acts. `status`, `output` and `error` are what XState wants of a snapshot. */
type Rest<Act, Model> = {
  status: 'active'
  output: undefined
  error: undefined
  model: Model
  acts: Act[]
}
const unused = { status: 'active', output: undefined, error: undefined } as const

/** Situations that one search visits. */
const restsMax = 5_000

export function findActs<Act extends { type: string }, Model>(
  one: ModelOfActs<Act, Model>,
): Act[][] {
  const logic: ActorLogic<Rest<Act, Model>, EventObject> = {
    getInitialSnapshot: () => ({ ...unused, model: one.begin(), acts: [] }),
    transition: ({ model, acts }, event) => {
      const act = event as unknown as Act
      return { ...unused, model: one.after(model, act), acts: [...acts, act] }
    },
    getPersistedSnapshot: (rest) => rest,
  }
  const map = getAdjacencyMap(logic, {
    events: ({ model, acts }) => (acts.length < one.actsMax ? one.actsAt(model) : []) as never,
    serializeState: (({ model }: Rest<Act, Model>) => one.keyOf(model)) as never,
    limit: restsMax,
  }) as unknown as Record<string, { transitions: Record<string, { state: Rest<Act, Model> }> }>
  const ways = Object.values(map).flatMap(({ transitions }) => Object.values(transitions))
  const found = ways.map(({ state: { model, acts } }) => ({
    acts,
    transitions: new Set(one.transitionsOf(model)),
  }))
  return fewest(found).map(({ acts }) => acts)
}

type Found<Act> = { acts: Act[]; transitions: Set<string> }

/** Takes again and again what adds the most for its length, until nothing is added. */
function fewest<Act>(all: readonly Found<Act>[]): Found<Act>[] {
  const taken = new Set<string>()
  const gainOf = ({ acts, transitions }: Found<Act>) =>
    [...transitions].filter((name) => !taken.has(name)).length / (acts.length + 1)
  const chosen: Found<Act>[] = []
  for (;;) {
    let best: Found<Act> | null = null
    for (const one of all) if (gainOf(one) > (best ? gainOf(best) : 0)) best = one
    if (best === null) return chosen
    chosen.push(best)
    for (const name of best.transitions) taken.add(name)
  }
}
