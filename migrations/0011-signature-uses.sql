-- How often a signature was used with the Idempotency-Key of its first use.

alter table used_signature add column uses int not null default 1;
