-- What waits for a decision is found without looking at all payments: those of which sweeps fail have no phase of their own.
create index payment_not_settled on payment (merchant_id, network)
  where (snapshot->'context'->>'sweepFailures')::integer >= 5;
