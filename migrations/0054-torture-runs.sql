-- Runs of the webhook torture kit, with their reports; a merchant has one at a time on a network.
create table torture_run (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  url text not null,
  api_key text not null,
  echo_url text null,
  tests jsonb not null,
  results jsonb not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  ended_at timestamptz null,
  primary key (id)
);
create index torture_run_merchant_id_network_created_at_index on torture_run (merchant_id, network, created_at);
create index torture_run_under_way on torture_run (available_at) where status = 'Running';
create unique index torture_run_one_at_a_time on torture_run (merchant_id, network) where status = 'Running';
alter table torture_run add constraint torture_run_network_check check (network in ('TestNet', 'MainNet'));
alter table torture_run add constraint torture_run_status_check check (status in ('Running', 'Finished'));
