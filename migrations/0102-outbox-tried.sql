-- What was tried in vain is few, and asked for every few seconds by whoever watches the service (decision 0114).
create index outbox_tried on outbox (channel, available_at) where (attempts > 3);
