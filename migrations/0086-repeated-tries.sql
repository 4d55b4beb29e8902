-- Tries of a delivery are parts of one row of the journal: a dead endpoint left 19 rows for each event.
alter table journal add column repeats jsonb null;
create view journal_turn as
  select kind, entity_id, revision, message_id, merchant_id, network, event, from_state, to_state, cause, at
  from journal
  union all
  select j.kind, j.entity_id, r.revision, r."messageId", j.merchant_id, j.network, r.event, r."fromState",
    r."toState", r.cause, r.at
  from journal j cross join lateral jsonb_to_recordset(j.repeats) as r(revision int, "messageId" text,
    event jsonb, "fromState" text, "toState" text, cause jsonb, at timestamptz)
  where j.repeats is not null;
