-- A chain whose cursor is old may hold what ends in time: what depends on that waits until it was read to its head.
alter table chain_cursor add column reached_head_at timestamptz null;
