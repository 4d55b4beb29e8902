-- Every turn of a charge or of a subscription writes all its indexes. Most have no metadata, and no charge has a transaction yet when
-- it is made.
create index subscription_by_metadata on subscription (merchant_id, network, metadata_hash) where (metadata_hash is not null);
create index charge_by_metadata on charge (merchant_id, network, metadata_hash) where (metadata_hash is not null);
create index charge_by_transaction on charge (transaction_hash) where (transaction_hash is not null);
drop index subscription_merchant_id_network_metadata_hash_index;
drop index charge_merchant_id_network_metadata_hash_index;
drop index charge_transaction_hash_index;
