-- Contracts of subscriptions, and up to which block what they say of themselves is what their logs say.
create table contract_watch (
  contract_address text not null,
  blockchain text not null,
  created_at timestamptz not null,
  known_at bigint not null,
  read_up_to bigint null,
  look_at timestamptz not null,
  looked_at timestamptz not null,
  primary key (contract_address)
);
create index contract_watch_blockchain_look_at_index on contract_watch (blockchain, look_at);
create index contract_watch_blockchain_created_at_index on contract_watch (blockchain, created_at);
create index subscription_blockchain_created_at_index on subscription (blockchain, created_at);
create index subscription_expecting on subscription (blockchain) where (((status = ANY (ARRAY['Pending'::text, 'Suspended'::text, 'PendingPause'::text, 'PendingUnPause'::text, 'PendingCancel'::text])) OR ((status = 'Active'::text) AND (phase <> 'Current'::text))));
