-- The keys of the merchants' own metadata, so that an export knows its columns without reading its rows first. They are
-- written with the rows: what is written there has its keys here, whoever wrote it.
create table metadata_key (
  merchant_id text not null,
  network text not null,
  kind text not null,
  key text not null,
  primary key (merchant_id, network, kind, key)
);
alter table metadata_key add constraint metadata_key_network_check check (network in ('TestNet', 'MainNet'));
alter table metadata_key add constraint metadata_key_kind_check check (kind in ('payment', 'subscription'));

-- PostgreSQL 15 has no pg_input_is_valid, and takes this one; where it is upgraded, that of the newer release is found first.
do $do$ begin
  if current_setting('server_version_num')::int < 160000 then
    create function pg_input_is_valid(value text, type text) returns boolean language plpgsql immutable as $$
    begin
      if type <> 'jsonb' then
        raise exception 'only for jsonb, and asked for %', type;
      end if;
      perform value::jsonb;
      return true;
    exception when data_exception or program_limit_exceeded then
      return false;
    end $$;
  end if;
end $do$;

-- Keys that were there before cost a look into the primary key; the first 200 count, and none that an index cannot hold.
create function keep_metadata_keys() returns trigger language plpgsql as $$
begin
  insert into metadata_key (merchant_id, network, kind, key)
  select new.merchant_id, new.network, tg_table_name, found.key
  from jsonb_object_keys((new.snapshot->'context'->>'metadata')::jsonb) as found(key)
  where octet_length(found.key) <= 400
    and not exists (select from metadata_key known where known.merchant_id = new.merchant_id
      and known.network = new.network and known.kind = tg_table_name and known.key = found.key)
  order by found.key
  limit greatest(0, 200 - (select count(*) from metadata_key known where known.merchant_id = new.merchant_id
    and known.network = new.network and known.kind = tg_table_name))
  on conflict do nothing;
  return null;
end $$;
create trigger payment_keeps_metadata_keys after insert on payment for each row
  when (new.snapshot->'context'->>'metadata' like '{%'
    and pg_input_is_valid(new.snapshot->'context'->>'metadata', 'jsonb'))
  execute function keep_metadata_keys();
create trigger subscription_keeps_metadata_keys after insert on subscription for each row
  when (new.snapshot->'context'->>'metadata' like '{%'
    and pg_input_is_valid(new.snapshot->'context'->>'metadata', 'jsonb'))
  execute function keep_metadata_keys();

insert into metadata_key (merchant_id, network, kind, key)
select merchant_id, network, kind, key from (
  select merchant_id, network, kind, key,
    row_number() over (partition by merchant_id, network, kind order by min(created_at), key) as place
  from (
    select merchant_id, network, 'payment' as kind, created_at, snapshot->'context'->>'metadata' as metadata from payment
    union all
    select merchant_id, network, 'subscription', created_at, snapshot->'context'->>'metadata' from subscription) made
  cross join lateral jsonb_object_keys(
    case when metadata like '{%' and pg_input_is_valid(metadata, 'jsonb') then metadata::jsonb else '{}' end) as found(key)
  where octet_length(key) <= 400
  group by merchant_id, network, kind, key) placed
where place <= 200;
