import { z } from 'zod'
import { networks } from '../../shared/network.ts'
import { tokenRights } from '../../shared/secrets/token-rights.ts'
import { RealTime, Time } from '../../core/resources/fields.ts'
import { listReturnHosts } from '../../store/merchants/pages/return-hosts.ts'
import { ShopView } from '../schemas/shop.ts'
import { customerRoute } from '../routing/route.ts'

export const readSessionRoute = customerRoute({
  method: 'GET',
  path: '/session',
  operationId: 'readSession',
  tag: 'Own session',
  summary: 'Read whose session this is, and what it may do',
  answer: {
    description: 'The session.',
    schema: z
      .strictObject({
        customerId: z.string().meta({ description: "The merchant's own name for the customer" }),
        merchantName: z.string(),
        shop: ShopView,
        network: z.enum(networks),
        may: z.enum(tokenRights).meta({
          description:
            '`manage`: everything. `leave`: to read, pause, cancel, withdraw and say why',
        }),
        expiresAt: RealTime,
        returnHosts: z.array(z.string()).meta({
          description: 'Hosts that the pages may lead back to; where there are none, any',
        }),
        now: Time.meta({ description: 'Business time, which all other moments are in' }),
      })
      .meta({ id: 'CustomerSession' }),
  },
  forLeaving: true,
  async handle({ caller, dependencies }) {
    const { owner, customerId, merchantName, shop, may, expiresAt } = caller
    const { network } = owner
    const returnHosts = await listReturnHosts(dependencies, owner)
    const moments = {
      expiresAt: expiresAt.toISOString(),
      now: dependencies.clock.now().toISOString(),
    }
    return { body: { customerId, merchantName, shop, network, may, returnHosts, ...moments } }
  },
})
