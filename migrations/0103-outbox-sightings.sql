-- What nodes say is believed once they have said it often enough; claims, which an outage of the nodes adds up, say nothing of it.
alter table outbox add column sightings jsonb null;
