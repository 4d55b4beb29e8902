/** A link for the payer of one subscription, by which what stands in the way of its next charge is mended. */
import { z } from 'zod'
import type { TokenRight } from '../../../shared/secrets/token-rights.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { createCustomerToken } from '../../../store/merchants/customer-tokens.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { requireActor } from '../../commands.ts'
import { memberRoute } from '../../routing/route.ts'
import { AnyCaseAddress, NoFields } from '../../schemas/fields.ts'
import { requireFewCancellations } from './few-cancellations.ts'

/** Long enough for whoever reads mail once a week. */
const linkSeconds = 7 * 24 * 60 * 60

export const createPayerLinkRoute = memberRoute({
  method: 'POST',
  path: '/dashboard/api/{network}/subscriptions/{contractAddress}/payer-link',
  operationId: 'createPayerLink',
  right: 'sell',
  tag: 'Subscriptions',
  summary: 'Make a link for the payer',
  description:
    'To the page on which the customer sees what is missing and mends it. Where a limit has to be raised, the page is opened ' +
    'for that; else its token may only read, and end or lower what is taken. Whoever has the link can cancel, so it counts ' +
    'as a cancellation of yours.',
  params: z.object({ contractAddress: AnyCaseAddress }),
  body: NoFields,
  answer: {
    description: 'The link.',
    schema: z
      .strictObject({
        url: z
          .string()
          .meta({ examples: ['https://pay.example/manage/?subscription=0x…&session=…'] }),
        expiresAt: RealTime,
      })
      .meta({ id: 'PayerLink' }),
  },
  problems: ['SubscriptionNotFound', 'SecondFactorRequired'],
  async handle(call) {
    const { caller, params, audit, dependencies } = call
    const { owner } = caller
    const entityId = params.contractAddress
    const { snapshot } = await requireActor(dependencies, { kind: 'subscription', entityId, owner })
    await requireFewCancellations(call)
    const { customerId, contractAddress } = snapshot.context
    const { may, flow } = wayOf(snapshot.context)
    const grant = { customerId, may, expiresInSeconds: linkSeconds }
    const { token, expiresAt } = await createCustomerToken(dependencies, owner, grant)
    audit?.concern(customerId)
    const search = new URLSearchParams({ subscription: contractAddress, ...flow, session: token })
    const url = `${dependencies.settings.manageUrl}/?${String(search)}`
    return { body: { url, expiresAt: expiresAt.toISOString() } }
  },
})

/** Raising a limit is no way of leaving; whoever only has to fill a wallet needs to see no more than which. */
function wayOf({ allowance, amount }: StoredActor<'subscription'>['snapshot']['context']): {
  may: TokenRight
  flow: { flow?: 'limit' }
} {
  const lacksAllowance = BigInt(allowance) < BigInt(amount)
  return lacksAllowance ? { may: 'manage', flow: { flow: 'limit' } } : { may: 'leave', flow: {} }
}
