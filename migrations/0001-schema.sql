-- The schema of the first release. A group begins with `-- #`; the entities in src/store/tables describe the columns.
-- Every row that belongs to a merchant names it and the network, and every query filters by both.

create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: its rows are never changed or deleted', tg_table_name;
end $$;

-- # The turn
-- What a turn writes in one statement: the actor's row, a row of the journal, and what has to happen elsewhere or
-- later.

-- Every turn that was taken. Partitioned by month; a month's partition is made when its first row comes, with a
-- unique index of its message_id. repeats holds the turns after it that only tried again.
create table journal (
  kind text not null check (kind in (
    'plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination',
    'verification', 'gasWallet', 'permit')),
  entity_id text not null,
  revision int not null,
  at timestamptz not null,
  message_id text not null,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  event jsonb not null,
  from_state text not null,
  to_state text not null,
  cause jsonb not null,
  repeats jsonb,
  primary key (kind, entity_id, revision, at)
) partition by range (at);
-- Attempts that failed, which are few of a journal's rows.
create index journal_failed_attempts on journal (merchant_id, network, at)
  where kind = 'charge' and event->>'type' = 'charge.attemptFailed';
create view journal_turn as
  select kind, entity_id, revision, message_id, merchant_id, network, event, from_state, to_state, cause, at
  from journal
  union all
  select j.kind, j.entity_id, r.revision, r."messageId", j.merchant_id, j.network, r.event, r."fromState",
    r."toState", r.cause, r.at
  from journal j cross join lateral jsonb_to_recordset(j.repeats) as r(revision int, "messageId" text,
    event jsonb, "fromState" text, "toState" text, cause jsonb, at timestamptz)
  where j.repeats is not null;

-- What has still to happen elsewhere. payload and cause are json, as they were written: a row is read back whole and
-- is gone soon, so it is not taken apart.
create table outbox (
  id text primary key,
  channel text not null check (channel in ('actor', 'chain', 'event', 'webhook')),
  name text not null,
  kind text not null check (kind in (
    'plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination',
    'verification', 'gasWallet', 'permit')),
  entity_id text not null,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  lane text not null,
  payload json not null,
  cause json not null,
  at timestamptz not null,
  available_at timestamptz not null,
  attempts int not null default 0,
  refusals int not null default 0,
  refused_attempt int,
  sightings jsonb,
  waits_for text check (waits_for in (
    'GasWalletEmpty', 'GasBudgetSpent', 'GasPriceTooHigh', 'GasCostAboveLimit', 'GasTooDear', 'AssetInactive',
    'InsufficientBalance', 'RpcUnavailable', 'ChainNotServed', 'ChainRefuses', 'NodesDiffer', 'NodesSilent',
    'Others', 'Token', 'Depth', 'FailedCharge', 'FailedSweep', 'FullLane', 'SweepUnderWay', 'GasInFlight',
    'EmptyDeposit', 'UnservedChain', 'ChainClock', 'UnreadEvents', 'UntriedPreview', 'DisputedCharge',
    'DisputedRefusal', 'UnconfirmedRefusal', 'NeededCancel', 'PermitUnderWay', 'NodesRefuse')),
  last_error text
);
-- The chain's requests are claimed lane by lane. Thousands may wait for an empty gas wallet: new ones are found
-- beside them.
create index outbox_chain_requests on outbox (lane, name, available_at, at) where channel = 'chain';
-- Every index of the outbox is written with every row that it holds, so that each channel has its own.
-- Where two of a channel answer different questions, one has a condition that is true of all and that only its statements
-- name: otherwise either serves for both while the outbox is believed to be empty (decision 0163).
create index outbox_events_by_merchant on outbox (merchant_id, network, available_at)
  where channel = 'event' and merchant_id > '';
create index outbox_lanes on outbox (lane) where channel = 'event';
create index outbox_messages on outbox (available_at) where channel = 'actor';
create index outbox_new_requests on outbox (lane, name, available_at, at)
  where channel = 'chain' and waits_for is null;
create index outbox_new_transactions on outbox (entity_id) where channel = 'actor' and name = 'transaction.create';
-- What was tried in vain is few, and asked for every few seconds by whoever watches the service.
create index outbox_tried on outbox (channel, available_at) where attempts > 3;
create index outbox_webhook_chores on outbox (available_at) where channel = 'webhook' and name <> 'sendWebhook';
create index outbox_webhooks_by_lane on outbox (lane, ((payload->>'sequence')::int))
  where channel = 'webhook' and name = 'sendWebhook';
-- Webhooks are claimed destination by destination.
create index outbox_webhooks_by_destination on outbox
  (merchant_id, network, (payload->>'endpointId'), (payload->>'apiKey'), available_at)
  where channel = 'webhook' and name = 'sendWebhook' and payload->>'endpointId' is not null;
-- What a channel holds changes by the second: a plan made while it was empty would read it row by row.
alter table outbox alter column channel set statistics 0;

-- What happens later.
create table timer (
  kind text not null check (kind in (
    'plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination',
    'verification', 'gasWallet', 'permit')),
  entity_id text not null,
  timer_id text not null,
  armed_at_revision int not null,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  due_at timestamptz not null,
  sent_at timestamptz,
  primary key (kind, entity_id, timer_id)
);
create index timer_due_at_index on timer (due_at);

-- Messages that nobody expected, and forged ones.
create table anomaly (
  message_id text primary key,
  kind text not null,
  entity_id text not null,
  merchant_id text not null,
  network text not null,
  event jsonb not null,
  state text not null,
  reason text not null,
  at timestamptz not null,
  is_forged boolean not null default false,
  resolved_at timestamptz
);
create index anomaly_forged on anomaly (at) where is_forged;
create index anomaly_merchant_id_network_at_index on anomaly (merchant_id, network, at);

-- The version of its machine to which the stored actors of a kind have been brought; a kind without a row is at 1.
create table machine_version (
  kind text primary key,
  version int not null
);

-- # Actors
-- One table for each kind. The columns after snapshot are generated from it: they can be listed, filtered and
-- indexed, and cannot disagree with it.

-- What can be subscribed to.
create table plan (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text generated always as (snapshot->'context'->>'name') stored,
  asset text generated always as (snapshot->'context'->>'asset') stored,
  amount numeric(78, 0) generated always as ((snapshot->'context'->>'amount')::numeric(78, 0)) stored,
  decimals int generated always as ((snapshot->'context'->>'decimals')::int) stored,
  tags jsonb generated always as (snapshot->'context'->'tags') stored
);
create index plan_merchant_id_network_status_index on plan (merchant_id, network, status);

-- Its id is the address of its contract. wallet is a hash of chain, token and payer: 100,000 of them are held against
-- payer_funds in a tenth of the time that three texts take. monthly is what it brings in a month of 30.4375 days, cut
-- off to base units.
create table subscription (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plan_id text generated always as (snapshot->'context'->>'planId') stored,
  customer_id text generated always as (snapshot->'context'->>'customerId') stored,
  payer text generated always as (snapshot->'context'->>'payer') stored,
  blockchain text generated always as (snapshot->'context'->>'blockchain') stored,
  asset text generated always as (snapshot->'context'->>'asset') stored,
  token text generated always as (snapshot->'context'->>'token') stored,
  next_charge_at text generated always as (snapshot->'context'->>'nextChargeAt') stored,
  charges_made int generated always as ((snapshot->'context'->>'chargesMade')::int) stored,
  amount numeric(78, 0) generated always as ((snapshot->'context'->>'amount')::numeric(78, 0)) stored,
  decimals int generated always as ((snapshot->'context'->>'decimals')::int) stored,
  reason text generated always as (snapshot->'context'->>'reason') stored,
  is_at_risk boolean generated always as ((snapshot->'context'->>'isAtRisk')::boolean) stored,
  allowance numeric(78, 0) generated always as ((snapshot->'context'->>'allowance')::numeric(78, 0)) stored,
  period_days int generated always as ((snapshot->'context'->>'periodDays')::int) stored,
  max_periods int generated always as ((snapshot->'context'->>'maxPeriods')::int) stored,
  is_to_end boolean generated always as ((snapshot->'context'->>'isToEnd')::boolean) stored,
  wallet uuid generated always as (
    md5((snapshot->'context'->>'blockchain') || (snapshot->'context'->>'token') || (snapshot->'context'->>'payer'))::uuid) stored,
  monthly numeric(90, 0) generated always as (
    div((snapshot->'context'->>'amount')::numeric(78, 0) * 487, 16 * (snapshot->'context'->>'periodDays')::int)) stored,
  metadata_hash text generated always as (md5(snapshot->'context'->>'metadata')) stored,
  withdrawn_at text generated always as (snapshot->'context'->>'withdrawnAt') stored,
  access_until text generated always as (snapshot->'access'->>'until') stored
);
create index subscription_at_risk on subscription (merchant_id, network, next_charge_at, id)
  where status in ('Pending', 'Active', 'Suspended') and (is_at_risk or phase like 'Overdue%');
create index subscription_blockchain_created_at_index on subscription (blockchain, created_at);
create index subscription_blockchain_payer_index on subscription (blockchain, payer);
create index subscription_blockchain_status_index on subscription (blockchain, status);
create index subscription_by_customer on subscription
  (merchant_id, network, customer_id text_pattern_ops, created_at, id);
create index subscription_by_metadata on subscription (merchant_id, network, metadata_hash)
  where metadata_hash is not null;
create index subscription_by_plan on subscription (merchant_id, network, plan_id, created_at, id);
create index subscription_by_reason on subscription (merchant_id, network, reason, created_at, id)
  where reason is not null;
create index subscription_by_status on subscription (merchant_id, network, status, created_at, id);
-- The charges that a gas wallet has to pay for next.
create index subscription_due on subscription (merchant_id, blockchain, next_charge_at)
  where status in ('Pending', 'Active', 'Suspended');
create index subscription_expecting on subscription (blockchain)
  where status in ('Pending', 'Suspended', 'PendingPause', 'PendingUnPause', 'PendingCancel')
    or (status = 'Active' and phase <> 'Current');
-- The order of the list, with all that it is filtered and summed by.
create index subscription_list on subscription (merchant_id, network, created_at, id)
  include (status, phase, asset, decimals, amount, monthly, plan_id, customer_id, reason, is_at_risk, next_charge_at);
create index subscription_merchant_id_network_payer_index on subscription (merchant_id, network, payer);
-- All that the metrics read, in the order of first charges.
create index subscription_paying on subscription (merchant_id, network, id)
  include (asset, decimals, payer, monthly, status, reason, is_to_end, charges_made, max_periods, next_charge_at);
-- Approved drafts that wait for money.
create index subscription_short_draft on subscription (blockchain)
  where status = 'Draft' and reason = 'InsufficientBalance';
-- All that the forecast reads of subscriptions, wallet by wallet.
create index subscription_to_charge on subscription (merchant_id, network, wallet)
  include (id, next_charge_at, status, phase, reason, blockchain, asset, decimals, amount, allowance, charges_made,
    max_periods, period_days, is_to_end)
  where status in ('Pending', 'Active', 'Suspended');
-- Contracts whose payer's funds are watched.
create index subscription_waiting on subscription (blockchain, payer)
  where phase = 'Overdue' or is_at_risk or reason is not null or (status = 'Draft' and allowance <> 0);
-- It finds who has used the right to withdraw from a plan.
create index subscription_withdrawn on subscription (merchant_id, network, plan_id)
  where withdrawn_at is not null;

-- One for each period of a subscription, and another one where the first has failed or was cancelled.
create table charge (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  contract_address text generated always as (snapshot->'context'->>'contractAddress') stored,
  customer_id text generated always as (snapshot->'context'->>'customerId') stored,
  period int generated always as ((snapshot->'context'->>'period')::int) stored,
  due_at text generated always as (snapshot->'context'->>'dueAt') stored,
  charge_date text generated always as (
    coalesce(snapshot->'context'->>'chargedAt', snapshot->'context'->>'dueAt')) stored,
  metadata_hash text generated always as (md5(snapshot->'context'->>'metadata')) stored,
  asset text generated always as (snapshot->'context'->>'asset') stored,
  amount numeric(78, 0) generated always as ((snapshot->'context'->>'amount')::numeric(78, 0)) stored,
  decimals int generated always as ((snapshot->'context'->>'decimals')::int) stored,
  reason text generated always as (snapshot->'context'->>'reason') stored,
  transaction_id text generated always as (snapshot->'context'->>'transactionId') stored,
  transaction_hash text generated always as (snapshot->'context'->>'transactionHash') stored
);
-- Charges of an asset or an amount that hardly any has are found without reading all of the list (300,000: 160 ms).
create index charge_by_amount on charge (merchant_id, network, asset, decimals, amount, created_at, id);
create index charge_by_date on charge (merchant_id, network, charge_date) include (status, asset, decimals, amount);
-- Every turn of a charge or of a subscription writes all its indexes. Most have no metadata, and no charge has a
-- transaction when it is made.
create index charge_by_metadata on charge (merchant_id, network, metadata_hash) where metadata_hash is not null;
create index charge_by_reason on charge (merchant_id, network, reason, created_at, id) where reason is not null;
create index charge_by_status on charge (merchant_id, network, status, created_at, id);
create index charge_by_transaction on charge (transaction_hash) where transaction_hash is not null;
create index charge_contract_address_period_index on charge (contract_address, period);
-- When each subscription was charged first, for the metrics.
create index charge_first on charge (merchant_id, network, contract_address) include (charge_date)
  where period = 1 and status = 'Succeeded';
-- The order of the list, with all that it is filtered and summed by: a page, and a total of 300,000 rows, are
-- answered from the index alone.
create index charge_list on charge (merchant_id, network, created_at, id)
  include (status, asset, decimals, amount, contract_address, charge_date, reason);
create index charge_merchant_id_network_customer_id_index on charge (merchant_id, network, customer_id);
create unique index charge_one_for_each_period on charge (contract_address, period)
  where status not in ('Failed', 'Cancelled');

-- A payment to an address of its own.
create table payment (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  blockchain text generated always as (snapshot->'context'->>'blockchain') stored,
  deposit_address text generated always as (snapshot->'context'->>'depositAddress') stored,
  asset text generated always as (snapshot->'context'->>'asset') stored,
  token text generated always as (snapshot->'context'->>'token') stored,
  amount numeric(78, 0) generated always as ((snapshot->'context'->>'amount')::numeric(78, 0)) stored,
  -- What came and is confirmed, in time or late.
  paid numeric(78, 0) generated always as (
    (snapshot->'context'->'inTime'->>'confirmed')::numeric(78, 0)
    + (snapshot->'context'->'late'->>'confirmed')::numeric(78, 0)) stored,
  decimals int generated always as ((snapshot->'context'->>'decimals')::int) stored,
  expires_at text generated always as (snapshot->'context'->>'expiresAt') stored,
  metadata jsonb generated always as ((snapshot->'context'->>'metadata')::jsonb) stored,
  constraint payment_blockchain_deposit_address_unique unique (blockchain, deposit_address)
);
create index payment_blockchain_created_at_index on payment (blockchain, created_at);
-- The order of the list, with all that it is filtered and summed by.
create index payment_list on payment (merchant_id, network, created_at, id)
  include (status, phase, asset, decimals, amount, paid, expires_at);
create index payment_merchant_id_network_amount_created_at_id_index on payment
  (merchant_id, network, amount, created_at, id);
create index payment_merchant_id_network_deposit_address_index on payment (merchant_id, network, deposit_address);
-- Found by what came, where that is not what was asked for.
create index payment_paid_otherwise on payment (merchant_id, network, paid, created_at, id)
  where paid > 0 and paid <> amount;
create index payment_merchant_id_network_status_phase_index on payment (merchant_id, network, status, phase);
create index payment_metadata on payment using gin (metadata);
-- What waits for a decision is found without looking at all payments: those of which sweeps fail have no phase of
-- their own.
create index payment_not_settled on payment (merchant_id, network)
  where (snapshot->'context'->>'sweepFailures')::int >= 5;
create index payment_open on payment (blockchain) where status in ('Created', 'InProgress');
create index payment_with_other_tokens on payment (merchant_id, network)
  where jsonb_array_length(snapshot->'context'->'others') > 0;
-- How many payments have which standing, by which lists are filtered: without it the planner takes one in two hundred for
-- any, and sorts all payments on disk to sum them.
create statistics payment_standing on coalesce(nullif(phase, ''), status), merchant_id from payment;

-- Permits that payers have signed and a gas wallet sends.
create table permit (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  contract_address text generated always as (snapshot->'context'->>'contractAddress') stored,
  customer_id text generated always as (snapshot->'context'->>'customerId') stored,
  blockchain text generated always as (snapshot->'context'->>'blockchain') stored,
  payer text generated always as (snapshot->'context'->>'payer') stored,
  token text generated always as (snapshot->'context'->>'token') stored,
  transaction_id text generated always as (snapshot->'context'->>'transactionId') stored
);
create index permit_blockchain_payer_token_index on permit (blockchain, payer, token);
create index permit_contract_address_created_at_index on permit (contract_address, created_at);
create index permit_merchant_id_network_created_at_index on permit (merchant_id, network, created_at);
create index permit_merchant_id_network_customer_id_created_at_index on permit
  (merchant_id, network, customer_id, created_at);

-- What a gas wallet sends, from its place in the lane to its depth.
create table transaction (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  blockchain text generated always as (snapshot->'context'->>'blockchain') stored,
  wallet text generated always as (snapshot->'context'->>'wallet') stored,
  purpose text generated always as (snapshot->'context'->>'purpose') stored,
  nonce int generated always as ((snapshot->'context'->>'nonce')::int) stored
);
create index transaction_blockchain_wallet_status_index on transaction (blockchain, wallet, status);
create index transaction_open on transaction (blockchain) where status in ('Queued', 'Signed', 'Broadcast', 'Mined');

-- How long each gas wallet lasts; gas_wallet holds the keys.
create table gaswallet (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Whether a customer may use the product.
create table customer (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  customer_id text generated always as (snapshot->'context'->>'customerId') stored
);

-- One endpoint under one key: a dead one is probed instead of being tried for every event.
create table destination (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  endpoint_id text generated always as (snapshot->'context'->>'endpointId') stored,
  api_key text generated always as (snapshot->'context'->>'apiKey') stored,
  failing_lane text generated always as (snapshot->'context'->>'failingLane') stored,
  constraint destination_endpoint_id_api_key_unique unique (endpoint_id, api_key)
);
create index destination_merchant_id_network_status_index on destination (merchant_id, network, status);

-- One webhook to one destination. Partitioned by month: ids begin with their time.
create table delivery (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lane text generated always as (snapshot->'context'->>'lane') stored,
  sequence int generated always as ((snapshot->'context'->>'sequence')::int) stored,
  event_id text generated always as (snapshot->'context'->>'eventId') stored,
  event_type text generated always as (snapshot->'context'->>'eventType') stored,
  api_key text generated always as (snapshot->'context'->>'apiKey') stored,
  endpoint_id text generated always as (snapshot->'context'->>'endpointId') stored,
  resource_id text generated always as (split_part(snapshot->'context'->>'lane', '/', 2)) stored
) partition by range (id text_pattern_ops);
-- Few kinds occur, so a million deliveries fill 7 MB: it finds the rare ones, and the list holds the rest.
create index delivery_by_kind on delivery (merchant_id, network, status, event_type, api_key);
create index delivery_event_id_index on delivery (event_id);
create index delivery_list on delivery (merchant_id, network, created_at, id) include (status, event_type, api_key);
create index delivery_merchant_id_network_resource_id_index on delivery (merchant_id, network, resource_id);
create index delivery_on_its_way on delivery (lane, sequence) where status in ('Pending', 'Retrying');
create index delivery_waiting on delivery (endpoint_id, api_key, id) where status in ('Pending', 'Retrying');

-- Whether a merchant may use the main network.
create table verification (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verification_status_index on verification (status);

-- The keys of the merchants' own metadata, so that an export knows its columns without reading its rows first. A
-- trigger writes them with the rows, whoever writes those.
create table metadata_key (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  kind text not null check (kind in ('payment', 'subscription')),
  key text not null,
  primary key (merchant_id, network, kind, key)
);

-- PostgreSQL 15 has no pg_input_is_valid, and takes this one; where it is upgraded, that of the newer release is found
-- first.
do $do$ begin
  if current_setting('server_version_num')::int < 160000 then
    create function pg_input_is_valid(value text, type text) returns boolean language plpgsql immutable as $$
    begin
      if type <> 'jsonb' then
        raise exception 'only for jsonb, and asked for %', type;
      end if;
      perform value::jsonb;
      return true;
    exception when data_exception or program_limit_exceeded then
      return false;
    end $$;
  end if;
end $do$;

-- A key that is there costs a look into the primary key; the first 200 count, and none that an index cannot hold.
create function keep_metadata_keys() returns trigger language plpgsql as $$
begin
  insert into metadata_key (merchant_id, network, kind, key)
  select new.merchant_id, new.network, tg_table_name, found.key
  from jsonb_object_keys((new.snapshot->'context'->>'metadata')::jsonb) as found(key)
  where octet_length(found.key) <= 400
    and not exists (select from metadata_key known where known.merchant_id = new.merchant_id
      and known.network = new.network and known.kind = tg_table_name and known.key = found.key)
  order by found.key
  limit greatest(0, 200 - (select count(*) from metadata_key known where known.merchant_id = new.merchant_id
    and known.network = new.network and known.kind = tg_table_name))
  on conflict do nothing;
  return null;
end $$;
create trigger payment_keeps_metadata_keys after insert on payment for each row
  when (new.snapshot->'context'->>'metadata' like '{%'
    and pg_input_is_valid(new.snapshot->'context'->>'metadata', 'jsonb'))
  execute function keep_metadata_keys();
create trigger subscription_keeps_metadata_keys after insert on subscription for each row
  when (new.snapshot->'context'->>'metadata' like '{%'
    and pg_input_is_valid(new.snapshot->'context'->>'metadata', 'jsonb'))
  execute function keep_metadata_keys();

-- # Finding
-- The words by which people find payments, subscriptions, plans and customers: one index holds each word's rows, the
-- newest last, so that a search among millions reads a few thousand entries.

-- The words of a text: small letters without accents, split at all that is neither letter nor digit. What follows
-- letters as a number is a word of its own as well: order4711 is found by 4711. Addresses and hashes keep their 0x: words
-- that begin with a few letters, such as be or fe, have none of them among theirs. The first 64 words count; one part may
-- be empty.
create function search_words(given text) returns text[] language plpgsql immutable parallel safe as $$
declare
  plain text := lower(case when octet_length(given) = length(given) then given
    else regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g') end);
begin
  -- An address alone, as most payments have no more, is one word.
  if plain ~ '^[0-9][0-9a-z]{0,65}$' then return array[plain]; end if;
  return array(
    select left(found.word, 66) from (
        select whole, min(place) as place from regexp_split_to_table(plain,
          '[\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+')
          with ordinality as one(whole, place)
        group by 1 order by 2 limit 65) part
      cross join lateral (values (part.whole), (substring(part.whole from '^[^0-9]+([0-9]+)$'))) as found(word)
    where found.word <> '' group by 1 order by min(part.place), 1 desc limit 64);
end $$;

-- The ways in which a word is written: six hexadecimal digits and more are found with 0x before them and without.
create function spellings_of(word text) returns text[] language sql immutable parallel safe as $$
  select case when word ~ '^[0-9a-f]{6,}$' then array['0x' || word, word]
    when word ~ '^0x[0-9a-f]{6,}$' then array[word, substr(word, 3)] else array[word] end
$$;

-- What an actor is found by: its addresses, its names, and the values of its metadata at any depth, where that is JSON.
create function searched_text(context jsonb) returns text language plpgsql immutable parallel safe as $$
declare
  metadata text := context->>'metadata';
begin
  if metadata ~ '^[{\["]' and pg_input_is_valid(metadata, 'jsonb') then
    metadata := (select string_agg(member #>> '{}', ' ') from jsonb_path_query(metadata::jsonb, 'strict $.**') member
      where jsonb_typeof(member) in ('string', 'number'));
  end if;
  return concat_ws(' ', context->>'depositAddress', context->>'contractAddress', context->>'payer', context->>'name', context->>'customerId', metadata, context->>'description', context->>'tags');
end $$;

-- A customer and a payer have their words once, whenever they came, under the epoch. Payments have those of who paid them
-- by the watcher, with what it stores in deposit_log.
create table search_word (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  word text collate "C" not null,
  kind text not null check (kind in ('payment', 'subscription', 'plan', 'customer', 'payer')),
  created_at timestamptz not null,
  id text not null,
  primary key (merchant_id, network, word, kind, created_at, id)
);

-- A word is joined to what has it by moment and id, in the order of the lists. The planner is to count by the id alone: with
-- the moment as a second condition it expects one row, and reads all that have a common word for one page.
alter table search_word alter column created_at set (n_distinct = 1);
alter table payment alter column created_at set (n_distinct = 1);
alter table subscription alter column created_at set (n_distinct = 1);

create function keep_search_words() returns trigger language plpgsql as $$
declare
  words text[] := search_words(searched_text(new.snapshot->'context'));
begin
  if tg_op = 'UPDATE' then
    delete from search_word where merchant_id = new.merchant_id and network = new.network and kind = tg_table_name
      and created_at = new.created_at and id = new.id
      and word = any(search_words(searched_text(old.snapshot->'context'))) and word <> all(words);
  end if;
  insert into search_word (merchant_id, network, word, kind, created_at, id)
  select new.merchant_id, new.network, found.word, tg_table_name, new.created_at, new.id from unnest(words) as found(word)
  on conflict do nothing;
  if tg_table_name = 'subscription' then
    insert into search_word (merchant_id, network, word, kind, created_at, id)
    select new.merchant_id, new.network, found.word, named.kind, 'epoch', named.id
    from (values ('customer', new.customer_id), ('payer', new.payer)) as named(kind, id)
    cross join unnest(search_words(named.id)) as found(word)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger payment_keeps_search_words after insert on payment for each row execute function keep_search_words();
create trigger subscription_keeps_search_words after insert on subscription for each row
  execute function keep_search_words();
create trigger plan_keeps_search_words after insert on plan for each row execute function keep_search_words();
-- Only plans change the words that they are found by.
create trigger changed_plan_keeps_search_words after update on plan for each row
  when (old.name is distinct from new.name or old.tags is distinct from new.tags
    or old.snapshot->'context'->'description' is distinct from new.snapshot->'context'->'description')
  execute function keep_search_words();

-- # Events and answers

-- The event log of each merchant, numbered without holes but those of event_gap. Partitioned by month: ids begin with
-- their time.
create table merchant_event (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  log_number int not null,
  event_id text not null constraint merchant_event_event_id_unique unique,
  event_type text not null,
  resource_kind text not null,
  resource_id text not null,
  sequence int not null,
  body text not null,
  at timestamptz not null,
  primary key (merchant_id, network, log_number, event_id)
) partition by range (event_id text_pattern_ops);
-- The order of the list, its totals, and where the log is entered at a moment.
create index merchant_event_list on merchant_event (merchant_id, network, at, event_id)
  include (event_type, log_number);
create index merchant_event_merchant_id_network_event_type_log_number_index on merchant_event
  (merchant_id, network, event_type, log_number);
create index merchant_event_merchant_id_network_resource_id_log_number_index on merchant_event
  (merchant_id, network, resource_id, log_number);

-- The last number of each event log. counted_at is real time: how long ago this copy of the database was the one in
-- use.
create table event_counter (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  last_log_number int not null,
  counted_at timestamptz,
  primary key (merchant_id, network)
);

-- Log numbers that an epoch skipped when it began: behind the one, up to and with the other.
create table event_gap (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  after_log_number int not null,
  until_log_number int not null,
  epoch int not null,
  primary key (merchant_id, network, after_log_number)
);

-- Idempotency keys and their answers. Reservations take up a tenth of a page at most, so that each answer is stored
-- where its reservation stands, and no index is written for it.
create table idempotency (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  key text not null,
  fingerprint text not null,
  seed_id text not null,
  seed_at timestamptz not null,
  response_status int,
  response_body text,
  tries_under_way int not null default 1,
  created_at timestamptz not null,
  primary key (merchant_id, network, key)
) with (fillfactor = 10);
create index idempotency_created_at_index on idempotency (created_at);

-- Signatures are remembered for minutes. A crash of the database may forget them, and nothing of money depends on it.
create unlogged table used_signature (
  signature_hash text primary key,
  address text not null,
  uses text[] not null,
  used_at timestamptz not null
);
create index used_signature_used_at_index on used_signature (used_at);

-- What merchants' servers asked for, and what their people were refused, for 30 days: no secrets and no bodies.
create table request_log (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  request_id text not null,
  key_name text,
  operation_id text not null,
  method text not null,
  path text not null,
  status int not null,
  duration_ms int not null,
  problem_code text,
  is_replayed boolean not null,
  address text not null,
  user_agent text,
  account text,
  created_at timestamptz not null
);
create index request_log_created_at_index on request_log (created_at);
create index request_log_list on request_log (merchant_id, network, created_at, id)
  include (status, method, operation_id, key_name, problem_code, is_replayed);
create index request_log_merchant_id_network_request_id_index on request_log (merchant_id, network, request_id);

-- # Merchants

-- wrapped_key is the key of the merchant's data, under the master key.
create table merchant (
  id text primary key,
  name text not null,
  wrapped_key text not null,
  is_demo boolean not null default false,
  created_at timestamptz not null
);

-- What a merchant's server signs with.
create table api_key (
  name text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  label text not null,
  sealed_secret text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_key_merchant_id_network_index on api_key (merchant_id, network);

-- What lets a customer's page act. Tokens that are over stay for a while, so that their pages can say so.
create table customer_token (
  token_hash text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  customer_id text not null,
  may text not null default 'manage' check (may in ('manage', 'leave')),
  plan_id text,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index customer_token_expires_at_index on customer_token (expires_at);
create index customer_token_plan_id_expires_at_index on customer_token (plan_id, expires_at);
create index customer_token_merchant_id_network_customer_id_index on customer_token (merchant_id, network, customer_id);

-- Which assets a merchant takes.
create table merchant_asset (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  code text not null,
  is_active boolean not null,
  primary key (merchant_id, network, code)
);

-- Where a merchant's money goes.
create table receiver (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  blockchain text not null,
  address text not null,
  primary key (merchant_id, network, blockchain)
);

-- Another receiver counts a day after it was asked for; until then it can be called off.
create table pending_receiver (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  blockchain text not null,
  address text not null,
  asked_by text not null,
  asked_by_id text not null,
  asked_from text,
  asked_at timestamptz not null,
  effective_at timestamptz not null,
  primary key (merchant_id, network, blockchain)
);
create index pending_receiver_effective_at_index on pending_receiver (effective_at);
create index pending_receiver_asked_by_id_index on pending_receiver (asked_by_id);

-- Each change of a receiver; its rows are never changed.
create table receiver_change (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  blockchain text not null,
  previous text,
  address text not null,
  changed_by text not null,
  changed_from text,
  at timestamptz not null
);
create index receiver_change_merchant_id_network_index on receiver_change (merchant_id, network);
create trigger receiver_change_only_grows before update or delete on receiver_change
  for each row execute function refuse_to_rewrite();

-- The wallet that pays for a merchant's transactions on a chain.
create table gas_wallet (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  blockchain text not null,
  address text not null,
  sealed_private_key text not null,
  balance numeric(78, 0),
  seen_at timestamptz,
  primary key (merchant_id, network, blockchain),
  constraint gas_wallet_blockchain_address_unique unique (blockchain, address)
);

-- What a merchant wants to spend on gas at most, and whether its gas wallet sends permits.
create table gas_limit (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  blockchain text not null,
  wei_per_charge numeric(78, 0),
  wei_per_day numeric(78, 0),
  share_percent numeric(9, 4),
  relays_permits boolean not null default true,
  primary key (merchant_id, network, blockchain)
);

-- Where a merchant's webhooks go.
create table webhook_endpoint (
  id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  url text not null,
  updated_at timestamptz not null,
  constraint webhook_endpoint_merchant_id_network_unique unique (merchant_id, network)
);

-- Hosts that the checkout page may lead payers back to; without a row, any.
create table return_host (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  host text not null,
  primary key (merchant_id, network, host)
);

-- What payers see of a merchant; without a name here, its own.
create table merchant_profile (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  name text,
  site text,
  support text,
  logo_hash text,
  logo_width int,
  logo_height int,
  logo bytea,
  primary key (merchant_id, network)
);
create index merchant_profile_logo_hash_index on merchant_profile (logo_hash);

-- Origins whose pages may show the widget in a frame; without a row, none.
create table frame_origin (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  origin text not null,
  primary key (merchant_id, network, origin)
);

-- For how many days after the approval a payer may withdraw from a contract of this merchant; without a row, not at
-- all.
create table withdrawal_period (
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet')),
  days int not null,
  primary key (merchant_id, network)
);

-- The plans that anybody subscribes to by a page of their own.
create table public_page (
  plan_id text primary key,
  merchant_id text not null,
  network text not null check (network in ('TestNet', 'MainNet'))
);

-- # People

-- Whoever may log in.
create table account (
  id text primary key,
  email text not null,
  password_hash text,
  role text not null check (role in ('Owner', 'Manager', 'Finance', 'Support', 'Developer', 'Reader', 'Operator')),
  merchant_id text,
  is_demo boolean not null default false,
  disabled_at timestamptz,
  disabled_by_operator boolean not null default false,
  created_at timestamptz not null
);
-- An address logs in to one account. Who has not come yet may have been invited with it by several merchants, and whom
-- an operator shut out keeps it from nobody.
create unique index account_that_logs_in on account (email)
  where ((password_hash is not null) and (not disabled_by_operator));
create unique index account_of_merchant on account (email, coalesce(merchant_id, ''));

-- Where somebody is logged in, and when they last proved who they are.
create table session (
  token_hash text primary key,
  id text not null constraint session_id_unique unique,
  account_id text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  proven_at timestamptz,
  user_agent text,
  address text,
  expires_at timestamptz not null
);
create index session_account_id_index on session (account_id);

-- Lets its holder set the password of one account, once.
create table account_link (
  token_hash text primary key,
  account_id text not null constraint account_link_account_id_unique unique,
  purpose text not null check (purpose in ('invitation', 'reset')),
  issued_by_demo boolean not null,
  issued_by_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_link_issued_by_id_index on account_link (issued_by_id);

-- Each change of an account, in the order of sequence, because ids of one millisecond are in no order; its rows are
-- never changed.
create table account_change (
  id text primary key,
  sequence bigserial not null constraint account_change_sequence_unique unique,
  account_id text not null,
  change text not null,
  changed_by text not null,
  changed_from text,
  at timestamptz not null
);
create index account_change_account_id_sequence_index on account_change (account_id, sequence);
create trigger account_change_only_grows before update or delete on account_change
  for each row execute function refuse_to_rewrite();

-- What is counted is an account, an account from an address that it knows, or a session: each by a hash.
create table login_attempt (
  counted_hash text primary key,
  failures int not null,
  blocked_until timestamptz not null,
  tried_at timestamptz not null
);
create index login_attempt_tried_at_index on login_attempt (tried_at);

-- When somebody cancelled last, on both networks. All moments are real time.
create table recent_cancellations (
  account_id text primary key,
  cancelled_at timestamptz[] not null
);

-- Where an account was let in from: strangers cannot use up the tries of these addresses.
create table known_address (
  account_id text not null,
  address_hash text not null,
  used_at timestamptz not null,
  primary key (account_id, address_hash)
);

-- The secret that an account shares with its owner's authenticator.
create table totp (
  account_id text primary key,
  wrapped_key text not null,
  sealed_secret text not null,
  confirmed_at timestamptz,
  used_step bigint,
  created_at timestamptz not null
);

-- Stands in for the second factor, once.
create table recovery_code (
  account_id text not null,
  code_hash text not null,
  created_at timestamptz not null,
  primary key (account_id, code_hash)
);

-- Passkeys of accounts.
create table passkey (
  id text primary key,
  account_id text not null,
  label text not null,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_account_id_index on passkey (account_id);

-- What a passkey has to sign, once.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'login', 'prove')),
  account_id text,
  expires_at timestamptz not null
);
create index passkey_challenge_expires_at_index on passkey_challenge (expires_at);

-- What people did in the dashboard: who, from where, when, and what was before and after; its rows are never changed.
create table audit_entry (
  id text primary key,
  merchant_id text,
  network text check (network in ('TestNet', 'MainNet')),
  account_id text not null,
  email text not null,
  role text not null,
  address text,
  call text not null,
  subject text not null,
  asked jsonb,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index audit_entry_account_id_id_index on audit_entry (account_id, id);
create index audit_entry_merchant_id_id_index on audit_entry (merchant_id, id);
create trigger audit_entry_only_grows before update or delete on audit_entry
  for each row execute function refuse_to_rewrite();

-- Mails on their way to people. All moments are real time.
create table mail (
  id text primary key,
  kind text not null check (kind in (
    'accountLink', 'receiverChanged', 'atRisk', 'lowGas', 'failingEndpoint')),
  cause text not null,
  account_id text not null,
  merchant_id text,
  network text check (network in ('TestNet', 'MainNet')),
  status text not null check (status in ('Waiting', 'Sent', 'Skipped', 'Parked')),
  sealed_facts text,
  about text,
  attempts int not null default 0,
  unanswered_handovers int not null default 0,
  available_at timestamptz not null,
  reason text check (reason in ('Refused', 'Expired', 'OutcomeUnknown', 'Unreadable', 'AccountDisabled')),
  last_error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index mail_account_id_kind_created_at_index on mail (account_id, kind, created_at);
-- Operators list all mails, the newest first.
create index mail_created_at_id_index on mail (created_at, id);
create index mail_status_created_at_index on mail (status, created_at);
create index mail_waiting on mail (available_at) where status = 'Waiting';

-- What an account wants to be told by mail; without a row, what its role is usually told.
create table mail_choice (
  account_id text primary key,
  declined jsonb not null,
  includes_test_net boolean not null,
  updated_at timestamptz not null
);

-- # Chains: what is read

-- The factories and tokens of each chain, as they were recognised first.
create table chain_deployment (
  blockchain text primary key,
  chain_id int not null,
  factory text not null,
  implementation text not null,
  deposit_factory text not null,
  deposit_implementation text not null,
  from_block bigint not null,
  tokens jsonb not null
);

-- How far each chain has been read.
create table chain_cursor (
  blockchain text primary key,
  revision int not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  seen_at timestamptz not null,
  reached_head_at timestamptz,
  unknown_tokens_read_to bigint,
  unknown_tokens_read_at timestamptz
);

-- The blocks that were read last, to recognise a reorganisation.
create table chain_block (
  blockchain text not null,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  timestamp timestamptz not null,
  primary key (blockchain, number)
);

-- Logs of subscriptions' contracts. agreed: as many nodes as the chain needs have said the same, deep enough.
-- reported_by: the node that it was read from, where that is known.
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
  status text not null check (status in ('Seen', 'Credited', 'Retracting', 'Reorged')),
  agreed boolean not null default false,
  asked_at timestamptz,
  reported_by text,
  primary key (blockchain, block_hash, log_index)
);
create index chain_log_blockchain_status_block_number_index on chain_log (blockchain, status, block_number);
-- The last log of a contract before or after another is the first in this index. Without it the logs of all contracts
-- were gone through where Postgres had not counted the table yet.
create index chain_log_by_contract on chain_log (blockchain, contract_address, block_number, log_index);
-- The search box finds a subscription by any transaction that moved its contract.
create index chain_log_transaction_hash_index on chain_log (transaction_hash);

-- Deposit addresses that are watched. known_at: up to that block, the logs explain what the address holds.
create table deposit_watch (
  payment_id text primary key,
  blockchain text not null,
  deposit_address text not null,
  created_at timestamptz not null,
  read_up_to bigint,
  known_at bigint not null,
  searched_to bigint,
  search_anew_at timestamptz,
  check_at timestamptz not null
);
create index deposit_watch_blockchain_check_at_index on deposit_watch (blockchain, check_at);
create index deposit_watch_blockchain_created_at_index on deposit_watch (blockchain, created_at);
create index deposit_watch_live on deposit_watch (blockchain) where read_up_to is null;

-- Transfers to and from deposit addresses. credited: how much of each was reported as confirmed; later sums never
-- fall below it while it is on the chain.
create table deposit_log (
  blockchain text not null,
  block_hash text not null,
  log_index int not null,
  payment_id text not null,
  block_number bigint not null,
  block_time timestamptz not null,
  transaction_hash text,
  event text not null check (event in ('Transfer', 'Swept', 'Found')),
  token text not null,
  counterparty text,
  amount numeric(78, 0) not null,
  status text not null check (status in ('Seen', 'Reported', 'Confirmed', 'Retracting', 'Reorged')),
  agreed boolean not null default false,
  asked_at timestamptz,
  credited numeric(78, 0) not null default 0,
  reported_by text,
  primary key (blockchain, block_hash, log_index, payment_id)
);
create index deposit_log_blockchain_status_block_number_index on deposit_log (blockchain, status, block_number);
create index deposit_log_payment_id_block_number_index on deposit_log (payment_id, block_number);
create index deposit_log_transaction_hash_index on deposit_log (transaction_hash);

-- Deposit addresses that are watched on other chains than the payment's.
create table stray_watch (
  blockchain text not null,
  payment_id text not null,
  created_at timestamptz not null,
  check_at timestamptz not null,
  primary key (blockchain, payment_id)
);
create index stray_watch_blockchain_check_at_index on stray_watch (blockchain, check_at);
create index stray_watch_blockchain_created_at_index on stray_watch (blockchain, created_at);

-- Money that came to a payment's deposit address on another chain than the payment's.
create table stray_deposit (
  blockchain text not null,
  payment_id text not null,
  token text not null,
  asset text not null,
  decimals int not null,
  amount numeric(78, 0) not null,
  seen_at timestamptz not null,
  primary key (blockchain, payment_id, token)
);
create index stray_deposit_payment_id_index on stray_deposit (payment_id);

-- Contracts of subscriptions, and up to which block their state is what their logs say.
create table contract_watch (
  contract_address text primary key,
  blockchain text not null,
  created_at timestamptz not null,
  known_at bigint not null,
  read_up_to bigint,
  check_at timestamptz not null,
  checked_at timestamptz not null
);
create index contract_watch_blockchain_check_at_index on contract_watch (blockchain, check_at);
create index contract_watch_blockchain_created_at_index on contract_watch (blockchain, created_at);

-- What payers' wallets held when the chain was last asked: the forecast says by it which charges are covered.
create table payer_funds (
  blockchain text not null,
  token text not null,
  payer text not null,
  balance numeric(78, 0) not null,
  block_number bigint not null,
  seen_at timestamptz not null,
  wallet uuid not null generated always as (md5(blockchain || token || payer)::uuid) stored,
  primary key (blockchain, token, payer)
);
create index payer_funds_wallet_index on payer_funds (wallet);

-- # Chains: the nodes that are asked

-- What is known of each node of a chain: its head, and what it last said that was no answer.
create table chain_node (
  blockchain text not null,
  position int not null,
  name text not null,
  head_number bigint,
  head_time timestamptz,
  head_seen_at timestamptz,
  error_count bigint not null default 0,
  last_error text,
  last_error_at timestamptz,
  lacks jsonb not null,
  log_range int not null,
  requests_per_second int,
  reported_at timestamptz not null,
  primary key (blockchain, position)
);

-- Why nothing is credited on a chain at the moment.
create table credit_wait (
  blockchain text primary key,
  reason text not null check (reason in ('NodesSilent', 'NodesBehind', 'NodesDiffer')),
  detail text not null,
  since timestamptz not null,
  seen_at timestamptz not null
);

-- What the nodes of a chain differ about now, so that something waits; gone once they agree again.
create table node_difference (
  blockchain text not null,
  subject text not null,
  what text not null check (what in ('Receipt', 'BelowCursor', 'Reorganisation', 'Head', 'Preview', 'Prices')),
  detail text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (blockchain, subject)
);

-- Answers that a node should not have given, counted by kind.
create table node_anomaly (
  blockchain text not null,
  node text not null,
  what text not null,
  detail text not null,
  times bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (blockchain, node, what)
);

-- # Chains: what is sent

-- The nonces of a wallet, and what holds its lane up.
create table nonce_lane (
  blockchain text not null,
  wallet text not null,
  next_nonce int not null,
  mined_nonce int,
  checked_at timestamptz,
  held_up_by text,
  held_up_since timestamptz,
  healed_by text,
  healed_at timestamptz,
  refusals int not null default 0,
  rests_until timestamptz,
  primary key (blockchain, wallet)
);

-- Every transaction that was signed, before it is sent.
create table signed_transaction (
  hash text primary key,
  transaction_id text not null,
  blockchain text not null,
  wallet text not null,
  nonce int not null,
  raw text not null,
  max_fee_per_gas numeric(78, 0) not null,
  max_priority_fee_per_gas numeric(78, 0) not null,
  signed_at timestamptz not null,
  set_aside text check (set_aside in ('Moved', 'ChainReset', 'TooDear'))
);
create index signed_transaction_blockchain_wallet_nonce_index on signed_transaction (blockchain, wallet, nonce);
create index signed_transaction_transaction_id_index on signed_transaction (transaction_id);

-- What each mined transaction has cost.
create table gas_spent (
  transaction_id text primary key,
  blockchain text not null,
  wallet text not null,
  wei numeric(78, 0) not null,
  at timestamptz not null
);
create index gas_spent_blockchain_wallet_at_index on gas_spent (blockchain, wallet, at);

-- What gas costs on each chain.
create table gas_price (
  blockchain text primary key,
  worst_wei numeric(78, 0) not null,
  data_fee_wei numeric(78, 0) not null,
  seen_at timestamptz not null
);

-- # The service

-- A row for each process that runs. It says itself that it is there, every few seconds; one that was killed is known
-- by its silence.
create table process (
  id text primary key,
  roles text[] not null,
  release text not null,
  host text not null,
  pid int not null,
  clock_ahead_ms int not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  present_until timestamptz not null
);

-- One row for each life of the database between two restores or failovers. The newest says which server, timeline,
-- database and table it was begun in: where these are others now, event numbers may have been given out that are not
-- known here.
create table epoch (
  number int primary key,
  place text not null,
  began_at timestamptz not null
);

-- Which master key seals the secrets of this database, by a digest.
create table master_key (
  place text primary key,
  key_id text not null,
  since timestamptz not null
);

-- How far the test clock was moved.
create table test_clock (
  id serial primary key,
  offset_ms bigint not null
);
