alter table anomaly add column is_forged boolean not null default false;
create index anomaly_forged on anomaly (at) where is_forged;
