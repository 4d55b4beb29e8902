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

/** All that forecast and metrics read of subscriptions. */
export const figuresIndex = writtenIndex(
  'subscription_figures',
  `subscription (merchant_id, network, next_charge_at) include (id, status, phase, reason, blockchain, token, payer, asset, decimals, amount, allowance, charges_made, max_periods, period_days, is_to_end)`,
)
