/**
 * The index of a list: in the order of the list, with all that it filters and sums by, so that a page or a
 * total is answered without reading rows.
 */
export const listIndex = (table: string, included: string) => ({
  name: `${table}_list`,
  expression: `create index ${table}_list on ${table} (merchant_id, network, created_at, id) include (${included})`,
})

/** An index that entities cannot describe; `on` follows its name, as Postgres writes it back. */
export const writtenIndex = (name: string, on: string) => ({
  name,
  expression: `create index ${name} on ${on}`,
})

/** Of customers, of the list, and all that the metrics read, in the order in which first charges stand. */
export const subscriptionIndexes = [
  writtenIndex(
    'subscription_by_customer',
    `subscription (merchant_id, network, customer_id text_pattern_ops, created_at, id)`,
  ),
  listIndex(
    'subscription',
    'status, phase, asset, decimals, amount, plan_id, customer_id, reason, is_at_risk, next_charge_at',
  ),
  writtenIndex(
    'subscription_paying',
    `subscription (merchant_id, network, id) include (asset, decimals, payer, monthly, status, reason, is_to_end, charges_made, max_periods, next_charge_at)`,
  ),
]

/** All that the forecast reads of subscriptions that come to a charge, wallet by wallet; `where` as Postgres writes it back. */
export const toChargeIndex = (where: string) =>
  writtenIndex(
    'subscription_to_charge',
    `subscription (merchant_id, network, wallet) include (id, next_charge_at, status, phase, reason, blockchain, asset, decimals, amount, allowance, charges_made, max_periods, period_days, is_to_end) where (${where})`,
  )
