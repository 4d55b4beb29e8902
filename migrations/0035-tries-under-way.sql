-- A refusal is no longer the answer to every later request with its key: those that are stored are forgotten.
alter table idempotency add column tries_under_way int not null default 1;
delete from idempotency where response_status >= 400;
