-- Addresses, contracts and nonce lanes are checked; the code has no other word for it.
alter table deposit_watch rename column look_at to check_at;
alter index deposit_watch_blockchain_look_at_index rename to deposit_watch_blockchain_check_at_index;
alter table stray_watch rename column look_at to check_at;
alter index stray_watch_blockchain_look_at_index rename to stray_watch_blockchain_check_at_index;
alter table contract_watch rename column look_at to check_at;
alter table contract_watch rename column looked_at to checked_at;
alter index contract_watch_blockchain_look_at_index rename to contract_watch_blockchain_check_at_index;
alter table nonce_lane rename column looked_at to checked_at;
