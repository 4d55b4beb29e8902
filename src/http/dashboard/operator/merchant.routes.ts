/** One merchant as an operator sees it: how it does on each network, and who its people are; no secret of it. */
import { z } from 'zod'
import { networks } from '../../../shared/network.ts'
import { Problem } from '../../../shared/problems.ts'
import { findMerchant } from '../../../store/merchants/merchants.ts'
import { readMerchantNetworks } from '../../../store/operators/merchant-page.ts'
import { Time } from '../../../core/resources/fields.ts'
import { WebhookEndpointResource } from '../../../core/resources/webhook-endpoint.ts'
import { findActor } from '../../../store/views/actors.ts'
import { operatorRoute } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { verificationStatuses } from '../../../store/views/verifications.ts'
import { describeWaiting, Waiting } from '../setup/receivers.routes.ts'
import { describeVerification, toVerificationTarget } from '../setup/verification.routes.ts'

const Endpoint = z
  .strictObject({
    status: WebhookEndpointResource.shape.status,
    host: z
      .string()
      .nullable()
      .meta({
        description: 'The host of its address: the rest of it may hold a secret',
        examples: ['shop.example'],
      }),
    waiting: z.int().meta({ description: 'Deliveries that have not arrived yet' }),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'EndpointHealth' })

const OnNetwork = z
  .strictObject({
    network: z.enum(networks),
    states: z.array(
      z.strictObject({
        kind: z.string().meta({ examples: ['subscription'] }),
        status: z.string().meta({ examples: ['Active'] }),
        count: z.int(),
      }),
    ),
    endpoint: Endpoint,
    waitingReceivers: z.array(z.strictObject({ blockchain: z.string(), waiting: Waiting })).meta({
      description: 'Changes of where the money goes that do not count yet',
    }),
  })
  .meta({ id: 'MerchantOnNetwork' })

const MerchantPage = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    isDemo: z.boolean(),
    createdAt: Time,
    verification: z.enum(verificationStatuses),
    networks: z.array(OnNetwork),
  })
  .meta({ id: 'MerchantPage', description: 'A merchant, as far as operators need to see it.' })

export const readMerchantRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/merchants/{id}',
  operationId: 'readMerchant',
  tag: 'Merchants',
  summary: 'Read how a merchant does',
  description: 'How many plans, subscriptions, charges, payments and deliveries are in each state.',
  params: IdParams,
  answer: { description: 'The merchant.', schema: MerchantPage },
  problems: ['NotFound'],
  async handle({ params: { id }, dependencies }) {
    const merchant = await findMerchant(dependencies, id)
    if (!merchant)
      throw new Problem('NotFound', `There is no merchant '${id}': the list of merchants has all.`)
    const { name, isDemo, createdAt } = merchant
    const { entityId, owner } = toVerificationTarget(id)
    const found = await findActor(dependencies.database, 'verification', entityId, owner)
    const verification = describeVerification(found, 'operator').status
    const ofNetworks = await readMerchantNetworks(dependencies, id)
    const described = ofNetworks.map(({ waitingReceivers, ...network }) => ({
      ...network,
      waitingReceivers: waitingReceivers.map((one) => ({
        blockchain: one.blockchain,
        waiting: describeWaiting(one),
      })),
    }))
    return { body: { id, name, isDemo, createdAt, verification, networks: described } }
  },
})
