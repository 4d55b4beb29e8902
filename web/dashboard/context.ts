/** Gives every part of the dashboard what it knows: who looks at it, at which network, and how to ask for more. */
import type { Identity } from '../api/dashboard.generated.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { DashboardClient } from './api/client.ts'
import type { NetworkName, Right } from './api/identity.ts'
import type { Live } from './api/live.ts'
import type { AskProof } from './proof/ask-proof.ts'

export type Dashboard = {
  client: DashboardClient
  identity: Identity
  network: NetworkName
  live: Live
  askProof: AskProof
}

const DashboardContext = createContext<Dashboard | null>(null)

export const DashboardProvider = DashboardContext.Provider

export const useDashboard = (): Dashboard => useContext(DashboardContext)!

/** Null where nobody is logged in yet. */
export const useDashboardIfAny = (): Dashboard | null => useContext(DashboardContext)

/** The address of a screen on the network that is looked at: `/plans` becomes `/dashboard/test/plans`. */
export function useAddress(): (path: string) => string {
  const { network } = useDashboard()
  return (path) => addressOn(network, path)
}

/** Whether the visitor's role may do this on the network that is looked at: what it may not is not offered. */
export function useRight(right: Right): boolean {
  const { identity, network } = useDashboard()
  return identity.rights[network].includes(right)
}

export const addressOn = (network: NetworkName, path: string): string =>
  `/dashboard/${network}${path}`
