/** Holds a stored actor and its journal against this version of the machines, and says what would be different. */
import { isDeepStrictEqual } from 'node:util'
import { type Upgradable, upgradeEvent } from '../../../machines/upgrade.ts'
import { errorText } from '../../shared/errors.ts'
import type { Message } from '../../shared/message.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { JournalledTurn } from '../../store/views/entities/journal.ts'
import type { ActorDefinition, ActorDefinitions } from '../actor-definitions.ts'
import { restoreActor } from '../restore-actor.ts'
import { phaseOf, statePath, statusOf } from '../state-path.ts'
import { type LiveActor, takeTurn } from '../turn.ts'
import { findPlace } from './find-place.ts'

/** What is different: a state, a timer, the next charge, the commands, or what is remembered. Moments are ISO 8601. */
type Change = { what: string; from: string; to: string }

/**
 * `same`: it stays as it is stored, and its journal leads there. `mapped`: it has a place, but changes on its way there,
 * or the journal would lead elsewhere. `impossible`: it has no place.
 */
export type Judgement = {
  actor: StoredActor
  verdict: 'same' | 'mapped' | 'impossible'
  /** What an upgrade makes of it. */
  becomes: Change[]
  /** What its journal would have led to on this version; it stays as it is stored. */
  otherwise: Change[]
  /** Why it is impossible, or why its journal leads nowhere on this version, as a sentence; null where neither is. */
  why: string | null
}

/** Judges an actor by its whole journal, in order. */
export function judge(
  actor: StoredActor,
  journal: readonly JournalledTurn[],
  definitions: ActorDefinitions,
): Judgement {
  const place = findPlace(actor, definitions[actor.kind])
  if ('impossible' in place)
    return { actor, verdict: 'impossible', becomes: [], otherwise: [], why: place.impossible }
  const becomes = place.isMoved ? findChanges(actor, place.live.actor) : []
  const replayed = replayOn(journal, definitions)
  const isEnded = 'ends' in replayed
  const otherwise = isEnded ? [] : findChanges(place.live.actor, replayed.live.actor)
  const why = isEnded ? replayed.ends : null
  const isSame = !place.isMoved && otherwise.length === 0 && why === null
  return { actor, verdict: isSame ? 'same' : 'mapped', becomes, otherwise, why }
}

/** Takes all turns of a journal again, from the last upgrade on. */
function replayOn(
  journal: readonly JournalledTurn[],
  definitions: ActorDefinitions,
): { live: LiveActor } | { ends: string } {
  const begin = Math.max(
    0,
    journal.findLastIndex(({ event }) => event.type === upgradeEvent),
  )
  let live: LiveActor | null = null
  for (const entry of journal.slice(begin)) {
    const turn = `turn ${entry.revision} (${entry.event.type})`
    try {
      const result = retake(live, entry, definitions)
      if (typeof result === 'string') return { ends: `its journal ends before ${turn}: ${result}` }
      live = result
    } catch (error) {
      return { ends: `its journal ends before ${turn}: ${errorText(error)}` }
    }
  }
  return live ? { live } : { ends: 'its journal is empty' }
}

function retake(
  live: LiveActor | null,
  entry: JournalledTurn,
  definitions: ActorDefinitions,
): LiveActor | string {
  const { kind, entityId, revision } = entry
  const definition = definitions[kind]
  if (entry.event.type === upgradeEvent) return reviveUpgraded(entry, definitions)
  const isTimer = entry.event.type.startsWith('xstate.after.')
  const type = isTimer && live ? timerToday(live, entry.event.type, definition) : entry.event.type
  const armed = live?.actor.snapshot.timers[type]
  const armedAtRevision = armed?.armedAtRevision
  if (isTimer && !armed) return 'nobody would have set this timer'
  const message: Message = {
    ...entry,
    event: { ...entry.event, type },
    id: `replay/${kind}/${entityId}/${revision}`,
    ...(armedAtRevision === undefined ? {} : { armedAtRevision }),
  }
  const result = takeTurn(live, message, new Date(entry.at), definitions)
  if (result.outcome === 'early')
    return `it came at ${moment(entry.at)}, and would not be due before ${moment(armed?.dueAt)}`
  if (result.outcome !== 'moved') return `it would be ${result.outcome}`
  const actor = JSON.parse(JSON.stringify(result.turn.next.actor)) as StoredActor
  return restoreActor(actor, definition)
}

/** Returns what the upgrades call a timer that the journal has by its old name; where they say nothing, that name. */
function timerToday({ actor }: LiveActor, type: string, { version, upgrades }: ActorDefinition) {
  const { value, context, timers } = actor.snapshot
  if (timers[type]) return type
  try {
    let stored: Upgradable = { value, context: { ...context }, timers: { [type]: 0 } }
    for (let from = 1; from < version; from++) stored = upgrades[from]?.(stored) ?? stored
    const [name = type, ...others] = Object.keys(stored.timers)
    return others.length === 0 ? name : type
  } catch {
    // It is written for what an earlier version has stored, and this is none.
    return type
  }
}

function reviveUpgraded(entry: JournalledTurn, definitions: ActorDefinitions): LiveActor {
  const { kind, entityId, merchantId, network, revision, event } = entry
  const { to, snapshot } = event as unknown as { to: number; snapshot: StoredActor['snapshot'] }
  const at = { status: statusOf(snapshot.value), phase: phaseOf(snapshot.value) }
  const place = { ...at, revision, machineVersion: to, snapshot }
  const actor = { kind, id: entityId, merchantId, network, ...place } as StoredActor
  return restoreActor(actor, definitions[kind])
}

function findChanges(before: StoredActor, after: StoredActor): Change[] {
  const [was, is] = [before.snapshot, after.snapshot]
  const timers = [...new Set([...Object.keys(was.timers), ...Object.keys(is.timers)])]
  const told: Change[] = [
    { what: 'state', from: statePath(was.value), to: statePath(is.value) },
    ...timers.map((id) => ({
      what: `timer ${id.replace('xstate.after.', '')}`,
      from: moment(was.timers[id]?.dueAt),
      to: moment(is.timers[id]?.dueAt),
    })),
    { what: 'next charge', from: nextChargeOf(before), to: nextChargeOf(after) },
    { what: 'commands', from: was.acceptedCommands.join(', '), to: is.acceptedCommands.join(', ') },
    ...memoryChanges(was.context, is.context),
  ]
  return told.filter(({ from, to }) => from !== to)
}

function memoryChanges(was: object, is: object): Change[] {
  const [from, to] = [new Map(Object.entries(was)), new Map(Object.entries(is))]
  const names = [...new Set([...from.keys(), ...to.keys()])].filter((name) => name !== 'now')
  return names
    .filter((name) => !isDeepStrictEqual(from.get(name), to.get(name)))
    .map((name) => ({
      what: `memory of ${name}`,
      from: JSON.stringify(from.get(name)) ?? 'nothing',
      to: JSON.stringify(to.get(name)) ?? 'nothing',
    }))
}

const moment = (ms: number | undefined): string =>
  ms === undefined ? 'none' : new Date(ms).toISOString()

/** When money is asked for next: of a subscription its next period, of a charge its next attempt. */
function nextChargeOf({ kind, snapshot: { context } }: StoredActor): string {
  const field = { subscription: 'nextChargeAt', charge: 'nextAttemptAt' }[kind as string]
  const at = field && (context as Record<string, unknown>)[field]
  return typeof at === 'string' ? at : 'none'
}
