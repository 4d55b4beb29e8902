-- Subscriptions remember what the payer said about leaving; of those before, nobody did.
update subscription set snapshot = jsonb_set(snapshot, '{context}',
  '{"cancellationDetails": null}'::jsonb || (snapshot->'context'));
