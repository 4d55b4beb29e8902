-- What payers' wallets held when the chain was last asked: the forecast says by it which charges are covered.
create table payer_funds (
  blockchain text not null,
  token text not null,
  payer text not null,
  balance numeric(78,0) not null,
  block_number bigint not null,
  seen_at timestamptz not null,
  primary key (blockchain, token, payer)
);

-- What the forecast reads of every subscription, so that no snapshot has to be taken apart for it.
alter table subscription
  add column allowance numeric(78,0) null generated always as ((snapshot->'context'->>'allowance')::numeric(78,0)) stored,
  add column period_days int null generated always as ((snapshot->'context'->>'periodDays')::integer) stored,
  add column max_periods int null generated always as ((snapshot->'context'->>'maxPeriods')::integer) stored,
  add column is_to_end boolean null generated always as ((snapshot->'context'->>'isToEnd')::boolean) stored;
