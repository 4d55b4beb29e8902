/** Converts a row of an actor table to the actor that the turn and the resource builders take. */
import type { ActorOfKind, ActorKind, StoredActor } from '../shared/stored-actor.ts'

/** The columns that all actor tables have. */
export type ActorRow<K extends ActorKind = ActorKind> = Omit<ActorOfKind<K>, 'kind'>

export function toStoredActor<K extends ActorKind>(kind: K, row: ActorRow<K>): StoredActor<K> {
  const { id, merchantId, network, status, phase, revision, machineVersion, snapshot } = row
  const actor: ActorOfKind<K> = {
    kind,
    id,
    merchantId,
    network,
    status,
    phase,
    revision,
    machineVersion,
    snapshot,
  }
  return actor as StoredActor<K>
}
