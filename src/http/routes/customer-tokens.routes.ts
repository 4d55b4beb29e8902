/** Customer tokens: what the pages of customers are opened with, and how they are closed again. */
import { z } from 'zod'
import { customerActorId } from '../../shared/customer-actor-id.ts'
import { tokenRights } from '../../shared/secrets/token-rights.ts'
import {
  createCustomerToken,
  revokeCustomerTokens,
  tokenSecondsDefault,
  tokenSecondsMax,
  tokenSecondsMin,
} from '../../store/merchants/customer-tokens.ts'
import { exampleToken, RealTime } from '../../core/resources/fields.ts'
import { merchantRoute } from '../routing/route.ts'
import { CustomerId, wholeField } from '../schemas/fields.ts'

const pathPrefix = '/integration/subscriptions'

export const createCustomerTokenRoute = merchantRoute({
  method: 'POST',
  path: `${pathPrefix}/create-customer-token`,
  operationId: 'createCustomerToken',
  tag: 'Subscriptions',
  summary: 'Create a session token for a customer',
  description:
    'Opens the pages on which this one customer sees and manages subscriptions. Whoever holds it is that ' +
    'customer, so send it to nobody else. Every call gives a different one. The customer subscribes at ' +
    '`{widget}/?plan={planId}&session={token}`, and sees, pauses and ends it at `{manage}/?session={token}`: ' +
    'by default `{widget}` is the address of this service and `{manage}` is `/manage` of it; Settings › Integration of the ' +
    'dashboard shows both addresses in full. What else they take: [widget](/docs/guides/widget), [manage page](/docs/guides/manage-page).',
  body: z
    .strictObject({
      customerId: CustomerId,
      expiresInSeconds: wholeField(tokenSecondsMin, tokenSecondsMax)
        .default(tokenSecondsDefault)
        .meta({ description: 'For how long it is good, in real time: a minute to 30 days' }),
      may: z
        .enum(tokenRights)
        .default('manage')
        .meta({
          description:
            '`manage`: everything. `leave`: to read, and what ends or lowers what is taken from the payer: pause, ' +
            'cancel, withdraw, say why. That is what a mail may carry: whoever finds it takes no money, but can ' +
            'end what it names, at the gas of your wallet, and where you grant it by a withdrawal',
        }),
    })
    .meta({ id: 'NewCustomerToken' }),
  answer: {
    description: 'The token.',
    schema: z
      .strictObject({
        token: z.string().meta({ examples: [exampleToken] }),
        may: z.enum(tokenRights),
        expiresAt: RealTime,
      })
      .meta({ id: 'CustomerToken' }),
  },
  isSecret: true,
  async handle({ body, caller: { owner }, dependencies }) {
    const { token, expiresAt } = await createCustomerToken(dependencies, owner, body)
    return { body: { token, may: body.may, expiresAt: expiresAt.toISOString() } }
  },
})

export const revokeCustomerTokensRoute = merchantRoute({
  method: 'POST',
  path: `${pathPrefix}/revoke-customer-tokens`,
  operationId: 'revokeCustomerTokens',
  tag: 'Subscriptions',
  summary: 'Revoke the session tokens of a customer',
  description:
    'All of them, from now on: for a customer who signs out, leaves, or passed a link on. What the customer ' +
    'has subscribed to stays as it is, and new tokens can be created at once.',
  body: z.strictObject({ customerId: CustomerId }).meta({ id: 'CustomerTokenRevocation' }),
  answer: {
    description: 'How many were good until now.',
    schema: z
      .strictObject({
        revoked: z
          .int()
          .nonnegative()
          .meta({ examples: [1] }),
      })
      .meta({ id: 'RevokedCustomerTokens' }),
  },
  async handle({ body: { customerId }, caller: { owner }, dependencies }) {
    const revoked = await revokeCustomerTokens(dependencies, owner, customerId)
    dependencies.bus.publishRevocation(customerActorId(owner, customerId))
    return { body: { revoked } }
  },
})
