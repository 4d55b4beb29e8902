-- Verdicts of the demo's operators about merchants that are not of the demo: they wait for an operator again.
update verification set
  status = 'Submitted',
  snapshot = snapshot || jsonb_build_object(
    'value', 'Submitted',
    'actions', '["approve", "reject"]'::jsonb,
    'context', snapshot->'context' || '{"decidedBy": null, "reason": null}'::jsonb)
where snapshot->'context'->>'decidedBy' in (select email from account where is_demo)
  and merchant_id not in (select id from merchant where is_demo);
