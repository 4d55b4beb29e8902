-- Open charges remember whether the merchant was warned that it is about to be too late for them. The contract
-- takes a first one until the draft's last moment.
update subscription set snapshot = jsonb_set(snapshot, '{context,charge}', snapshot->'context'->'charge'
    || jsonb_build_object('isLapsing', false)
    || case when (snapshot->'context'->'charge'->>'period')::int = 1
      then jsonb_build_object('graceUntil', snapshot->'context'->'activateUntil') else '{}' end)
  where jsonb_typeof(snapshot->'context'->'charge') = 'object';
