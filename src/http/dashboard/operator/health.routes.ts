/** The figures that tell an operator whether all is well: machines, gas wallets, forged messages. */
import { z } from 'zod'
import { actorKinds } from '../../../shared/stored-actor.ts'
import { countForged, listForged } from '../../../store/views/anomalies.ts'
import { countMachines } from '../../../store/views/counts.ts'
import { listWatchedGasWallets } from '../../../store/views/gas-wallets.ts'
import { operatorRoute } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'
import { page, PageOfTotalResource, singleParameter } from '../../schemas/query.ts'
import { countedPage, ListPageResource, readPage, splitQuery } from '../../lists/page.ts'
import { AnomalyResource } from '../business/anomalies.routes.ts'
import { ListedGasWalletResource } from './gas-wallet-resource.ts'

const ofMerchant = {
  merchantId: singleParameter(PathText).optional().meta({ description: 'Only this merchant' }),
}

export const countMachinesRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/machines',
  operationId: 'countMachines',
  tag: 'Service',
  summary: 'Count actors by state',
  query: z.strictObject(ofMerchant),
  answer: {
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
  async handle({ query: { merchantId }, dependencies: { database } }) {
    return { body: { machines: await countMachines(database, merchantId) } }
  },
})

export const listWatchedGasWalletsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/gas-wallets',
  operationId: 'listWatchedGasWallets',
  tag: 'Service',
  summary: 'List the gas wallets of all merchants',
  description: 'The one that pays for the fewest charges comes first.',
  query: z.strictObject({ ...page, ...ofMerchant }),
  answer: {
    description: 'The wallets, each with its nonce lane.',
    schema: z.strictObject({
      gasWallets: z.array(ListedGasWalletResource),
      page: PageOfTotalResource,
    }),
  },
  async handle({ query: { merchantId, ...wanted }, dependencies: { database, clock } }) {
    const { gasWallets, total } = await listWatchedGasWallets(
      database,
      merchantId,
      wanted,
      clock.now(),
    )
    return { body: { gasWallets, page: { ...wanted, total } } }
  },
})

export const listForgedMessagesRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/forged-messages',
  operationId: 'listForgedMessages',
  tag: 'Service',
  summary: 'List messages that were refused as forged',
  description: 'The newest comes first.',
  query: z.strictObject(countedPage),
  answer: {
    description: 'The messages, and whose actors they name.',
    schema: z.strictObject({
      messages: z.array(
        AnomalyResource.extend({ merchantId: z.string(), network: z.string() }).meta({
          id: 'ForgedMessage',
        }),
      ),
      page: ListPageResource,
    }),
  },
  async handle({ query, dependencies: { database } }) {
    const { paging } = splitQuery(query)
    const { rows: messages, page } = await readPage(paging, ['forged messages'], {
      read: (shown) => listForged(database, shown),
      count: () => countForged(database),
    })
    return { body: { messages, page } }
  },
})
