-- One link for each account, and whether the demo issued it.

-- Links of before do not say who issued them: an operator issues them again.
delete from account_link;
drop index account_link_account_id_index;
alter table account_link add constraint account_link_account_id_unique unique (account_id);
alter table account_link add column issued_by_demo boolean not null;
