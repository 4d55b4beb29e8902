-- Logs are matched by looking up the addresses in them, not by a list of all that is watched.
alter table chain_cursor
  add column unknown_tokens_read_to bigint null,
  add column unknown_tokens_read_at timestamptz null;

create index subscription_waiting on subscription (blockchain, payer)
  where ((phase = 'Overdue'::text) OR is_at_risk OR (reason IS NOT NULL) OR ((status = 'Draft'::text) AND (allowance <> (0)::numeric)));

create index payment_open on payment (blockchain)
  where (status = ANY (ARRAY['Created'::text, 'InProgress'::text]));

create index transaction_open on transaction (blockchain)
  where (status = ANY (ARRAY['Queued'::text, 'Signed'::text, 'Broadcast'::text, 'Mined'::text]));
