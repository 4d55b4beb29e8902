-- What a customer token lets its page do, and whether it was revoked. Tokens that are over stay for a while, so that
-- their pages can say so; both ways to find them have an index. Tokens of before let their pages do everything.
alter table customer_token add column may text not null default 'manage';
alter table customer_token add constraint customer_token_may_check check (may in ('manage', 'leave'));
alter table customer_token add column revoked_at timestamptz null;
create index customer_token_merchant_id_network_customer_id_index on customer_token (merchant_id, network, customer_id);
create index customer_token_expires_at_index on customer_token (expires_at);
