/** The cards of payers and of customers. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { memberRoute } from '../../routing/route.ts'
import { AnyCaseAddress, CustomerId } from '../../schemas/fields.ts'
import { PayerCard, readCard } from './payer-card.ts'

const answer = {
  status: 200,
  description: 'Wallets, balances, and the charges to come.',
  schema: PayerCard,
} as const

export const readPayerRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/payers/{address}',
  operationId: 'readPayer',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'Read the card of a payer',
  description: 'All subscriptions of one wallet against what it holds and allows.',
  params: z.object({ address: AnyCaseAddress }),
  answer,
  problems: ['PayerNotFound'],
  async handle({ params: { address }, caller: { owner }, dependencies }) {
    const body = await readCard(dependencies, owner, { payer: address })
    if (body) return { body }
    throw new Problem(
      'PayerNotFound',
      `No subscription on this network is paid from ${address}; compare it letter by letter.`,
    )
  },
})

export const readCustomerCardRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/customers/{customerId}/card',
  operationId: 'readCustomerCard',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'Read the card of a customer',
  description:
    'The wallets of one customer, against all that they pay for, and the charges of this customer.',
  params: z.object({ customerId: CustomerId }),
  answer,
  problems: ['CustomerNotFound'],
  async handle({ params: { customerId }, caller: { owner }, dependencies }) {
    const body = await readCard(dependencies, owner, { customerId })
    if (body) return { body }
    throw new Problem('CustomerNotFound', `No subscription on this network is of '${customerId}'.`)
  },
})
