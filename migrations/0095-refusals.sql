-- A message is parked by how often workers refused it, not by how often nobody was there to take it.
alter table outbox
  add column refusals integer not null default 0,
  add column refused_attempt integer null;
