-- Mails on their way to people, and which of them each person wants.
create table mail (
  id text not null,
  kind text not null,
  cause text not null,
  account_id text not null,
  merchant_id text null,
  network text null,
  status text not null,
  sealed_facts text null,
  about text null,
  attempts int not null default 0,
  unanswered_handovers int not null default 0,
  available_at timestamptz not null,
  reason text null,
  last_error text null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz null,
  primary key (id)
);
create index mail_waiting on mail (available_at) where status = 'Waiting';
create index mail_status_created_at_index on mail (status, created_at);
create index mail_account_id_kind_created_at_index on mail (account_id, kind, created_at);
alter table mail add constraint mail_kind_check check (kind in ('accountLink', 'receiverChanged', 'atRisk', 'lowGas', 'failingEndpoint', 'dailyDigest'));
alter table mail add constraint mail_network_check check (network in ('TestNet', 'MainNet'));
alter table mail add constraint mail_status_check check (status in ('Waiting', 'Sent', 'Skipped', 'Parked'));
alter table mail add constraint mail_reason_check check (reason in ('Refused', 'Expired', 'OutcomeUnknown', 'Unreadable', 'AccountDisabled'));

create table mail_choice (
  account_id text not null,
  declined jsonb not null,
  includes_test_net boolean not null,
  updated_at timestamptz not null,
  primary key (account_id)
);
