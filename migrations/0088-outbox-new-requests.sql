-- Where a gas wallet is empty, thousands of requests may wait for it: new ones are found beside them.
create index outbox_new_requests on outbox (lane, name, available_at, at) where channel = 'chain' and waits_for is null;
