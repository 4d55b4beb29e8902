/** The merchants of the service, and how an operator lets one in. */
import { z } from 'zod'
import { listMerchants } from '../../../store/merchants/merchants.ts'
import { registerMerchant } from '../../../store/people/registration.ts'
import { Time } from '../../../core/resources/fields.ts'
import { verificationStatuses } from '../../../store/views/verifications.ts'
import { requireCell } from '../../cells/cell-of-request.ts'
import { emptiestOf } from '../../cells/emptiest.ts'
import { isTaken, requireNewEmail } from '../../cells/new-email.ts'
import { toActor } from '../../authentication/session.ts'
import { operatorRoute } from '../../routing/route.ts'
import { page, PageOfTotalResource, singleParameter } from '../../schemas/query.ts'
import { describeLink, LinkResource } from '../people/account-resource.ts'

const NewMerchant = z
  .strictObject({
    name: z.string().trim().min(1).max(100).meta({ description: 'Shown to payers' }),
    email: z.email().max(254).meta({
      description: 'The e-mail of the first account: pass the invitation on to its owner',
    }),
    cell: z
      .string()
      .optional()
      .meta({ examples: ['cell_a'], description: 'Where there are several; else the emptiest' }),
  })
  .meta({ id: 'NewMerchant' })

export const listMerchantsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/merchants',
  operationId: 'listMerchants',
  tag: 'Merchants',
  summary: 'List merchants',
  description: 'The newest comes first.',
  query: z.strictObject({
    ...page,
    search: singleParameter(z.string().trim().min(1).max(100))
      .optional()
      .meta({ description: 'A part of the name, or the id' }),
  }),
  answer: {
    description: 'The merchants of this service.',
    schema: z.strictObject({
      merchants: z.array(
        z
          .strictObject({
            id: z.string(),
            name: z.string(),
            createdAt: Time,
            verification: z.enum(verificationStatuses),
          })
          .meta({ id: 'Merchant' }),
      ),
      page: PageOfTotalResource,
    }),
  },
  async handle({ query: { search, ...wanted }, dependencies }) {
    const { merchants, total } = await listMerchants(dependencies, search, wanted)
    return { body: { merchants, page: { ...wanted, total } } }
  },
})

export const registerMerchantRoute = operatorRoute({
  method: 'POST',
  path: '/dashboard/api/operator/merchants',
  operationId: 'registerMerchant',
  needsProof: true,
  tag: 'Merchants',
  summary: 'Let a merchant in',
  body: NewMerchant,
  cellOf: ({ body: { cell } }, cells) =>
    cell === undefined ? emptiestOf(cells) : Promise.resolve(requireCell(cells, cell, 'cell')),
  answer: {
    status: 201,
    description: 'The merchant, and the invitation of its first account, which is shown this once.',
    schema: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      cell: z
        .string()
        .optional()
        .meta({ examples: ['cell_a'], description: 'Where there are several' }),
      invitation: LinkResource,
    }),
  },
  async handle({ body: { cell: _asked, ...body }, caller, audit, dependencies }) {
    const { isDemo } = caller.account
    await requireNewEmail(dependencies, body.email)
    const actor = toActor(caller, audit)
    const registered = await registerMerchant(dependencies, { ...body, isDemo }, actor)
    if (!registered) throw isTaken()
    const invitation = describeLink(dependencies, registered.invitation)
    const { cells, database } = dependencies
    const cell = cells.isOnlyOne ? {} : { cell: database.schema }
    return { body: { id: registered.merchantId, ...body, ...cell, invitation } }
  },
})
