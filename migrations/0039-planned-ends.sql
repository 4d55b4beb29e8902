-- Subscriptions remember what people have planned for them: an end with the paid time, the end of a pause, a switch, a
-- withdrawal. Of those before, nobody planned anything, and nobody agreed on a right to withdraw.
update subscription set snapshot = jsonb_set(snapshot, '{context}', '{"resumeAt": null, "isToEnd": false,
    "successor": null, "hasPredecessorEnded": false, "agreedAt": null, "withdrawnAt": null}'::jsonb || (snapshot->'context'));

-- For how many days after the approval a payer may withdraw from a contract of this merchant; no row: not at all.
create table withdrawal_period (
  merchant_id text not null,
  network text not null,
  days int not null,
  primary key (merchant_id, network)
);
alter table withdrawal_period add constraint withdrawal_period_network_check check (network in ('TestNet', 'MainNet'));
