-- A destination is one endpoint under one key: a dead one is probed instead of being tried for every event.
create table destination (id text not null, merchant_id text not null, network text not null, status text not null, phase text not null, revision int not null, machine_version int not null, snapshot jsonb not null, created_at timestamptz not null, updated_at timestamptz not null, endpoint_id text generated always as ((snapshot->'context'->>'endpointId')) stored null, api_key text generated always as ((snapshot->'context'->>'apiKey')) stored null, failing_lane text generated always as ((snapshot->'context'->>'failingLane')) stored null, primary key (id));
create index destination_merchant_id_network_status_index on destination (merchant_id, network, status);
alter table destination add constraint destination_endpoint_id_api_key_unique unique (endpoint_id, api_key);
alter table destination add constraint destination_network_check check (network in ('TestNet', 'MainNet'));

alter table delivery add endpoint_id text generated always as ((snapshot->'context'->>'endpointId')) stored null, add resource_id text generated always as (split_part((snapshot->'context'->>'lane'), '/', 2)) stored null;
create index delivery_waiting on delivery (endpoint_id, api_key, id) where (status = any (array['Pending'::text, 'Retrying'::text]));
create index delivery_merchant_id_network_resource_id_index on delivery (merchant_id, network, resource_id);
create index outbox_webhook_chores on outbox (available_at) where ((channel = 'webhook'::text) and (name <> 'sendWebhook'::text));

-- A delivery's attempts end by its own age.
update delivery set snapshot = jsonb_set(snapshot, '{context}', snapshot->'context' || jsonb_build_object(
  'dueAt', snapshot->'context'->'createdAt', 'waits', snapshot->'context'->'attempts', 'reason', null));

alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification'));
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification'));
alter table timer drop constraint timer_kind_check;
alter table timer add constraint timer_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification'));
