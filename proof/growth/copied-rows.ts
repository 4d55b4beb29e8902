/** Says how rows are copied, table by table; `n` counts the copies, `one` is the row that they are copies of. */

/** `of`: which row is copied; `columns`: what differs, as SQL. `isMade`: the service makes the first one too late to be copied. */
export type Copied = {
  count: number
  of?: string
  isMade?: boolean
  columns: Record<string, string>
}

const sizes = { subscriptions: 104_700, charges: 270_000, payments: 100_000, deliveries: 100_000 }
const million = 1_000_000

/** The same for all tables: words have the moments of their payments. */
const now = `timestamptz '${new Date().toISOString()}'`
/** Over two years, the newest first. */
const before = (count: number, of = now, n = 'n') =>
  `${of} - ${n} * (interval '730 days' / ${count})`
const iso = (moment: string) =>
  `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** The address has digits alone, which are the same in any spelling. */
const address = (n: string) => `('0x' || lpad((${n})::text, 40, '0'))`
const hash = (n: string) => `('0x' || lpad((${n})::text, 64, '0'))`
const id = (letter: string, n = 'n') => `lpad((${n})::text, 22, '${letter}')`

const memory = (fields: string) =>
  `jsonb_set(one.snapshot, '{context}', one.snapshot->'context' || jsonb_build_object(${fields}))`
const actor = (count: number, fields: string, more: Record<string, string> = {}): Copied => ({
  count,
  columns: {
    snapshot: memory(fields),
    created_at: before(count),
    updated_at: before(count),
    ...more,
  },
})

const { subscriptions, charges, payments } = sizes
const nowAndThen = (every: number, then: string, otherwise: string) =>
  `case when n % ${every} = 0 then ${then} else ${otherwise} end`

/** Five of every hundred have ended, three are paused, two are overdue, three at risk; the others pay. */
const subscription = actor(
  subscriptions,
  `'contractAddress', ${address('n')}, 'id', ${id('s')}, 'customerId', 'customer-' || n / 2, 'planId', ${id('p', 'n % 50')},
   'payer', ${address('1000000000 + n % 90000')}, 'metadata', 'order ' || n,
   'reason', ${nowAndThen(50, `'InsufficientBalance'`, 'null')}, 'isAtRisk', n % 33 = 0,
   'nextChargeAt', ${iso(`now() + interval '5 days' + n * interval '20 seconds'`)},
   'createdAt', ${iso(before(subscriptions))}`,
  {
    id: address('n'),
    status: nowAndThen(
      20,
      `'Cancelled'`,
      nowAndThen(33, `'Active'`, `(case when n % 31 = 0 then 'Paused' else 'Active' end)`),
    ),
    phase: nowAndThen(20, `'Over'`, nowAndThen(49, `'Overdue'`, `one.phase`)),
  },
)

const charge = actor(
  charges,
  `'id', ${id('c')}, 'contractAddress', ${address(`n % ${subscriptions} + 1`)}, 'period', n / ${subscriptions} + 2,
   'number', n / ${subscriptions} + 2, 'customerId', 'customer-' || (n % ${subscriptions}) / 2, 'metadata', 'order ' || n,
   'transactionHash', ${hash('n')}, 'reason', ${nowAndThen(50, `'InsufficientBalance'`, 'null')},
   'chargedAt', ${iso(before(charges))}, 'dueAt', ${iso(before(charges))}`,
  { id: id('c'), status: nowAndThen(50, `'Failed'`, 'one.status') },
)

const payment = actor(
  payments,
  `'id', ${id('y')}, 'depositAddress', ${address('2000000000 + n')}, 'metadata', json_build_object('order', n)::text,
   'expiresAt', ${iso(before(payments))}`,
  { id: id('y'), status: nowAndThen(40, `'Expired'`, 'one.status') },
)

/** Rows of a table with a partition for each month have its moment, their number in the month, and an id. */
const at = 'month.at'
const idInMonth = (n = 'month.i') => `(month.prefix || lpad((${n})::text, 12, '0'))`

const delivery = actor(
  sizes.deliveries,
  `'id', ${idInMonth()}, 'eventId', ${idInMonth()}, 'lane', 'charge/' || ${id('c')} || '/x/y', 'sequence', 1`,
  {
    id: idInMonth(),
    status: nowAndThen(200, `'Exhausted'`, `'Delivered'`),
    created_at: at,
    updated_at: at,
  },
)

/** Every payment has four words: one that half of them have, and its own. */
const wordsOfPayment = 4
const paymentOfWord = `div(n + ${wordsOfPayment - 1}, ${wordsOfPayment})`
const searchWord = {
  count: wordsOfPayment * payments,
  columns: {
    word: nowAndThen(2 * wordsOfPayment, `'tea'`, `n::text`),
    kind: `'payment'`,
    created_at: before(payments, now, paymentOfWord),
    id: id('y', paymentOfWord),
  },
}

export const copied: Record<string, Copied> = {
  subscription,
  charge: { ...charge, of: `status = 'Succeeded'` },
  payment,
  search_word: searchWord,
  delivery,
  merchant_event: {
    count: million,
    columns: {
      log_number: `n + 1000`,
      event_id: idInMonth(),
      resource_id: id('c', `n % ${charges} + 1`),
      resource_kind: `'charge'`,
      event_type: nowAndThen(3, `'SubscriptionChargeCreated'`, `'SubscriptionChargeStatusChanged'`),
      sequence: `n / ${charges} + 1`,
      body: `json_build_object('eventId', ${idInMonth()}, 'logNumber', n + 1000, 'charge', repeat('.', 300))::text`,
      at,
    },
  },
  journal: {
    count: million,
    of: `kind = 'charge'`,
    columns: {
      entity_id: id('c', `n / 4 + 1`),
      revision: `n % 4 + 1`,
      message_id: `'copy/' || n`,
      // The row is as small as can be read: a table of as many rows that is smaller is read whole sooner, and fits a
      // small disk.
      event: `'{"type":"charge.confirm"}'`,
      cause: `'{"type":"timer","timer":"untilDue"}'`,
      at,
    },
  },
  timer: {
    count: 170_000,
    columns: {
      entity_id: address('n'),
      due_at: `now() + interval '5 days' + n * interval '10 seconds'`,
      sent_at: 'null',
    },
  },
  customer: actor(subscriptions / 2, `'customerId', 'customer-' || n`, { id: id('k') }),
  transaction: {
    ...actor(20_000, `'id', ${id('t')}, 'nonce', -n`, { id: id('t') }),
    of: `status = 'Final'`,
  },
  signed_transaction: {
    count: 20_000,
    columns: {
      hash: hash('n'),
      transaction_id: id('t'),
      // Long mined: below all that is under way.
      nonce: '-n',
      signed_at: before(20_000),
    },
  },
  chain_log: {
    count: charges,
    columns: {
      block_hash: hash('n'),
      block_number: '1',
      transaction_hash: hash('n'),
      contract_address: address(`n % ${subscriptions} + 1`),
      block_time: before(charges),
      status: `'Credited'`,
    },
  },
  deposit_log: {
    count: payments,
    columns: {
      block_hash: hash('n'),
      block_number: '1',
      payment_id: id('y'),
      transaction_hash: hash('n'),
      block_time: before(payments),
      status: `'Confirmed'`,
    },
  },
  deposit_watch: {
    count: payments,
    columns: {
      payment_id: id('y'),
      deposit_address: address('2000000000 + n'),
      created_at: before(payments),
      check_at: `now() + interval '30 days'`,
      // Ten thousand of those that have ended are watched on.
      read_up_to: `case when n > 10000 then 1 end`,
    },
  },
  contract_watch: {
    count: subscriptions,
    isMade: true,
    columns: {
      contract_address: address('n'),
      blockchain: `'LocalTestNet'`,
      created_at: before(subscriptions),
      known_at: '1',
      read_up_to: '1',
      check_at: `now() + interval '30 days'`,
      checked_at: 'now()',
    },
  },
  payer_funds: {
    count: 90_000,
    columns: { payer: address('1000000000 + n') },
  },
  request_log: {
    count: 200_000,
    columns: {
      id: id('r'),
      request_id: `'request-' || n`,
      path: `'/integration/subscriptions/' || ${address('n')} || '/charges?limit=50&withTotal=true'`,
      user_agent: `repeat('browser/1.0 ', 8)`,
      created_at: `now() - n * interval '10 seconds'`,
    },
  },
  idempotency: {
    count: 100_000,
    columns: {
      key: `'key-' || n`,
      seed_id: id('i'),
      response_body: 'null',
      created_at: `now() - n * interval '5 seconds'`,
    },
  },
}

export const tablesThatGrow = Object.keys(copied)

/**
 * These tables grow with what a merchant sets up, its people, chains and their nodes, or what is under way at a time.
 */
export const tablesThatStaySmall = `
  account account_change account_link known_address login_attempt mail_choice passkey passkey_challenge
  recovery_code totp session audit_entry mail merchant merchant_asset api_key frame_origin return_host
  merchant_profile receiver receiver_change pending_receiver withdrawal_period public_page webhook_endpoint destination verification plan
  recent_cancellations gas_limit gas_price gas_wallet gaswallet gas_spent event_counter event_gap epoch metadata_key chain_block chain_cursor
  chain_deployment chain_node credit_wait node_anomaly node_difference nonce_lane machine_version master_key
  test_clock outbox anomaly used_signature customer_token permit
  stray_deposit stray_watch process`
  .trim()
  .split(/\s+/)
