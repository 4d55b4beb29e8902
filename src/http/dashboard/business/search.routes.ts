/** The search box: one text, and everything of the merchant's that it may mean. */
import { z } from 'zod'
import { rightsOf } from '../../../store/people/rights.ts'
import { Money, Time } from '../../../core/resources/fields.ts'
import { lookedThroughMax } from '../../../store/search/by-words.ts'
import { foundKinds, type FoundKind, matches } from '../../../store/search/found.ts'
import { search } from '../../../store/search/search.ts'
import { memberRoute } from '../../routing/route.ts'
import { textField } from '../../schemas/fields.ts'
import { singleParameter } from '../../schemas/query.ts'

const textLengthMax = 500

const SearchResults = z
  .strictObject({
    results: z.array(
      z.strictObject({
        kind: z.enum(foundKinds),
        id: z.string(),
        title: z.string().meta({
          description: 'What it is called, for people',
          examples: ['customer-42 · Vegetable box'],
        }),
        status: z.string().nullable(),
        amount: Money.nullable(),
        at: Time.nullable().meta({
          description: 'When it was created; of a charge, when the money moved or is due',
        }),
        metadata: z
          .union([z.string(), z.record(z.string(), z.unknown())])
          .nullable()
          .meta({ description: 'Your own reference', examples: [{ order: '2026-88123' }] }),
        matched: z.enum(matches).meta({ description: 'What of it is what was looked for' }),
        path: z.string().meta({
          description: 'Its page, below the network',
          examples: ['/payers/0x…'],
        }),
      }),
    ),
    listWords: z
      .string()
      .nullable()
      .meta({
        description:
          'What has these very words is found by `words` of the lists, the older ones as well; null where a word is only the beginning of several',
        examples: ['4711'],
      }),
    isComplete: z.boolean().meta({
      description: `False where a word has more than ${lookedThroughMax} things and only the newest were looked through for the others`,
    }),
  })
  .meta({ id: 'SearchResults' })

/** The page of each kind. */
const paths: Record<FoundKind, (id: string) => string> = {
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
    'By words, in any order: of your own reference (any value in `metadata`), a description, the name of a customer or ' +
    'of a plan. Words may be the beginnings of others; a word beside one with a digit, as in `order 4711`, only comes ' +
    'first where it is there. Or by an address (of a contract, a payer, who sent a payment, a deposit) or the hash of a ' +
    'transaction, whole, by six digits of its beginning, or by both ends as lists show it; by any id, an amount with or ' +
    'without its asset, or a pasted link that holds one of them. The newest five of each kind; requests are ' +
    'found by who may `inspect` them.',
  query: z.strictObject({
    q: singleParameter(textField('what to look for', textLengthMax)),
  }),
  answer: { description: 'What was found.', schema: SearchResults },
  async handle({ query: { q }, caller: { owner, account }, dependencies }) {
    const { database, directory } = dependencies
    const assets = directory.chains
      .filter(({ network }) => network === owner.network)
      .flatMap((chain) => chain.assets)
    const mayInspect = rightsOf(account.role, owner.network).includes('inspect')
    const asked = { database, owner, assets, mayInspect }
    const { found, listWords, isComplete } = await search(asked, q)
    const results = found.map((one) => ({ ...one, path: paths[one.kind](one.id) }))
    return { body: { results, listWords, isComplete } }
  },
})
