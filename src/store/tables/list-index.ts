/**
 * The index of a list: in the order of the list, with all that it filters and sums by, so that a page or a
 * total is answered without reading rows.
 */
import { sweepFailuresToShow } from '../../../machines/payment/payment.sweep.ts'

export const listIndex = (table: string, included: string) => ({
  name: `${table}_list`,
  expression: `create index ${table}_list on ${table} (merchant_id, network, created_at, id) include (${included})`,
})

/** An index that entities cannot describe; `on` follows its name, as Postgres writes it back. */
export const writtenIndex = (name: string, on: string) => ({
  name,
  expression: `create index ${name} on ${on}`,
})

/** The rows of each value of a column in the order of the list; `name` begins with the table. */
const orderedIndex = (name: `${string}_by_${string}`, column: string, where = '') =>
  writtenIndex(
    name,
    `${name.split('_by_')[0]} (merchant_id, network, ${column}, created_at, id) ${where}`.trim(),
  )

/** Holds only rows with metadata: most have none, and each of their turns writes every index. */
const metadataIndex = (table: 'subscription' | 'charge') =>
  writtenIndex(
    `${table}_by_metadata`,
    `${table} (merchant_id, network, metadata_hash) where (metadata_hash is not null)`,
  )

/** Serves customers, the list and its usual filters, and all that the metrics read, in the order of first charges. */
export const subscriptionIndexes = [
  writtenIndex(
    'subscription_by_customer',
    `subscription (merchant_id, network, customer_id text_pattern_ops, created_at, id)`,
  ),
  listIndex(
    'subscription',
    'status, phase, asset, decimals, amount, monthly, plan_id, customer_id, reason, is_at_risk, next_charge_at',
  ),
  orderedIndex('subscription_by_status', 'status'),
  orderedIndex('subscription_by_plan', 'plan_id'),
  orderedIndex('subscription_by_reason', 'reason', 'where (reason is not null)'),
  writtenIndex(
    'subscription_paying',
    `subscription (merchant_id, network, id) include (asset, decimals, payer, monthly, status, reason, is_to_end, charges_made, max_periods, next_charge_at)`,
  ),
  metadataIndex('subscription'),
]

/** Serves the list and its usual filters, assets and amounts, the days on which money moves, and first charges. */
export const chargeIndexes = [
  listIndex('charge', 'status, asset, decimals, amount, contract_address, charge_date, reason'),
  orderedIndex('charge_by_status', 'status'),
  orderedIndex('charge_by_reason', 'reason', 'where (reason is not null)'),
  // The range of an asset and its decimals tells the planner how few charges fit; otherwise all of the list is read.
  writtenIndex(
    'charge_by_amount',
    `charge (merchant_id, network, asset, decimals, amount, created_at, id)`,
  ),
  writtenIndex(
    'charge_by_date',
    `charge (merchant_id, network, charge_date) include (status, asset, decimals, amount)`,
  ),
  writtenIndex(
    'charge_first',
    `charge (merchant_id, network, contract_address) include (charge_date) where ((period = 1) and (status = 'Succeeded'::text))`,
  ),
  metadataIndex('charge'),
  writtenIndex(
    'charge_by_transaction',
    'charge (transaction_hash) where (transaction_hash is not null)',
  ),
]

/** Serves the list, and failed sweeps: of the exceptions the only ones that no phase tells. */
export const paymentIndexes = [
  listIndex('payment', 'status, phase, asset, decimals, amount, paid, expires_at'),
  writtenIndex(
    'payment_not_settled',
    `payment (merchant_id, network) where ((((snapshot -> 'context'::text) ->> 'sweepFailures'::text))::integer >= ${sweepFailuresToShow})`,
  ),
]

/** Serves the list, and finds the few rare kinds among a million deliveries. */
export const deliveryIndexes = [
  listIndex('delivery', 'status, event_type, api_key'),
  writtenIndex('delivery_by_kind', 'delivery (merchant_id, network, status, event_type, api_key)'),
]

/**
 * Serves subscriptions that come to a charge: all that the forecast reads, wallet by wallet, and those at risk, the
 * most urgent first.
 */
export const chargeableIndexes = (isChargeable: string) => [
  writtenIndex(
    'subscription_to_charge',
    `subscription (merchant_id, network, wallet) include (id, next_charge_at, status, phase, reason, blockchain, asset, decimals, amount, allowance, charges_made, max_periods, period_days, is_to_end) where ${isChargeable}`,
  ),
  writtenIndex(
    'subscription_at_risk',
    `subscription (merchant_id, network, next_charge_at, id) where (${isChargeable} and (is_at_risk or (phase ~~ 'Overdue%'::text)))`,
  ),
]
