/** The figures that tell an operator whether all is well: machines, gas wallets, forged messages. */
import { z } from 'zod'
import { actorKinds } from '../../../shared/stored-actor.ts'
import { listForged } from '../../../store/views/anomalies.ts'
import { countMachines } from '../../../store/views/counts.ts'
import { listWatchedGasWallets } from '../../../store/views/gas-wallets.ts'
import { operatorRoute } from '../../routing/route.ts'
import { page, PageOfTotalResource, PageResource } from '../../schemas/query.ts'
import { AnomalyResource } from '../business/anomalies.routes.ts'
import { WatchedGasWalletResource } from './gas-wallet-resource.ts'

export const countMachinesRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/machines',
  operationId: 'countMachines',
  tag: 'Service',
  summary: 'Count the actors of all merchants by state',
  answer: {
    status: 200,
    description: 'One entry for each kind and state in which there is any.',
    schema: z.strictObject({
      machines: z.array(
        z.strictObject({
          kind: z.enum(actorKinds),
          status: z.string(),
          phase: z.string().meta({ description: 'Empty where the status has none inside' }),
          count: z.int(),
        }),
      ),
    }),
  },
  async handle({ dependencies }) {
    return { body: { machines: await countMachines(dependencies.database) } }
  },
})

export const listWatchedGasWalletsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/gas-wallets',
  operationId: 'listWatchedGasWallets',
  tag: 'Service',
  summary: 'List the gas wallets of all merchants',
  description: 'The one that holds least comes first.',
  query: z.strictObject(page),
  answer: {
    status: 200,
    description: 'The wallets, each with its nonce lane.',
    schema: z.strictObject({ gasWallets: z.array(WatchedGasWalletResource), page: PageResource }),
  },
  async handle({ query, dependencies }) {
    const gasWallets = await listWatchedGasWallets(dependencies.database, query)
    return { body: { gasWallets, page: query } }
  },
})

export const listForgedMessagesRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/forged-messages',
  operationId: 'listForgedMessages',
  tag: 'Service',
  summary: 'List messages that were refused as forged',
  description: 'The newest comes first.',
  query: z.strictObject(page),
  answer: {
    status: 200,
    description: 'The messages, and whose actors they name.',
    schema: z.strictObject({
      messages: z.array(
        AnomalyResource.extend({ merchantId: z.string(), network: z.string() }).meta({
          id: 'ForgedMessage',
        }),
      ),
      page: PageOfTotalResource,
    }),
  },
  async handle({ query, dependencies }) {
    const { forged, total } = await listForged(dependencies.database, query)
    return { body: { messages: forged, page: { ...query, total } } }
  },
})
