-- A row for each process that runs. It says itself that it is there, every few seconds; one that was killed is known by its silence.
create table process (
  id text not null,
  roles text[] not null,
  release text not null,
  host text not null,
  pid int not null,
  clock_ahead_ms int not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  present_until timestamptz not null,
  primary key (id)
);
