/** The search box: one text, and everything of the merchant's that it may mean. */
import { z } from 'zod'
import { rightsOf } from '../../../store/people/rights.ts'
import { search } from '../../../store/search/search.ts'
import { memberRoute } from '../../routing/route.ts'
import { textField } from '../../schemas/fields.ts'
import { singleParameter } from '../../schemas/query.ts'

const textLengthMax = 500

const kinds = [
  'subscription',
  'charge',
  'payment',
  'plan',
  'customer',
  'payer',
  'delivery',
  'event',
  'request',
] as const
const matches = [
  'id',
  'address',
  'payer',
  'transactionHash',
  'customerId',
  'amount',
  'name',
  'requestId',
] as const

const SearchResults = z
  .strictObject({
    results: z.array(
      z.strictObject({
        kind: z.enum(kinds),
        id: z.string(),
        title: z
          .string()
          .meta({ description: 'What it is called, for people', examples: ['customer-42'] }),
        status: z.string().nullable(),
        matched: z.enum(matches).meta({ description: 'What of it is what was looked for' }),
        path: z.string().meta({
          description: 'Its page, below the network',
          examples: ['/payers/0x…'],
        }),
      }),
    ),
  })
  .meta({ id: 'SearchResults' })

/** The page of each kind. */
const paths: Record<(typeof kinds)[number], (id: string) => string> = {
  subscription: (id) => `/subscriptions/${id}`,
  charge: (id) => `/charges/${id}`,
  payment: (id) => `/payments/${id}`,
  plan: (id) => `/plans/${id}`,
  customer: (id) => `/customers/${encodeURIComponent(id)}`,
  payer: (id) => `/payers/${id}`,
  delivery: (id) => `/deliveries/${id}`,
  request: (id) => `/requests/${id}`,
  event: (id) => `/events/${id}`,
}

export const searchRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/search',
  operationId: 'search',
  tag: 'Overview',
  right: 'read',
  summary: 'Find anything',
  description:
    'By an address (of a contract, a payer, a deposit), the hash of a transaction, any id, the beginning of a ' +
    "customer's name, a plan's name, an amount with or without its asset, or a pasted link that holds one of them. " +
    'The newest five of each kind; requests are found by who may `inspect` them.',
  query: z.strictObject({
    q: singleParameter(textField('what to look for', textLengthMax)),
  }),
  answer: { status: 200, description: 'What was found.', schema: SearchResults },
  async handle({ query: { q }, caller: { owner, account }, dependencies }) {
    const { database, directory } = dependencies
    const decimals = directory.chains
      .filter(({ network }) => network === owner.network)
      .flatMap(({ assets }) => assets.map((asset) => asset.decimals))
    const mayInspect = rightsOf(account.role, owner.network).includes('inspect')
    const asked = { database, owner, decimals: [...new Set(decimals)], mayInspect }
    const found = await search(asked, q)
    const results = found.map((one) => ({ ...one, path: paths[one.kind](one.id) }))
    return { body: { results } }
  },
})
