-- Commands to many: what was asked for, by whom, and what became of each.
create table act_on_many (
  id text not null,
  merchant_id text not null,
  network text not null,
  key text not null,
  list text not null,
  command text not null,
  filter text not null,
  asked_by text not null,
  status text not null,
  total int not null,
  claimed_until timestamptz null,
  created_at timestamptz not null,
  finished_at timestamptz null,
  primary key (id)
);
alter table act_on_many add constraint act_on_many_merchant_id_network_key_unique unique (merchant_id, network, key);
alter table act_on_many add constraint act_on_many_network_check check (network in ('TestNet', 'MainNet'));
alter table act_on_many add constraint act_on_many_status_check check (status in ('Running', 'Done', 'Stopped'));
create index act_on_many_running on act_on_many (created_at) where (status = 'Running'::text);

create table act_on_many_target (
  job_id text not null,
  place int not null,
  entity_id text not null,
  outcome text null,
  reason text null,
  primary key (job_id, place)
);
alter table act_on_many_target add constraint act_on_many_target_outcome_check check (outcome in ('Done', 'Refused', 'Gone', 'Failed'));
create index act_on_many_target_left on act_on_many_target (job_id, place) where (outcome is null);
