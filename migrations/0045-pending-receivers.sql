-- Another receiver counts a day after it was asked for; until then it can be called off.
create table pending_receiver (
  merchant_id text not null,
  network text not null,
  blockchain text not null,
  address text not null,
  asked_by text not null,
  asked_from text null,
  asked_at timestamptz not null,
  effective_at timestamptz not null,
  primary key (merchant_id, network, blockchain)
);
create index pending_receiver_effective_at_index on pending_receiver (effective_at);
alter table pending_receiver add constraint pending_receiver_network_check check (network in ('TestNet', 'MainNet'));
