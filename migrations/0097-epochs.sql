-- One row for each life of the database between two restores or failovers. The newest says which server, timeline, database and
-- table it was begun in: where these are others now, numbers of events may have been given out that are not known here.
create table epoch (
  number int not null primary key,
  place text not null,
  began_at timestamptz not null
);
-- Log numbers that an epoch skipped when it began, for a merchant and network: behind the one, up to and with the other.
create table event_gap (
  merchant_id text not null,
  network text not null,
  after_log_number int not null,
  until_log_number int not null,
  epoch int not null,
  primary key (merchant_id, network, after_log_number)
);
alter table event_gap add constraint event_gap_network_check check (network in ('TestNet', 'MainNet'));
-- Real time of the last event: how long ago this copy of the database was the one in use.
alter table event_counter add column counted_at timestamptz;
