/** The lists people look through, and the three things a merchant may do to a subscription. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { chargeStatuses, toChargeResource } from '../../store/resources/charge.ts'
import { subscriptionStatuses, toSubscriptionResource } from '../../store/resources/subscription.ts'
import { listActors } from '../../store/views/actors.ts'
import { listAnomalies } from '../../store/views/anomalies.ts'
import { listAtRisk } from '../../store/views/at-risk.ts'
import { listCustomers } from '../../store/views/customers.ts'
import { AnyCaseAddress } from '../schemas/fields.ts'
import { listOf, page, single } from '../schemas/query.ts'
import { requireActor, sendCommand } from './command.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { toFilter } from './filter.ts'
import { parse } from './parse.ts'
import { ownerOf } from './session.ts'

const word = single(z.string()).optional()
const address = single(AnyCaseAddress).optional()

const SubscriptionQuery = z.strictObject({
  ...page,
  statusIn: listOf(subscriptionStatuses),
  customerId: word,
  planId: word,
  payer: address,
})
const ChargeQuery = z.strictObject({
  ...page,
  statusIn: listOf(chargeStatuses),
  customerId: word,
  contractAddress: address,
})
const CustomerQuery = z.strictObject({ ...page, customerId: word })
const AnomalyQuery = z.strictObject({ ...page, open: single(z.enum(['true', 'false'])).optional() })
const PageQuery = z.strictObject(page)
const AddressParams = z.object({ contractAddress: AnyCaseAddress })

export function subscriptionRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
): void {
  const { database } = dependencies

  app.get('/subscriptions', async (request) => {
    const { limit, offset, ...wanted } = parse(request, { query: SubscriptionQuery }).query
    const found = await listActors(database, 'subscription', ownerOf(request), toFilter(wanted), {
      limit,
      offset,
    })
    const subscriptions = found.actors.map(toSubscriptionResource)
    return { subscriptions, page: { limit, offset, total: found.total } }
  })

  app.get('/subscriptions/:contractAddress', async (request) => {
    const { contractAddress: id } = parse(request, { params: AddressParams }).params
    const target = { kind: 'subscription', id, owner: ownerOf(request) } as const
    return toSubscriptionResource(await requireActor(dependencies, target))
  })

  for (const command of ['pause', 'unpause', 'cancel'] as const)
    app.post(`/subscriptions/:contractAddress/${command}`, async (request) => {
      const { contractAddress: id } = parse(request, { params: AddressParams }).params
      const target = { kind: 'subscription', id, owner: ownerOf(request) } as const
      const event = { type: `subscription.${command}` }
      return toSubscriptionResource(await sendCommand(dependencies, target, event))
    })

  app.get('/at-risk', async (request) => {
    const { query } = parse(request, { query: PageQuery })
    const found = await listAtRisk(database, ownerOf(request), query)
    const subscriptions = found.actors.map(toSubscriptionResource)
    return { subscriptions, page: { ...query, total: found.total } }
  })
}

export function listRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database } = dependencies

  app.get('/charges', async (request) => {
    const { limit, offset, ...wanted } = parse(request, { query: ChargeQuery }).query
    const found = await listActors(database, 'charge', ownerOf(request), toFilter(wanted), {
      limit,
      offset,
    })
    const charges = found.actors.map(toChargeResource)
    return { charges, page: { limit, offset, total: found.total } }
  })

  app.get('/customers', async (request) => {
    const { limit, offset, ...wanted } = parse(request, { query: CustomerQuery }).query
    const found = await listCustomers(database, ownerOf(request), wanted, { limit, offset })
    return { customers: found.customers, page: { limit, offset, total: found.total } }
  })

  app.get('/anomalies', async (request) => {
    const { limit, offset, open } = parse(request, { query: AnomalyQuery }).query
    const isOpen = open === undefined ? undefined : open === 'true'
    const found = await listAnomalies(database, ownerOf(request), { isOpen }, { limit, offset })
    return { anomalies: found.anomalies, page: { limit, offset, total: found.total } }
  })
}
