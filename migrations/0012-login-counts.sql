-- What is counted is an account, an account from an address it knows, or a session: each by a hash.
alter table login_attempt rename column email_hash to counted_hash;

-- Where an account was let in from: strangers cannot use up the tries of these addresses.
create table known_address (
  account_id text not null,
  address_hash text not null,
  used_at timestamptz not null,
  primary key (account_id, address_hash)
);
