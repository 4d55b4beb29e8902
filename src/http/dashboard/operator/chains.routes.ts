/** The state of the chains: for merchants those of their network, for operators all and their nodes. */
import { z } from 'zod'
import { type ChainView, listChains } from '../../../store/views/chains.ts'
import { memberRoute, operatorRoute } from '../../routing/route.ts'
import { ChainResource, WatchedChainResource } from './chain-resource.ts'

export const listWatchedChainsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/chains',
  operationId: 'listWatchedChains',
  tag: 'Service',
  summary: 'List the chains and their nodes',
  answer: {
    description: 'Every chain of the chains file.',
    schema: z.strictObject({ chains: z.array(WatchedChainResource) }),
  },
  async handle({ dependencies: { database, directory } }) {
    return { body: { chains: await listChains(database, directory) } }
  },
})

export const listChainsRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/chains',
  operationId: 'listChains',
  right: 'read',
  tag: 'Setup',
  summary: 'List the chains of the network',
  answer: {
    description: 'How far each was read.',
    schema: z.strictObject({ chains: z.array(ChainResource) }),
  },
  async handle({ caller: { owner }, dependencies: { database, directory } }) {
    const chains = await listChains(database, directory)
    const ofNetwork = chains.filter(({ network }) => network === owner.network)
    return { body: { chains: ofNetwork.map(toMerchantsView) } }
  },
})

/** Leaves out the nodes and their messages, which are the operator's business. */
const toMerchantsView = ({ nodes: _, reason: __, waits: ___, advice: ____, ...chain }: ChainView) =>
  chain
