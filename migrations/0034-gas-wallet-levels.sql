-- How long each gas wallet lasts is an actor of its own; `gas_wallet` holds the keys.
create table gaswallet (
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
alter table gaswallet add constraint gaswallet_network_check check (network in ('TestNet', 'MainNet'));

alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification', 'gasWallet'));
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification', 'gasWallet'));
alter table timer drop constraint timer_kind_check;
alter table timer add constraint timer_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification', 'gasWallet'));

-- The charges that a gas wallet has to pay for next.
create index subscription_due on subscription (merchant_id, blockchain, next_charge_at)
  where (status = any (array['Pending'::text, 'Active'::text, 'Suspended'::text]));
