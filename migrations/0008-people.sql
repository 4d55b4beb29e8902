-- Accounts that can be invited, reset and disabled; a demo that is known as one; the history of receivers;
-- the id of the master key; signatures that were used.

alter table merchant add column is_demo boolean not null default false;

alter table account alter column password_hash drop not null;
alter table account add column is_demo boolean not null default false;
alter table account add column disabled_at timestamptz null;

-- The demo of earlier versions is known by its addresses, which nobody else can have.
update account set is_demo = true where email in ('demo@mandate.local', 'operator@mandate.local');
update merchant set is_demo = true where id in (select merchant_id from account where is_demo);

alter table api_key add column last_used_at timestamptz null;

create index session_account_id_index on session (account_id);

create table account_link (
  token_hash text not null,
  account_id text not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash)
);
create index account_link_account_id_index on account_link (account_id);
alter table account_link add constraint account_link_purpose_check check (purpose in ('invitation', 'reset'));

create table account_change (
  id text not null,
  account_id text not null,
  change text not null,
  changed_by text not null,
  changed_from text null,
  at timestamptz not null,
  primary key (id)
);
create index account_change_account_id_index on account_change (account_id);

create table login_attempt (
  email_hash text not null,
  failures int not null,
  blocked_until timestamptz not null,
  tried_at timestamptz not null,
  primary key (email_hash)
);
create index login_attempt_tried_at_index on login_attempt (tried_at);

create table receiver_change (
  id text not null,
  merchant_id text not null,
  network text not null,
  blockchain text not null,
  previous text null,
  address text not null,
  changed_by text not null,
  changed_from text null,
  at timestamptz not null,
  primary key (id)
);
create index receiver_change_merchant_id_network_index on receiver_change (merchant_id, network);
alter table receiver_change add constraint receiver_change_network_check check (network in ('TestNet', 'MainNet'));

-- What was set before this history began is its first entry.
insert into receiver_change (id, merchant_id, network, blockchain, previous, address, changed_by, changed_from, at)
select 'before/' || merchant_id || '/' || network || '/' || blockchain, merchant_id, network, blockchain, null,
  address, 'unknown: set before changes were kept', null, now()
from receiver;

create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: its rows are never changed or deleted', tg_table_name;
end $$;
create trigger receiver_change_only_grows before update or delete on receiver_change
  for each row execute function refuse_to_rewrite();
create trigger account_change_only_grows before update or delete on account_change
  for each row execute function refuse_to_rewrite();

create table master_key (
  place text not null,
  key_id text not null,
  since timestamptz not null,
  primary key (place)
);

-- Remembered for minutes; a crash of the database may forget them, and nothing of money hangs on it.
create unlogged table used_signature (
  signature_hash text not null,
  idempotency_key text null,
  used_at timestamptz not null,
  primary key (signature_hash)
);
create index used_signature_used_at_index on used_signature (used_at);

create table return_host (
  merchant_id text not null,
  network text not null,
  host text not null,
  primary key (merchant_id, network, host)
);
alter table return_host add constraint return_host_network_check check (network in ('TestNet', 'MainNet'));
