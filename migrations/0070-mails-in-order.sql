-- Operators list all mails, the newest first.
create index mail_created_at_id_index on mail (created_at, id);
