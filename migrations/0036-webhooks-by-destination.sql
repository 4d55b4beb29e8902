-- Webhooks are claimed destination by destination: one endpoint under one key.
drop index outbox_webhooks_by_merchant;
create index outbox_webhooks_by_destination on outbox (merchant_id, network, (payload ->> 'endpointId'::text), (payload ->> 'apiKey'::text), available_at)
  where ((channel = 'webhook'::text) and (name = 'sendWebhook'::text));
