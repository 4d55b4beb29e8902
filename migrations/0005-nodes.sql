-- What is known of the nodes of each chain: their heads, and what they last said that was no answer.

create table chain_node (
  blockchain text not null,
  position int not null,
  name text not null,
  head_number bigint null,
  head_time timestamptz null,
  head_seen_at timestamptz null,
  error_count bigint not null default 0,
  last_error text null,
  last_error_at timestamptz null,
  lacks jsonb not null,
  log_range int not null,
  requests_per_second int null,
  reported_at timestamptz not null,
  primary key (blockchain, position)
);
