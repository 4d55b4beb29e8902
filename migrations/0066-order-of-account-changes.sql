-- Ids of one millisecond are in no order, and processes differ about the time: the order is that of writing.
alter table account_change add column sequence bigserial not null;
alter table account_change add constraint account_change_sequence_unique unique (sequence);
drop index account_change_account_id_index;
create index account_change_account_id_sequence_index on account_change (account_id, sequence);
