/** Writes the turns that bring stored actors to this version of their machines. */
import { upgradeEvent } from '../../../machines/upgrade.ts'
import type { Cause, MessageEvent } from '../../shared/message.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../../store/database.ts'
import { commitTurns } from '../../store/engine/turn-store.ts'
import type { ActorDefinitions } from '../../core/turn/actor-definitions.ts'
import { BatchBuilder } from '../../core/turn/batch.ts'
import type { TimerChange } from '../../core/turn/consequences.ts'
import { statePath } from '../../core/turn/state-path.ts'
import type { LiveActor, Turn } from '../../core/turn/turn.ts'
import { findPlace } from './find-place.ts'

type Upgrading = { database: Database; definitions: ActorDefinitions; now: Date }

const cause: Cause = { type: 'command', command: upgradeEvent, by: 'system' }

/**
 * Brings those of the actors to this version that an upgrade changes; returns how many. Actors without a place are left
 * as they are, and those that another process has moved meanwhile to the next look at them.
 */
export async function commitUpgrades(
  { database, definitions, now }: Upgrading,
  actors: readonly StoredActor[],
): Promise<number> {
  const batch = new BatchBuilder()
  for (const actor of actors) {
    const definition = definitions[actor.kind]
    if (actor.machineVersion >= definition.version) continue
    const place = findPlace(actor, definition)
    if ('live' in place && place.isMoved) batch.add(upgradeTurn(actor, place.live, now))
  }
  if (batch.turns.length === 0) return 0
  return (await commitTurns(database, batch.toBatch())).size
}

/** The turn that brings an actor from one version to another. */
function upgradeTurn(before: StoredActor, next: LiveActor, now: Date): Turn {
  const { actor } = next
  const { kind, id, merchantId, network, revision } = actor
  const [from, to] = [before.machineVersion, actor.machineVersion]
  const event: MessageEvent = { type: upgradeEvent, from, to, snapshot: actor.snapshot }
  const messageId = `upgrade/${kind}/${id}/${revision}`
  return {
    message: { id: messageId, kind, entityId: id, merchantId, network, event, cause },
    next,
    snapshotText: JSON.stringify(actor.snapshot),
    journal: {
      kind,
      entityId: id,
      revision,
      messageId,
      event,
      fromState: statePath(before.snapshot.value),
      toState: statePath(actor.snapshot.value),
      cause,
      at: now.toISOString(),
      isRepeat: false,
    },
    outbox: [],
    audited: null,
    timers: timerChanges(before, actor),
  }
}

function timerChanges(before: StoredActor, after: StoredActor): TimerChange[] {
  const [was, is] = [before.snapshot.timers, after.snapshot.timers]
  const cancelled = Object.keys(was).filter((id) => !is[id])
  const armed = Object.entries(is).filter(([id, timer]) => was[id] !== timer)
  return [
    ...cancelled.map((id) => ({ op: 'cancel', id }) as const),
    ...armed.map(([id, { dueAt }]) => ({ op: 'arm', id, dueAt }) as const),
  ]
}
