/** The charges of all of a merchant's subscriptions, and the customers behind them. */
import { ChargeResource, toChargeResource } from '../../../core/resources/charge.ts'
import { CustomerSummary, toCustomerSummary } from '../../../core/resources/customer.ts'
import { findPaidPlans } from '../../../store/views/entities/paid-plans.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { memberList } from './member-list.ts'
import { planNameField } from './named-subscriptions.ts'

const NamedCharge = ChargeResource.extend(planNameField).meta({
  id: 'NamedCharge',
  description: 'A charge, with the name of its plan.',
})

export const listChargesRoute = memberList(lists.charges, {
  schema: NamedCharge,
  async show(rows, { caller: { owner }, dependencies: { database } }) {
    const charges = rows.map(toChargeResource)
    const contracts = new Set(charges.map(({ contractAddress }) => contractAddress))
    const plans = await findPaidPlans(database.pool, owner, [...contracts])
    return charges.map((charge) => ({
      ...charge,
      planName: plans.get(charge.contractAddress)!.planName,
    }))
  },
})

export const listCustomersRoute = memberList(lists.customers, {
  description: 'Known by their subscriptions; the one with the latest comes first.',
  schema: CustomerSummary,
  show(rows, { dependencies }) {
    const now = dependencies.clock.now()
    return rows.map((one) => toCustomerSummary(one, now))
  },
})
