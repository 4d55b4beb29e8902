-- Lists of the dashboard: what they filter and sum by stands in columns, and an index for each list holds all of it,
-- so that a page, a total of 300,000 rows and the thousandth page are answered from the index alone.
alter table plan add column decimals int null generated always as ((snapshot->'context'->>'decimals')::integer) stored;
alter table plan add column tags jsonb null generated always as ((snapshot->'context'->'tags')) stored;

alter table subscription add column decimals int null generated always as ((snapshot->'context'->>'decimals')::integer) stored;
alter table subscription add column reason text null generated always as ((snapshot->'context'->>'reason')) stored;
drop index subscription_merchant_id_network_created_at_index;
create index subscription_list on subscription (merchant_id, network, created_at, id)
  include (status, phase, asset, decimals, amount, plan_id, customer_id, reason, is_at_risk, next_charge_at);
drop index subscription_merchant_id_network_customer_id_index;
create index subscription_by_customer on subscription (merchant_id, network, customer_id text_pattern_ops, created_at, id);

alter table charge add column asset text null generated always as ((snapshot->'context'->>'asset')) stored;
alter table charge add column decimals int null generated always as ((snapshot->'context'->>'decimals')::integer) stored;
alter table charge add column reason text null generated always as ((snapshot->'context'->>'reason')) stored;
alter table charge add column transaction_hash text null generated always as ((snapshot->'context'->>'transactionHash')) stored;
drop index charge_merchant_id_network_created_at_index;
create index charge_list on charge (merchant_id, network, created_at, id)
  include (status, asset, decimals, amount, contract_address, charge_date, reason);
create index charge_transaction_hash_index on charge (transaction_hash);
create index charge_merchant_id_network_amount_index on charge (merchant_id, network, amount);

alter table payment add column decimals int null generated always as ((snapshot->'context'->>'decimals')::integer) stored;
drop index payment_merchant_id_network_created_at_index;
create index payment_list on payment (merchant_id, network, created_at, id)
  include (status, phase, asset, decimals, amount, expires_at);
create index payment_merchant_id_network_deposit_address_index on payment (merchant_id, network, deposit_address);
create index payment_merchant_id_network_amount_index on payment (merchant_id, network, amount);

create index delivery_list on delivery (merchant_id, network, created_at, id) include (status, event_type, api_key);
