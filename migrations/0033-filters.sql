-- What merchants look subscriptions, charges, payments and events up by: plan, customer, time, and their own reference.
alter table subscription add column metadata_hash text null
  generated always as (md5(snapshot->'context'->>'metadata')) stored;
create index subscription_merchant_id_network_plan_id_index on subscription (merchant_id, network, plan_id);
create index subscription_merchant_id_network_created_at_index on subscription (merchant_id, network, created_at);
create index subscription_merchant_id_network_metadata_hash_index on subscription (merchant_id, network, metadata_hash);

alter table charge add column charge_date text null
  generated always as (coalesce(snapshot->'context'->>'chargedAt', snapshot->'context'->>'dueAt')) stored;
alter table charge add column metadata_hash text null
  generated always as (md5(snapshot->'context'->>'metadata')) stored;
create index charge_merchant_id_network_created_at_index on charge (merchant_id, network, created_at);
create index charge_merchant_id_network_customer_id_index on charge (merchant_id, network, customer_id);
create index charge_merchant_id_network_charge_date_index on charge (merchant_id, network, charge_date);
create index charge_merchant_id_network_metadata_hash_index on charge (merchant_id, network, metadata_hash);

alter table payment add column metadata jsonb null
  generated always as ((snapshot->'context'->>'metadata')::jsonb) stored;
create index payment_metadata on payment using gin (metadata);

create index merchant_event_merchant_id_network_resource_id_log_number_index
  on merchant_event (merchant_id, network, resource_id, log_number);
create index merchant_event_merchant_id_network_event_type_log_number_index
  on merchant_event (merchant_id, network, event_type, log_number);
