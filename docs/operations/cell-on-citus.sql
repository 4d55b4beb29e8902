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

create or replace function keep_search_words() returns trigger language plpgsql as $$
declare
  kind text := regexp_replace(tg_table_name, '_[0-9]+$', '');
  entries text := format('%I.%I', tg_table_schema, 'search_word' || coalesce((select '_' || shardid from pg_dist_shard
    where logicalrelid = to_regclass(format('%I.search_word', tg_table_schema))), ''));
  words_of text := format('%1$I.search_words(%1$I.searched_text($1))', tg_table_schema);
  words text[];
  words_before text[];
begin
  execute 'select ' || words_of into words using new.snapshot->'context';
  if tg_op = 'UPDATE' then
    execute 'select ' || words_of into words_before using old.snapshot->'context';
    execute format($delete$ delete from %s where merchant_id = $1 and network = $2 and kind = $3
      and created_at = $4 and id = $5 and word = any($6) and word <> all($7) $delete$, entries)
    using new.merchant_id, new.network, kind, new.created_at, new.id, words_before, words;
  end if;
  execute format($insert$ insert into %s (merchant_id, network, word, kind, created_at, id)
    select $1, $2, found.word, $3, $4, $5 from unnest($6) as found(word) on conflict do nothing $insert$, entries)
  using new.merchant_id, new.network, kind, new.created_at, new.id, words;
  if kind = 'subscription' then
    execute format($insert$ insert into %s (merchant_id, network, word, kind, created_at, id)
      select $1, $2, found.word, named.kind, 'epoch', named.id from (values ('customer', $3), ('payer', $4)) as named(kind, id)
      cross join unnest(%I.search_words(named.id)) as found(word) on conflict do nothing $insert$, entries, tg_table_schema)
    using new.merchant_id, new.network, new.customer_id, new.payer;
  end if;
  return null;
end $$;

-- On a node nothing else names the schema of the function that it calls.
alter function searched_text(jsonb) set search_path = :"cell";

-- What has no log cannot be moved to another node while it is written.
do $$ declare one regclass; begin
  for one in select oid from pg_class where relnamespace = current_schema()::regnamespace and relpersistence = 'u' and relkind = 'r' loop
    execute format('alter table %s set logged', one);
  end loop; end $$;

select citus_schema_distribute(:'cell');
commit;
