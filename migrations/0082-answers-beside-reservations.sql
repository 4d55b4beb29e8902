-- Reservations take up a tenth of a page at most, so that each answer is stored where its reservation stands, and no index
-- is written for it.
alter table idempotency set (fillfactor = 10);
