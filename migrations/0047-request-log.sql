-- What merchants' servers asked for, for 30 days: who, what, how it was answered; no secrets and no bodies.
create table request_log (
  id text not null,
  merchant_id text not null,
  network text not null,
  request_id text not null,
  key_name text not null,
  operation_id text not null,
  method text not null,
  path text not null,
  status int not null,
  duration_ms int not null,
  problem_code text null,
  is_replayed boolean not null,
  address text not null,
  user_agent text null,
  created_at timestamptz not null,
  primary key (id)
);
alter table request_log add constraint request_log_network_check check (network in ('TestNet', 'MainNet'));
create index request_log_list on request_log (merchant_id, network, created_at, id)
  include (status, method, operation_id, key_name, problem_code, is_replayed);
create index request_log_merchant_id_network_request_id_index on request_log (merchant_id, network, request_id);
create index request_log_created_at_index on request_log (created_at);

-- The search box asks for an amount's newest payments and charges.
drop index charge_merchant_id_network_amount_index;
create index charge_merchant_id_network_amount_created_at_id_index on charge (merchant_id, network, amount, created_at, id);
drop index payment_merchant_id_network_amount_index;
create index payment_merchant_id_network_amount_created_at_id_index on payment (merchant_id, network, amount, created_at, id);
