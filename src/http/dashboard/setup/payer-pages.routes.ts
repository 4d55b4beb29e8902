/** The addresses of the pages that a merchant's server leads customers to. */
import { z } from 'zod'
import { memberRoute } from '../../routing/route.ts'

const address = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] })

const PayerPages = z
  .strictObject({
    widget: address(
      'On which a customer subscribes',
      'https://pay.example.com/widget/?plan={planId}&session={token}',
    ),
    manage: address(
      'On which a customer sees, pauses and ends what is subscribed to',
      'https://pay.example.com/manage/?session={token}',
    ),
  })
  .meta({ id: 'PayerPages', description: 'With `{planId}` and `{token}` where those belong.' })

export const readPayerPagesRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/payer-pages',
  operationId: 'readPayerPages',
  right: 'read',
  tag: 'Setup',
  summary: 'Read the addresses of the pages of customers',
  answer: { description: 'The addresses.', schema: PayerPages },
  async handle({ dependencies: { settings } }) {
    return {
      body: {
        widget: `${settings.widgetUrl}/?plan={planId}&session={token}`,
        manage: `${settings.manageUrl}/?session={token}`,
      },
    }
  },
})
