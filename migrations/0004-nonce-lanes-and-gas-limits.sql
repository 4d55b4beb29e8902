alter table nonce_lane
  add column mined_nonce int null,
  add column looked_at timestamptz null,
  add column held_up_by text null,
  add column held_up_since timestamptz null,
  add column healed_by text null,
  add column healed_at timestamptz null,
  add column refusals int not null default 0,
  add column rests_until timestamptz null;

alter table signed_transaction add column set_aside text null;

create table gas_spent (
  transaction_id text not null,
  blockchain text not null,
  wallet text not null,
  wei numeric(78,0) not null,
  at timestamptz not null,
  primary key (transaction_id)
);
create index gas_spent_blockchain_wallet_at_index on gas_spent (blockchain, wallet, at);

create table gas_price (
  blockchain text not null,
  worst_wei numeric(78,0) not null,
  data_fee_wei numeric(78,0) not null,
  seen_at timestamptz not null,
  primary key (blockchain)
);

create table gas_limit (
  merchant_id text not null,
  network text not null,
  blockchain text not null,
  wei_per_charge numeric(78,0) null,
  wei_per_day numeric(78,0) null,
  share_percent numeric(9,4) null,
  primary key (merchant_id, network, blockchain)
);
alter table gas_limit add constraint gas_limit_network_check check (network in ('TestNet', 'MainNet'));
alter table signed_transaction add constraint signed_transaction_set_aside_check check (set_aside in ('Moved', 'ChainReset'));
