-- What the metrics read of charges: when each subscription was charged first, and the sums by day, from the indexes alone.
create index charge_first on charge (merchant_id, network, contract_address) include (charge_date)
  where ((period = 1) and (status = 'Succeeded'::text));
drop index charge_merchant_id_network_charge_date_index;
create index charge_by_date on charge (merchant_id, network, charge_date) include (status, asset, decimals, amount);
-- Attempts that failed, which are few of a journal's rows.
create index journal_failed_attempts on journal (merchant_id, network, at)
  where ((kind = 'charge'::text) and ((event ->> 'type'::text) = 'charge.attemptFailed'::text));
