-- Each thing has one name: columns, and what snapshots and messages remember, follow the code.
alter table journal rename column seq to revision;
alter table timer rename column armed_seq to armed_at_revision;
alter table merchant_event rename column seq to log_number;
alter table event_counter rename column last_seq to last_log_number;
alter table chain_log rename column told_by to reported_by;

alter table deposit_log rename column told_by to reported_by;
alter table deposit_log rename column kind to event;
alter table deposit_log rename constraint deposit_log_kind_check to deposit_log_event_check;
alter table deposit_log drop constraint deposit_log_status_check;
update deposit_log set status = 'Reported' where status = 'Told';
alter table deposit_log add constraint deposit_log_status_check check (status in ('Seen', 'Reported', 'Confirmed', 'Retracting', 'Reorged'));

do $$
declare
  actors text;
begin
  foreach actors in array array['plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'verification'] loop
    execute format($sql$
      update %I set snapshot = snapshot - array['told', 'actions', 'timers'] || jsonb_build_object(
        'eventSequence', snapshot->'told',
        'acceptedCommands', snapshot->'actions',
        'timers', coalesce((
          select jsonb_object_agg(key, jsonb_build_object('armedAtRevision', value->'seq', 'dueAt', value->'dueAt'))
          from jsonb_each(snapshot->'timers')), '{}'))$sql$, actors);
  end loop;
end $$;

-- Deliveries wait in lanes, as all outbox rows do.
update delivery set snapshot = snapshot #- '{context,line}'
  || jsonb_build_object('context', (snapshot->'context') - 'line' || jsonb_build_object('lane', snapshot->'context'->'line'));
drop index delivery_on_its_way;
alter table delivery drop column line;
alter table delivery add column lane text generated always as ((snapshot->'context'->>'lane')) stored null;
create index delivery_on_its_way on delivery (lane, sequence) where (status = any (array['Pending'::text, 'Retrying'::text]));
update outbox set payload = (payload::jsonb - 'line' || jsonb_build_object('lane', payload->'line'))::json
  where channel = 'webhook';
update outbox set payload = jsonb_set(payload::jsonb, '{input}',
    (payload::jsonb->'input') - 'line' || jsonb_build_object('lane', payload->'input'->'line'))::json
  where kind = 'delivery' and payload::jsonb->'input' ? 'line';
