/** A link that opens a page for one customer, made by a person where no server of the merchant makes it. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import {
  createCustomerToken,
  tokenSecondsMax,
  tokenSecondsMin,
} from '../../../store/merchants/customer-tokens.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { requireActor } from '../../commands.ts'
import { type Call, memberRoute } from '../../routing/route.ts'
import { CustomerId, wholeField } from '../../schemas/fields.ts'
import { PlanId } from '../../schemas/new-subscription.ts'
import { requireFewCancellations } from './few-cancellations.ts'

export const createCustomerLinkRoute = memberRoute({
  method: 'POST',
  path: '/dashboard/api/{network}/customer-links',
  operationId: 'createCustomerLink',
  right: 'sell',
  tag: 'Customers',
  summary: 'Make a link for a customer',
  description:
    'To the widget, where the customer subscribes to `planId`; without one, to the manage page. Whoever has the link is that ' +
    'customer, who can cancel everything, so it counts as a cancellation of yours.',
  body: z
    .strictObject({
      customerId: CustomerId,
      planId: PlanId.optional(),
      expiresInSeconds: wholeField(tokenSecondsMin, tokenSecondsMax).meta({
        description: 'For how long it opens the page, in real time: a minute to 30 days',
        examples: [86_400],
      }),
    })
    .meta({ id: 'CustomerLinkWish' }),
  answer: {
    description: 'The link.',
    schema: z.strictObject({ url: z.string(), expiresAt: RealTime }).meta({ id: 'CustomerLink' }),
  },
  problems: ['PlanNotFound', 'PlanNotActive'],
  async handle(call) {
    const { body, caller, audit, dependencies } = call
    const { customerId, planId, expiresInSeconds } = body
    const page = planId === undefined ? null : await requireActivePlan(call, planId)
    await requireFewCancellations(call)
    const grant = { customerId, may: 'manage', expiresInSeconds } as const
    const { token, expiresAt } = await createCustomerToken(dependencies, caller.owner, grant)
    audit?.concern(customerId)
    const { widgetUrl, manageUrl } = dependencies.settings
    const url =
      page === null
        ? `${manageUrl}/?session=${token}`
        : `${widgetUrl}/?plan=${encodeURIComponent(page)}&session=${token}`
    return { body: { url, expiresAt: expiresAt.toISOString() } }
  },
})

/** Returns its id; the widget would tell the customer that there is no such plan. */
export async function requireActivePlan(
  { caller: { owner }, dependencies }: Pick<Call<'member'>, 'caller' | 'dependencies'>,
  planId: string,
): Promise<string> {
  const { id, status } = await requireActor(dependencies, { kind: 'plan', entityId: planId, owner })
  if (status === 'Active') return id
  throw new Problem(
    'PlanNotActive',
    `The plan is ${status}: nobody can subscribe to it. ${status === 'Draft' ? 'Activate' : 'Restore'} it first.`,
    { details: { state: status } },
  )
}
