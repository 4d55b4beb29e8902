/** Gives every part of one subscription's page what it needs. */
import type { CustomerSession, OwnCharge, OwnSubscription } from '../api/session.generated.ts'
import type { SessionClient } from '../session/client.ts'
import type { PageAddress } from '../session/page-address.ts'
import type { Exposure } from '../subscription/exposure.ts'
import type { Standing } from './standing.ts'
import type { Commands } from './use-command.ts'
import type { ContractInUse } from './use-contract.ts'

export type Managed = {
  session: CustomerSession
  client: SessionClient
  address: PageAddress
  subscription: OwnSubscription
  standing: Standing
  contract: ContractInUse
  /** Null while the chain has not been read. */
  exposure: Exposure | null
  commands: Commands
  /** The newest first; null while they are not read. */
  charges: readonly OwnCharge[] | null
}

export const can = ({ subscription }: Managed, action: string): boolean =>
  subscription.actions.includes(action)
