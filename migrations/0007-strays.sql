-- Money that was sent to a payment's deposit address on another chain than the payment's.

create table stray_watch (
  blockchain text not null,
  payment_id text not null,
  created_at timestamptz not null,
  look_at timestamptz not null,
  primary key (blockchain, payment_id)
);
create index stray_watch_blockchain_look_at_index on stray_watch (blockchain, look_at);
create index stray_watch_blockchain_created_at_index on stray_watch (blockchain, created_at);

create table stray_deposit (
  blockchain text not null,
  payment_id text not null,
  token text not null,
  asset text not null,
  decimals int not null,
  amount numeric(78,0) not null,
  seen_at timestamptz not null,
  primary key (blockchain, payment_id, token)
);
create index stray_deposit_payment_id_index on stray_deposit (payment_id);
