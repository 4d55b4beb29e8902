/** How the chains stand: to merchants those of their network, to operators all with their nodes. */
import type { FastifyInstance } from 'fastify'
import { type ChainView, listChains } from '../../store/views/chains.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { ownerOf } from './session.ts'

export function operatorChainRoutes(
  app: FastifyInstance,
  { database, directory }: DashboardDependencies,
): void {
  app.get('/chains', async () => ({ chains: await listChains(database, directory) }))
}

export function merchantChainRoutes(
  app: FastifyInstance,
  { database, directory }: DashboardDependencies,
): void {
  app.get('/chains', async (request) => {
    const { network } = ownerOf(request)
    const chains = await listChains(database, directory)
    return { chains: chains.filter((chain) => chain.network === network).map(toMerchantsView) }
  })
}

/** Which nodes there are and what they say is the operator's business. */
const toMerchantsView = ({ nodes: _, reason: __, waits: ___, ...chain }: ChainView) => chain
