-- All that forecast and metrics read of a subscription, so that 100,000 of them are read from the index alone.
create index subscription_figures on subscription (merchant_id, network, next_charge_at)
  include (id, status, phase, reason, blockchain, token, payer, asset, decimals, amount, allowance,
    charges_made, max_periods, period_days, is_to_end);
