-- What people have besides a password, and sessions that know from where they are used and when their holder proved
-- who they are. Sessions of before know neither, so everybody logs in once more.
delete from session;
alter table session add column id text not null;
alter table session add column created_at timestamptz not null;
alter table session add column used_at timestamptz not null;
alter table session add column proven_at timestamptz null;
alter table session add column user_agent text null;
alter table session add column address text null;
alter table session add constraint session_id_unique unique (id);

create table totp (
  account_id text not null,
  wrapped_key text not null,
  sealed_secret text not null,
  confirmed_at timestamptz null,
  used_step bigint null,
  created_at timestamptz not null,
  primary key (account_id)
);

create table recovery_code (
  account_id text not null,
  code_hash text not null,
  created_at timestamptz not null,
  primary key (account_id, code_hash)
);

create table passkey (
  id text not null,
  account_id text not null,
  label text not null,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  created_at timestamptz not null,
  used_at timestamptz null,
  primary key (id)
);
create index passkey_account_id_index on passkey (account_id);

create table passkey_challenge (
  challenge text not null,
  purpose text not null,
  account_id text null,
  expires_at timestamptz not null,
  primary key (challenge)
);
create index passkey_challenge_expires_at_index on passkey_challenge (expires_at);
alter table passkey_challenge add constraint passkey_challenge_purpose_check check (purpose in ('register', 'login', 'prove'));
