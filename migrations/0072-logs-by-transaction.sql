-- The search box finds a subscription by any transaction that moved its contract.
create index chain_log_transaction_hash_index on chain_log (transaction_hash);
