-- What a payer's wallet is known by in forecasts: one for each chain, token and payer. A hash of sixteen bytes, so
-- that 100,000 of them are held against what was seen of theirs in a tenth of the time that three texts take.
alter table subscription
  add column wallet uuid null generated always as ((md5(((snapshot->'context'->>'blockchain') || (snapshot->'context'->>'token')) || (snapshot->'context'->>'payer'))::uuid)) stored,
  -- What it brings in a month of 30.4375 days, cut off to base units.
  add column monthly numeric(90,0) null generated always as (div(((snapshot->'context'->>'amount')::numeric(78,0) * 487), (16 * (snapshot->'context'->>'periodDays')::integer))) stored;
alter table payer_funds
  add column wallet uuid not null generated always as ((md5((blockchain || token) || payer)::uuid)) stored;
create index payer_funds_wallet_index on payer_funds (wallet);

-- All that the forecast reads of subscriptions, wallet by wallet; and all that the metrics read, in the order of first charges.
drop index subscription_figures;
create index subscription_to_charge on subscription (merchant_id, network, wallet)
  include (id, next_charge_at, status, phase, reason, blockchain, asset, decimals, amount, allowance,
    charges_made, max_periods, period_days, is_to_end) where (status = ANY (ARRAY['Pending'::text, 'Active'::text, 'Suspended'::text]));
create index subscription_paying on subscription (merchant_id, network, id)
  include (asset, decimals, payer, monthly, status, reason, is_to_end, charges_made, max_periods, next_charge_at);
