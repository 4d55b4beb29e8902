-- The event log as a list of the dashboard: its order, its totals and a moment in it stand in one index.
drop index merchant_event_merchant_id_network_at_index;
create index merchant_event_list on merchant_event (merchant_id, network, at, event_id) include (event_type, log_number);
