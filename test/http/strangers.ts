/** The calls that name an object, for tests that make them as everybody whose object it is not. */
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { exampleId } from '../../src/core/resources/fields.ts'
import type { basicClient } from './client.ts'

/** Every route that names an object in its path; a route that comes later is tried without a word here. */
export const namingRoutes = apiRoutes.filter(
  ({ access, path }) => access === 'merchant' && path.includes('{'),
)

export type Objects = {
  planId: string
  contractAddress: string
  eventId: string
  paymentId: string
  customerId: string
}

/** A route needs this body to be sent; the others take an empty object. */
const bodies: Record<string, object> = {
  recordRefund: { amount: { value: '1', currency: 'tUSDC' } },
  switchSubscription: { planId: exampleId },
}

/** Calls the route about these objects. */
export function callAbout(
  { planId, contractAddress, eventId, paymentId, customerId }: Objects,
  { method, operationId, path }: (typeof namingRoutes)[number],
  caller: ReturnType<typeof basicClient>,
): Promise<{ status: number; body: { code?: string } }> {
  const target = path
    .replace('subscription-plans/{id}', `subscription-plans/${planId}`)
    .replace('{contractAddress}', contractAddress)
    .replace('{eventId}', eventId)
    .replace('{customerId}', customerId)
    .replace('{id}', paymentId)
  return method === 'GET' ? caller.get(target) : caller.post(target, bodies[operationId])
}

/** The problems that say that there is no such object, as far as the caller may know. */
export const unknownObject = /^(Subscription|Payment|Plan|Charge|Event|Customer)NotFound$/
