-- What the nodes of a chain differ about now, so that something waits; gone once they agree again.
create table node_difference (
  blockchain text not null,
  subject text not null,
  what text not null,
  detail text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (blockchain, subject)
);
alter table node_difference add constraint node_difference_what_check check (what in ('Receipt', 'BelowCursor', 'Reorganisation', 'Head'));
