-- The last log of a contract before or after another is the first in this index. Without it the logs of all contracts were gone
-- through, newest first, where Postgres had not counted the table yet.
create index chain_log_by_contract on chain_log (blockchain, contract_address, block_number, log_index);
drop index chain_log_blockchain_contract_address_index;
