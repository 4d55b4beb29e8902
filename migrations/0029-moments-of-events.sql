-- The event log is entered at a moment, too.
create index merchant_event_merchant_id_network_at_index on merchant_event (merchant_id, network, at);
