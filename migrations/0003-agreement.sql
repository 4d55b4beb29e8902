-- Agreed: so many nodes as the chain needs have said the same of it, deep enough.
alter table chain_log add column agreed boolean not null default false;
alter table chain_log add column asked_at timestamptz null;
update chain_log set agreed = true where status = 'Credited';

alter table deposit_log add column agreed boolean not null default false;
alter table deposit_log add column asked_at timestamptz null;
update deposit_log set agreed = true where status = 'Confirmed';

create table credit_wait (
  blockchain text not null,
  reason text not null,
  detail text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (blockchain)
);

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
alter table credit_wait add constraint credit_wait_reason_check check (reason in ('NodesSilent', 'NodesBehind', 'NodesDiffer'));
