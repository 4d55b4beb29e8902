/**
 * The owners of the tables: which room writes which. A room is a folder directly below `src`, and below `src/store` a folder
 * of it. It alone has SQL and calls of the ORM that write its tables; others call its functions, and everybody may read.
 * `scripts/checks/table-owners.ts` holds the service to this list, and decision 0154 says why.
 */
export const owners = {
  // Turns, and what leaves by them: the actors' tables, the outbox, the timers.
  'src/store/engine': [
    'anomaly',
    'charge',
    'customer',
    'delivery',
    'destination',
    'gaswallet',
    'journal',
    'outbox',
    'payment',
    'permit',
    'plan',
    'subscription',
    'timer',
    'transaction',
    'verification',
  ],
  'src/store/event-log': ['epoch', 'event_counter', 'event_gap', 'merchant_event'],
  'src/store/mails': ['mail', 'mail_choice'],
  'src/store/merchants': [
    'api_key',
    'customer_token',
    'frame_origin',
    'gas_limit',
    'gas_wallet',
    'merchant',
    'merchant_asset',
    'merchant_profile',
    'pending_receiver',
    'public_page',
    'receiver',
    'receiver_change',
    'return_host',
    'webhook_endpoint',
    'withdrawal_period',
  ],
  'src/store/operators': ['process'],
  'src/store/people': [
    'account',
    'account_change',
    'account_link',
    'audit_entry',
    'known_address',
    'login_attempt',
    'passkey',
    'passkey_challenge',
    'recent_cancellations',
    'recovery_code',
    'session',
    'totp',
  ],
  'src/store/request-log': ['request_log'],
  // Triggers write words as well, with the rows that have them.
  'src/store/search': ['search_word'],
  'src/store/upgrading': ['machine_version'],
  // What the service knows of itself, and of the requests that it has accepted.
  'src/store': ['idempotency', 'master_key', 'test_clock', 'used_signature'],
  // What is stored of chains, and what is sent to them.
  'src/chain': [
    'chain_block',
    'chain_cursor',
    'chain_deployment',
    'chain_log',
    'contract_watch',
    'deposit_log',
    'deposit_watch',
    'gas_spent',
    'node_anomaly',
    'node_difference',
    'nonce_lane',
    'payer_funds',
    'signed_transaction',
    'stray_deposit',
    'stray_watch',
  ],
  // How reading goes: its nodes, and what it waits for.
  'src/reader': ['chain_node', 'credit_wait', 'gas_price'],
  // Triggers alone write it.
  migrations: ['metadata_key'],
}
