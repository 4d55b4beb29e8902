-- Every index of the outbox is written with every row that it holds: a message between actors had three
-- beside its key's, and needs one. The chain's requests are claimed lane by lane.
drop index outbox_channel_available_at_index;
drop index outbox_channel_lane_index;
create index outbox_messages on outbox (available_at) where channel = 'actor';
create index outbox_new_transactions on outbox (entity_id) where channel = 'actor' and name = 'transaction.create';
create index outbox_chain_requests on outbox (lane, name, available_at, at) where channel = 'chain';
create index outbox_lanes on outbox (lane) where channel = any (array['event', 'webhook']);
