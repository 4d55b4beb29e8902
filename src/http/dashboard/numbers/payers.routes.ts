/** The cards of payers and of customers. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { memberRoute } from '../../routing/route.ts'
import { AnyCaseAddress, CustomerId } from '../../schemas/fields.ts'
import { findByWords } from '../../../store/search/by-words.ts'
import { emptyCard, PayerCard, readCard } from './payer-card.ts'
import { toRows } from './rows-link.ts'

const answer = {
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
  description:
    'All subscriptions of one wallet against what it holds and allows, and the way to the payments that came from it.',
  params: z.object({ address: AnyCaseAddress }),
  answer,
  problems: ['PayerNotFound'],
  async handle({ params: { address }, caller: { owner }, dependencies }) {
    const [card, { ids }] = await Promise.all([
      readCard(dependencies, owner, { payer: address }),
      findByWords(dependencies.database, owner, { text: address }, 1),
    ])
    if (card === null && ids.payer.length === 0)
      throw new Problem(
        'PayerNotFound',
        `Nothing on this network is paid from ${address}; compare it letter by letter.`,
      )
    const payments = ids.payment.length > 0 ? toRows('payments', { words: address }) : null
    return { body: { ...(card ?? emptyCard), payments } }
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
