-- The request log also holds what a merchant's people were refused in the dashboard: by their account, without a key.
alter table request_log alter column key_name drop not null;
alter table request_log add column account text null;
