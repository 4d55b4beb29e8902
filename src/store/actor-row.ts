/** Turns a row of an actor table into the actor that the resource builders take. */
import type { Network } from '../../shared/network.ts'
import type { Kind, StoredActor, StoredSnapshot } from '../../shared/stored-actor.ts'

type ActorRow = Omit<StoredActor, 'kind' | 'snapshot'> & { snapshot: StoredSnapshot }

export type Owner = { merchantId: string; network: Network }
export type Page = { limit: number; offset: number }

export function toStoredActor(kind: Kind, row: ActorRow): StoredActor {
  const { id, merchantId, network, status, phase, revision, machineVersion, snapshot } = row
  return { kind, id, merchantId, network, status, phase, revision, machineVersion, snapshot }
}
