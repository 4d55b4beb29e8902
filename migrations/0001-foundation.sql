-- The schema of the first release, as the entities in src/store/tables describe it.

create table account (
  id text not null,
  email text not null,
  password_hash text not null,
  role text not null,
  merchant_id text null,
  created_at timestamptz not null,
  primary key (id)
);
alter table account add constraint account_email_unique unique (email);
alter table account add constraint account_role_check check (role in ('merchant', 'operator'));

create table anomaly (
  message_id text not null,
  kind text not null,
  entity_id text not null,
  merchant_id text not null,
  network text not null,
  event jsonb not null,
  state text not null,
  reason text not null,
  at timestamptz not null,
  resolved_at timestamptz null,
  primary key (message_id)
);
create index anomaly_merchant_id_network_at_index on anomaly (merchant_id, network, at);

create table api_key (
  name text not null,
  merchant_id text not null,
  network text not null,
  label text not null,
  sealed_secret text not null,
  created_at timestamptz not null,
  primary key (name)
);
create index api_key_merchant_id_network_index on api_key (merchant_id, network);
alter table api_key add constraint api_key_network_check check (network in ('TestNet', 'MainNet'));

create table chain_block (
  blockchain text not null,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  timestamp timestamptz not null,
  primary key (blockchain, number)
);

create table chain_cursor (
  blockchain text not null,
  revision int not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  seen_at timestamptz not null,
  primary key (blockchain)
);

create table chain_deployment (
  blockchain text not null,
  chain_id int not null,
  factory text not null,
  implementation text not null,
  deposit_factory text not null,
  deposit_implementation text not null,
  from_block bigint not null,
  tokens jsonb not null,
  primary key (blockchain)
);

create table chain_log (
  blockchain text not null,
  block_hash text not null,
  log_index int not null,
  block_number bigint not null,
  block_time timestamptz not null,
  transaction_hash text not null,
  contract_address text not null,
  event text not null,
  args jsonb not null,
  status text not null,
  primary key (blockchain, block_hash, log_index)
);
create index chain_log_blockchain_status_block_number_index on chain_log (blockchain, status, block_number);
create index chain_log_blockchain_contract_address_index on chain_log (blockchain, contract_address);
alter table chain_log add constraint chain_log_status_check check (status in ('Seen', 'Credited', 'Retracting', 'Reorged'));

create table charge (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  contract_address text generated always as ((snapshot->'context'->>'contractAddress')) stored null,
  customer_id text generated always as ((snapshot->'context'->>'customerId')) stored null,
  period int generated always as ((snapshot->'context'->>'period')::integer) stored null,
  due_at text generated always as ((snapshot->'context'->>'dueAt')) stored null,
  amount numeric(78,0) generated always as ((snapshot->'context'->>'amount')::numeric(78,0)) stored null,
  transaction_id text generated always as ((snapshot->'context'->>'transactionId')) stored null,
  primary key (id)
);
create index charge_merchant_id_network_status_index on charge (merchant_id, network, status);
create index charge_contract_address_period_index on charge (contract_address, period);
create unique index charge_one_for_each_period on charge (contract_address, period) where (status <> all (array['Failed'::text, 'Cancelled'::text]));
alter table charge add constraint charge_network_check check (network in ('TestNet', 'MainNet'));

create table customer_token (
  token_hash text not null,
  merchant_id text not null,
  network text not null,
  customer_id text not null,
  expires_at timestamptz not null,
  primary key (token_hash)
);
alter table customer_token add constraint customer_token_network_check check (network in ('TestNet', 'MainNet'));

create table delivery (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  line text generated always as ((snapshot->'context'->>'line')) stored null,
  sequence int generated always as ((snapshot->'context'->>'sequence')::integer) stored null,
  event_id text generated always as ((snapshot->'context'->>'eventId')) stored null,
  event_type text generated always as ((snapshot->'context'->>'eventType')) stored null,
  api_key text generated always as ((snapshot->'context'->>'apiKey')) stored null,
  primary key (id)
);
create index delivery_merchant_id_network_status_index on delivery (merchant_id, network, status);
create index delivery_on_its_way on delivery (line, sequence) where (status = any (array['Pending'::text, 'Retrying'::text]));
create index delivery_event_id_index on delivery (event_id);
alter table delivery add constraint delivery_network_check check (network in ('TestNet', 'MainNet'));

create table deposit_log (
  blockchain text not null,
  block_hash text not null,
  log_index int not null,
  payment_id text not null,
  block_number bigint not null,
  block_time timestamptz not null,
  transaction_hash text null,
  kind text not null,
  token text not null,
  counterparty text null,
  amount numeric(78,0) not null,
  status text not null,
  primary key (blockchain, block_hash, log_index, payment_id)
);
create index deposit_log_blockchain_status_block_number_index on deposit_log (blockchain, status, block_number);
create index deposit_log_payment_id_block_number_index on deposit_log (payment_id, block_number);
create index deposit_log_transaction_hash_index on deposit_log (transaction_hash);
alter table deposit_log add constraint deposit_log_kind_check check (kind in ('Transfer', 'Swept', 'Found'));
alter table deposit_log add constraint deposit_log_status_check check (status in ('Seen', 'Told', 'Confirmed', 'Retracting', 'Reorged'));

create table deposit_watch (
  payment_id text not null,
  blockchain text not null,
  deposit_address text not null,
  created_at timestamptz not null,
  read_up_to bigint null,
  look_at timestamptz not null,
  primary key (payment_id)
);
create index deposit_watch_blockchain_look_at_index on deposit_watch (blockchain, look_at);
create index deposit_watch_blockchain_created_at_index on deposit_watch (blockchain, created_at);
create index deposit_watch_live on deposit_watch (blockchain) where (read_up_to is null);

create table event_counter (
  merchant_id text not null,
  network text not null,
  last_seq int not null,
  primary key (merchant_id, network)
);
alter table event_counter add constraint event_counter_network_check check (network in ('TestNet', 'MainNet'));

create table gas_wallet (
  merchant_id text not null,
  network text not null,
  blockchain text not null,
  address text not null,
  sealed_private_key text not null,
  balance numeric(78,0) null,
  seen_at timestamptz null,
  primary key (merchant_id, network, blockchain)
);
alter table gas_wallet add constraint gas_wallet_blockchain_address_unique unique (blockchain, address);
alter table gas_wallet add constraint gas_wallet_network_check check (network in ('TestNet', 'MainNet'));

create table idempotency (
  merchant_id text not null,
  network text not null,
  key text not null,
  fingerprint text not null,
  seed_id text not null,
  seed_at timestamptz not null,
  response_status int null,
  response_body text null,
  created_at timestamptz not null,
  primary key (merchant_id, network, key)
);
create index idempotency_created_at_index on idempotency (created_at);
alter table idempotency add constraint idempotency_network_check check (network in ('TestNet', 'MainNet'));

create table journal (
  kind text not null,
  entity_id text not null,
  seq int not null,
  message_id text not null,
  merchant_id text not null,
  network text not null,
  event jsonb not null,
  from_state text not null,
  to_state text not null,
  cause jsonb not null,
  at timestamptz not null,
  primary key (kind, entity_id, seq)
);
alter table journal add constraint journal_message_id_unique unique (message_id);
alter table journal add constraint journal_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'verification'));
alter table journal add constraint journal_network_check check (network in ('TestNet', 'MainNet'));

create table merchant (
  id text not null,
  name text not null,
  wrapped_key text not null,
  created_at timestamptz not null,
  primary key (id)
);

create table merchant_asset (
  merchant_id text not null,
  network text not null,
  code text not null,
  is_active boolean not null,
  primary key (merchant_id, network, code)
);
alter table merchant_asset add constraint merchant_asset_network_check check (network in ('TestNet', 'MainNet'));

create table merchant_event (
  merchant_id text not null,
  network text not null,
  seq int not null,
  event_id text not null,
  event_type text not null,
  resource_kind text not null,
  resource_id text not null,
  sequence int not null,
  body text not null,
  at timestamptz not null,
  primary key (merchant_id, network, seq)
);
alter table merchant_event add constraint merchant_event_event_id_unique unique (event_id);
alter table merchant_event add constraint merchant_event_network_check check (network in ('TestNet', 'MainNet'));

create table nonce_lane (
  blockchain text not null,
  wallet text not null,
  next_nonce int not null,
  primary key (blockchain, wallet)
);

create table outbox (
  id text not null,
  channel text not null,
  name text not null,
  kind text not null,
  entity_id text not null,
  merchant_id text not null,
  network text not null,
  lane text not null,
  payload json not null,
  cause json not null,
  at timestamptz not null,
  available_at timestamptz not null,
  attempts int not null default 0,
  last_error text null,
  primary key (id)
);
create index outbox_channel_available_at_index on outbox (channel, available_at);
create index outbox_channel_lane_index on outbox (channel, lane);
create index outbox_events_by_merchant on outbox (merchant_id, network, available_at) where (channel = 'event'::text);
create index outbox_webhooks_by_merchant on outbox (merchant_id, network, available_at) where (channel = 'webhook'::text);
-- What a channel holds changes by the second: a plan made while it was empty would read it row by row.
alter table outbox alter column channel set statistics 0;
alter table outbox add constraint outbox_channel_check check (channel in ('actor', 'chain', 'event', 'webhook'));
alter table outbox add constraint outbox_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'verification'));
alter table outbox add constraint outbox_network_check check (network in ('TestNet', 'MainNet'));

create table payment (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  blockchain text generated always as ((snapshot->'context'->>'blockchain')) stored null,
  deposit_address text generated always as ((snapshot->'context'->>'depositAddress')) stored null,
  asset text generated always as ((snapshot->'context'->>'asset')) stored null,
  token text generated always as ((snapshot->'context'->>'token')) stored null,
  amount numeric(78,0) generated always as ((snapshot->'context'->>'amount')::numeric(78,0)) stored null,
  expires_at text generated always as ((snapshot->'context'->>'expiresAt')) stored null,
  primary key (id)
);
create index payment_merchant_id_network_status_phase_index on payment (merchant_id, network, status, phase);
create index payment_merchant_id_network_created_at_index on payment (merchant_id, network, created_at);
create index payment_blockchain_created_at_index on payment (blockchain, created_at);
create index payment_with_other_tokens on payment (merchant_id, network) where (jsonb_array_length(snapshot->'context'->'others') > 0);
alter table payment add constraint payment_blockchain_deposit_address_unique unique (blockchain, deposit_address);
alter table payment add constraint payment_network_check check (network in ('TestNet', 'MainNet'));

create table plan (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text generated always as ((snapshot->'context'->>'name')) stored null,
  asset text generated always as ((snapshot->'context'->>'asset')) stored null,
  amount numeric(78,0) generated always as ((snapshot->'context'->>'amount')::numeric(78,0)) stored null,
  primary key (id)
);
create index plan_merchant_id_network_status_index on plan (merchant_id, network, status);
alter table plan add constraint plan_network_check check (network in ('TestNet', 'MainNet'));

create table receiver (
  merchant_id text not null,
  network text not null,
  blockchain text not null,
  address text not null,
  primary key (merchant_id, network, blockchain)
);
alter table receiver add constraint receiver_network_check check (network in ('TestNet', 'MainNet'));

create table session (
  token_hash text not null,
  account_id text not null,
  expires_at timestamptz not null,
  primary key (token_hash)
);

create table signed_transaction (
  hash text not null,
  transaction_id text not null,
  blockchain text not null,
  wallet text not null,
  nonce int not null,
  raw text not null,
  max_fee_per_gas numeric(78,0) not null,
  max_priority_fee_per_gas numeric(78,0) not null,
  signed_at timestamptz not null,
  primary key (hash)
);
create index signed_transaction_transaction_id_index on signed_transaction (transaction_id);
create index signed_transaction_blockchain_wallet_nonce_index on signed_transaction (blockchain, wallet, nonce);

create table subscription (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plan_id text generated always as ((snapshot->'context'->>'planId')) stored null,
  customer_id text generated always as ((snapshot->'context'->>'customerId')) stored null,
  payer text generated always as ((snapshot->'context'->>'payer')) stored null,
  blockchain text generated always as ((snapshot->'context'->>'blockchain')) stored null,
  asset text generated always as ((snapshot->'context'->>'asset')) stored null,
  token text generated always as ((snapshot->'context'->>'token')) stored null,
  next_charge_at text generated always as ((snapshot->'context'->>'nextChargeAt')) stored null,
  charges_made int generated always as ((snapshot->'context'->>'chargesMade')::integer) stored null,
  amount numeric(78,0) generated always as ((snapshot->'context'->>'amount')::numeric(78,0)) stored null,
  is_at_risk boolean generated always as ((snapshot->'context'->>'isAtRisk')::boolean) stored null,
  primary key (id)
);
create index subscription_merchant_id_network_status_index on subscription (merchant_id, network, status);
create index subscription_merchant_id_network_customer_id_index on subscription (merchant_id, network, customer_id);
create index subscription_merchant_id_network_payer_index on subscription (merchant_id, network, payer);
create index subscription_blockchain_status_index on subscription (blockchain, status);
create index subscription_blockchain_payer_index on subscription (blockchain, payer);
alter table subscription add constraint subscription_network_check check (network in ('TestNet', 'MainNet'));

create table test_clock (
  id serial primary key,
  offset_ms bigint not null
);

create table timer (
  kind text not null,
  entity_id text not null,
  timer_id text not null,
  armed_seq int not null,
  merchant_id text not null,
  network text not null,
  due_at timestamptz not null,
  sent_at timestamptz null,
  primary key (kind, entity_id, timer_id)
);
create index timer_due_at_index on timer (due_at);
alter table timer add constraint timer_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'verification'));
alter table timer add constraint timer_network_check check (network in ('TestNet', 'MainNet'));

create table transaction (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  blockchain text generated always as ((snapshot->'context'->>'blockchain')) stored null,
  wallet text generated always as ((snapshot->'context'->>'wallet')) stored null,
  purpose text generated always as ((snapshot->'context'->>'purpose')) stored null,
  nonce int generated always as ((snapshot->'context'->>'nonce')::integer) stored null,
  primary key (id)
);
create index transaction_blockchain_wallet_status_index on transaction (blockchain, wallet, status);
alter table transaction add constraint transaction_network_check check (network in ('TestNet', 'MainNet'));

create table verification (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id)
);
create index verification_status_index on verification (status);
alter table verification add constraint verification_network_check check (network in ('TestNet', 'MainNet'));

create table webhook_endpoint (
  id text not null,
  merchant_id text not null,
  network text not null,
  url text not null,
  updated_at timestamptz not null,
  primary key (id)
);
alter table webhook_endpoint add constraint webhook_endpoint_merchant_id_network_unique unique (merchant_id, network);
alter table webhook_endpoint add constraint webhook_endpoint_network_check check (network in ('TestNet', 'MainNet'));
