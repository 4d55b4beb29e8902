/** Gives every part of one subscription's page what it needs. */
import type { SessionClient } from '../session/client.ts'
import type { PageAddress } from '../session/page-address.ts'
import type { ChargeView, SessionView } from '../session/session-views.ts'
import type { Exposure } from '../subscription/exposure.ts'
import type { Standing } from './standing.ts'
import type { Commands } from './use-command.ts'
import type { ContractInUse } from './use-contract.ts'
import type { ManagedSubscription } from './views.ts'

export type Managed = {
  session: SessionView
  client: SessionClient
  address: PageAddress
  subscription: ManagedSubscription
  standing: Standing
  contract: ContractInUse
  /** Null while the chain has not been read. */
  exposure: Exposure | null
  commands: Commands
  /** The newest first; null while they are not read. */
  charges: readonly ChargeView[] | null
}

export const can = ({ subscription }: Managed, action: string): boolean =>
  subscription.actions.includes(action)
