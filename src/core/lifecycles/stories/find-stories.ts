/**
 * Finds how an actor comes to each of its states: the shortest way from its beginning, found by walking the machine
 * that runs, and shown turn by turn in the sentences of its journal. Nothing of it is written by hand but the terms of
 * the scenes.
 */
import { actorDefinitions } from '../../turn/actor-definitions.ts'
import { statePath } from '../../turn/state-path.ts'
import { goOn } from '../../story/replay.ts'
import { tellTurn } from '../../story/tell-turn.ts'
import type { Cause, MessageEvent } from '../../../shared/message.ts'
import { writeMoments } from '../../story/moments.ts'
import type { ActorKind, StoredActor } from '../../../shared/stored-actor.ts'
import { bothParties, innermost, toLifecycle } from '../model.ts'
import { momentWords } from './moment-words.ts'
import { beganAt, owner, type Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { beginning, moveOn, nextTimers, type Situation, type Visit } from './step.ts'

/** A turn of a story; `at` is Unix milliseconds, `state` the path to which it led, `timers` what was armed after it. */
export type ExampleTurn = {
  at: number
  sentence: string
  state: string
  event: MessageEvent
  timers: StoredActor['snapshot']['timers']
}

/** Situations of one scene that are looked at: ten times what the largest one has. */
const situationsMax = 5_000
/** A timer that is due later stands for "never". */
export const neverFromMs = Date.parse('2100-01-01T00:00:00.000Z')

type Sent = { event: MessageEvent; at: number }
type Walked = { visit: Visit; sent: Sent[] }
type Way = { scene: Scene; sent: Sent[] }

const found = new Map<ActorKind, Map<string, ExampleTurn[]>>()

/** The story of every state in which an actor of this kind can stay, by its path. Found once in a process. */
export function findStories(kind: ActorKind): Map<string, ExampleTurn[]> {
  const known = found.get(kind) ?? tellAll(kind)
  found.set(kind, known)
  return known
}

function tellAll(kind: ActorKind): Map<string, ExampleTurn[]> {
  const paths = innermost(toLifecycle(actorDefinitions[kind].machine)).map(({ path }) => path)
  const ways = new Map<string, Way>()
  for (const scene of scenes[kind] as Scene[])
    for (const [path, sent] of walk(kind, scene, new Set(paths))) {
      const known = ways.get(path)
      if (!known || sent.length < known.sent.length) ways.set(path, { scene, sent })
    }
  return new Map(
    paths.flatMap((path) => {
      const way = ways.get(path)
      return way ? [[path, tell(kind, way)] as const] : []
    }),
  )
}

/** Breadth first, so that the first way to a state is a shortest one. Ends once every state was met. */
function walk(kind: ActorKind, scene: Scene, wanted: Set<string>): Map<string, Sent[]> {
  const first: Walked = { visit: beginning({ kind, input: scene.input, beganAt }), sent: [] }
  const ways = new Map([[pathOf(first.visit.situation), first.sent]])
  const met = new Map([[keyOf(scene, first.visit.situation), first]])
  // A map hands out what is added while it is walked.
  for (const from of met.values()) {
    if (ways.size >= wanted.size) break
    for (const next of followUps(kind, scene, from)) {
      const { situation } = next.visit
      const key = keyOf(scene, situation)
      if (met.has(key)) continue
      if (met.size >= situationsMax)
        throw new Error(
          `The scene of a ${kind} has more than ${situationsMax} situations: its differences keep too much apart.`,
        )
      met.set(key, next)
      const path = pathOf(situation)
      if (!ways.has(path)) ways.set(path, next.sent)
    }
  }
  return ways
}

function followUps(kind: ActorKind, scene: Scene, { visit, sent }: Walked): Walked[] {
  const { situation } = visit
  const now = soonAfter(situation, scene.pauseMs)
  const later = { ...visit, situation: { ...situation, now } }
  const moves = [
    ...scene.eventsAt(momentOf(later.situation)).map((event) => moveOn(kind, later, event)),
    ...timersWithin(situation).map((event) => moveOn(kind, visit, event)),
  ]
  return moves.flatMap(({ event, decision, to }) =>
    decision.outcome === 'applied'
      ? [{ visit: to, sent: [...sent, { event, at: to.situation.now }] }]
      : [],
  )
}

const timersWithin = (situation: Situation): MessageEvent[] =>
  nextTimers(situation).filter(({ type }) => situation.timers[type]! < neverFromMs)

/** After the pause, or after half of the time until the next timer. Whole seconds. */
function soonAfter({ timers, now }: Situation, pauseMs: number): number {
  const untilTimer = Math.min(...Object.values(timers)) - now
  return now + Math.max(1000, Math.floor(Math.min(pauseMs, untilTimer / 2) / 1000) * 1000)
}

const pathOf = ({ value }: Situation): string => statePath(value)

const momentOf = (situation: Situation) => ({
  path: pathOf(situation),
  context: situation.context as never,
  now: situation.now,
})

const keyOf = (scene: Scene, situation: Situation): string =>
  JSON.stringify([
    situation.value,
    Object.keys(situation.timers).toSorted((one, other) => one.localeCompare(other)),
    scene.differencesOf(momentOf(situation)),
  ])

/** Tells a way as its journal would be: each turn is decided again. */
function tell(kind: ActorKind, { scene, sent }: Way): ExampleTurn[] {
  const begins = { event: { type: `${kind}.create`, input: scene.input }, at: beganAt }
  let before: StoredActor | null = null
  const told: ExampleTurn[] = []
  for (const { event, at } of [begins, ...sent]) {
    const revision = told.length + 1
    const entry = { kind, entityId: entityIdOf(scene), ...owner, revision, event, at }
    const { actor, asked } = goOn(before, entry)
    const fromState = before ? statePath(before.snapshot.value) : ''
    const state = statePath(actor.snapshot.value)
    const cause = causeOf(kind, event)
    const turn = { ...entry, fromState, toState: state, cause, before, after: actor, asked }
    const { timers } = actor.snapshot
    const sentence = writeMoments(tellTurn({ ...turn, gap: null }), (iso) =>
      momentWords(Date.parse(iso)),
    )
    told.push({ at, sentence, state, event, timers })
    before = actor
  }
  return told
}

const entityIdOf = ({ input }: Scene): string => String((input as { id: string }).id)

/**
 * The role that may give a command gives it; the payer, where several may. An event that is no command has no giver.
 */
function causeOf(kind: ActorKind, { type }: MessageEvent): Cause {
  if (type === `${kind}.create`) return { type: 'command', command: type, by: 'merchant' }
  const roles = rolesOf(kind, type)
  const by = roles.includes('payer') ? 'payer' : roles[0]
  if (by) return { type: 'command', command: type, by: by as 'payer' }
  return { type: 'timer', timer: type }
}

function rolesOf(kind: ActorKind, type: string): string[] {
  const way = toLifecycle(actorDefinitions[kind].machine).ways.find(
    ({ eventType, role }) => eventType === type && role !== null,
  )
  if (!way?.role) return []
  return way.role === bothParties ? ['merchant', 'payer'] : [way.role]
}
