/** The charges of all subscriptions: what was collected, what failed, and when. */
import { z } from 'zod'
import { ChargeResource, chargeStatuses, toChargeResource } from '../../core/resources/charge.ts'
import { Money } from '../../core/resources/fields.ts'
import { chargeList } from '../../store/lists/charge-list.ts'
import { readTotals } from '../../store/lists/totals.ts'
import { resourceRoutes } from '../resource-routes.ts'
import { merchantRoute, type Route } from '../routing/route.ts'
import { answerPage, listPage, ListPageResource, toWanted } from '../lists/page.ts'
import { AnyCaseAddress, textField } from '../schemas/fields.ts'
import { MomentWithOffset } from '../schemas/moment.ts'
import { customerIdParameter, metadataTextParameter, planIdParameter } from '../schemas/filters.ts'
import { listParameter, singleParameter } from '../schemas/query.ts'

const path = '/integration/charges'

const moment = (description: string) =>
  singleParameter(MomentWithOffset).optional().meta({ description })

const listAllChargesRoute = merchantRoute({
  method: 'GET',
  path,
  operationId: 'listAllCharges',
  tag: 'Charges',
  summary: 'List the charges of all subscriptions',
  description: 'The newest comes first. With `withTotal=true` also how many match, and their sums.',
  query: z.strictObject({
    planId: planIdParameter,
    customerId: customerIdParameter,
    contractAddress: singleParameter(AnyCaseAddress)
      .optional()
      .meta({ description: 'Only this subscription' }),
    statusIn: listParameter(chargeStatuses),
    metadata: metadataTextParameter,
    chargeDateFrom: moment('With a `chargeDate` at this moment or later'),
    chargeDateTo: moment('With a `chargeDate` before this moment'),
    ...listPage,
  }),
  answer: {
    description: 'The charges that match.',
    schema: z.strictObject({
      charges: z.array(ChargeResource),
      page: ListPageResource,
      amounts: z.array(Money).optional().meta({
        description: 'Where `withTotal=true`: the sum of all that match, one for each asset',
      }),
    }),
  },
  async handle({ caller: { owner }, query, dependencies: { database, clock } }) {
    const wanted = toWanted(owner, query, clock.now())
    const [{ rows, page }, totals] = await Promise.all([
      answerPage(database, chargeList, wanted),
      query.withTotal ? readTotals(database.pool, chargeList, wanted) : null,
    ])
    const charges = rows.map(toChargeResource)
    return { body: { charges, page, ...(totals && { amounts: totals.amounts }) } }
  },
})

const charges = resourceRoutes({
  access: 'merchant',
  kind: 'charge',
  noun: 'Charge',
  tag: 'Charges',
  path,
  params: z.strictObject({ id: textField('a charge id', 100) }),
  schema: ChargeResource,
  show: toChargeResource,
})

export const chargeRoutes: readonly Route[] = [
  listAllChargesRoute,
  charges.read({ summary: 'Read one charge' }),
]
