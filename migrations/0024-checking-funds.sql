-- The phase in which a draft asks for allowance and balance is called after what it does: it checks funds.
update subscription set
  phase = 'CheckingFunds',
  snapshot = snapshot || jsonb_build_object(
    'value', jsonb_build_object('Draft', 'CheckingFunds'),
    'timers', coalesce((
      select jsonb_object_agg(
        replace(key, 'xstate.after.untilLookGivenUp.LookingAtFunds', 'xstate.after.untilCheckGivenUp.CheckingFunds'), value)
      from jsonb_each(snapshot->'timers')), '{}'))
  where snapshot->'value' = '{"Draft":"LookingAtFunds"}';
update timer set timer_id = 'xstate.after.untilCheckGivenUp.CheckingFunds'
  where timer_id = 'xstate.after.untilLookGivenUp.LookingAtFunds';
update outbox set name = 'checkFunds' where channel = 'chain' and name = 'lookAtFunds';
