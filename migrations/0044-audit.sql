-- What people did in the dashboard: who, from where, when, and what was before and after. Rows are only added.
create table audit_entry (
  id text not null,
  merchant_id text null,
  network text null,
  account_id text not null,
  email text not null,
  role text not null,
  address text null,
  call text not null,
  subject text not null,
  asked jsonb null,
  before jsonb null,
  after jsonb null,
  at timestamptz not null,
  primary key (id)
);
create index audit_entry_merchant_id_id_index on audit_entry (merchant_id, id);
create index audit_entry_account_id_id_index on audit_entry (account_id, id);
alter table audit_entry add constraint audit_entry_network_check check (network in ('TestNet', 'MainNet'));
create trigger audit_entry_only_grows before update or delete on audit_entry
  for each row execute function refuse_to_rewrite();
