-- The node, by its host, that a log was read from. Null: not known, so every node is asked about it.
alter table chain_log add column told_by text null;
alter table deposit_log add column told_by text null;
