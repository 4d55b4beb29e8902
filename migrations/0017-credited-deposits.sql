-- How much of each transfer was told as confirmed: later sums never fall below it while it is on the chain.
alter table deposit_log add column credited numeric(78,0) not null default 0;
update deposit_log d set credited = least(d.amount, greatest(0, came.told - came.older))
from (
  select l.blockchain, l.block_hash, l.log_index, l.payment_id,
    case when t.in_time then p.snapshot->'context'->'inTime'->>'confirmed'
      else p.snapshot->'context'->'late'->>'confirmed' end::numeric as told,
    sum(l.amount) over (partition by l.payment_id, t.in_time order by l.block_number, l.log_index)
      - l.amount as older
  from deposit_log l join payment p on p.id = l.payment_id and p.token = l.token
  cross join lateral (select l.block_time <= p.expires_at::timestamptz as in_time) t
  where l.kind <> 'Swept' and l.agreed and l.status = 'Confirmed') as came
where d.blockchain = came.blockchain and d.block_hash = came.block_hash
  and d.log_index = came.log_index and d.payment_id = came.payment_id;
