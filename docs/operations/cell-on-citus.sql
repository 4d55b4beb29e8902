-- Puts a cell on a node of a Citus cluster (citus.md): the schema, with the tables that the service has made in it.
--
--   psql "$DATABASE" -v ON_ERROR_STOP=1 -v cell=cell_a -f cell-on-citus.sql

begin;
set local search_path = :"cell";
set local citus.enable_unsafe_triggers = on;

-- On a node the table of a trigger is a shard, such as payment_102162, and what it writes into is one beside it.
create or replace function keep_metadata_keys() returns trigger language plpgsql as $$
declare
  kind text := regexp_replace(tg_table_name, '_[0-9]+$', '');
  keys text := format('%I.%I', tg_table_schema, 'metadata_key' || coalesce((select '_' || shardid from pg_dist_shard
    where logicalrelid = to_regclass(format('%I.metadata_key', tg_table_schema))), ''));
begin
  execute format($insert$
    insert into %1$s (merchant_id, network, kind, key)
    select $1, $2, $3, found.key from jsonb_object_keys($4::jsonb) as found(key)
    where octet_length(found.key) <= 400
      and not exists (select from %1$s known where known.merchant_id = $1
        and known.network = $2 and known.kind = $3 and known.key = found.key)
    order by found.key
    limit greatest(0, 200 - (select count(*) from %1$s known where known.merchant_id = $1
      and known.network = $2 and known.kind = $3))
    on conflict do nothing $insert$, keys)
  using new.merchant_id, new.network, kind, new.snapshot->'context'->>'metadata';
  return null;
end $$;

-- What has no log cannot be moved to another node while it is written.
do $$ declare one regclass; begin
  for one in select oid from pg_class where relnamespace = current_schema()::regnamespace and relpersistence = 'u' and relkind = 'r' loop
    execute format('alter table %s set logged', one);
  end loop; end $$;

select citus_schema_distribute(:'cell');
commit;
