-- Up to which block the logs of a deposit address explain what it holds, and where missing ones are searched for.
alter table deposit_watch add column known_at bigint null;
alter table deposit_watch add column searched_to bigint null;
alter table deposit_watch add column search_anew_at timestamptz null;
update deposit_watch w set known_at = coalesce(
  (select d.from_block from chain_deployment d where d.blockchain = w.blockchain), 0) - 1;
alter table deposit_watch alter column known_at set not null;
