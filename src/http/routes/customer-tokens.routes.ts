import { z } from 'zod'
import { createCustomerToken } from '../../store/merchants/customer-tokens.ts'
import { merchantRoute } from '../routing/route.ts'
import { CustomerId } from '../schemas/fields.ts'

export const createCustomerTokenRoute = merchantRoute({
  method: 'POST',
  path: '/integration/subscriptions/create-customer-token',
  operationId: 'createCustomerToken',
  tag: 'Subscriptions',
  summary: 'Create a session token for a customer',
  description:
    'Bound to one customer, and good for an hour. Every call gives a different one. The pages that it opens come later.',
  body: z.strictObject({ customerId: CustomerId }).meta({ id: 'NewCustomerToken' }),
  answer: {
    status: 200,
    description: 'The token.',
    schema: z.strictObject({ token: z.string() }).meta({ id: 'CustomerToken' }),
  },
  isSecret: true,
  async handle({ body: { customerId }, caller, dependencies }) {
    return {
      body: { token: await createCustomerToken(dependencies, caller.owner, customerId) },
    }
  },
})
