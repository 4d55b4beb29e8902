-- Whether a customer may use the product: an actor of its own, and what each subscription says about it. A subscription
-- of before says it with its next turn.
create table customer (
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
  customer_id text generated always as (snapshot->'context'->>'customerId') stored null,
  primary key (id)
);
alter table customer add constraint customer_network_check check (network in ('TestNet', 'MainNet'));
alter table subscription add column access_until text generated always as (snapshot->'access'->>'until') stored null;

-- A cancelled subscription knows whether the time that was paid for still runs.
update subscription set phase = 'Over', snapshot = jsonb_set(snapshot, '{value}', '{"Cancelled":"Over"}')
  where snapshot->'value' = '"Cancelled"';

alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'verification'));
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'verification'));
alter table timer drop constraint timer_kind_check;
alter table timer add constraint timer_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'verification'));
