-- Lists of one state, plan or reason in their own order, so that a page of them is the first rows of an index; and those at
-- risk by urgency. Each stands in the place of one that had no order, but for the small ones, of few rows.
drop index subscription_merchant_id_network_status_index;
create index subscription_by_status on subscription (merchant_id, network, status, created_at, id);
drop index subscription_merchant_id_network_plan_id_index;
create index subscription_by_plan on subscription (merchant_id, network, plan_id, created_at, id);
create index subscription_by_reason on subscription (merchant_id, network, reason, created_at, id) where reason is not null;
create index subscription_at_risk on subscription (merchant_id, network, next_charge_at, id)
  where status in ('Pending', 'Active', 'Suspended') and (is_at_risk or phase like 'Overdue%');

drop index charge_merchant_id_network_status_index;
create index charge_by_status on charge (merchant_id, network, status, created_at, id);
create index charge_by_reason on charge (merchant_id, network, reason, created_at, id) where reason is not null;

-- Of few kinds, so that a million deliveries fill 7 MB: what is rare is found by it, the rest stands in the list.
drop index delivery_merchant_id_network_status_index;
create index delivery_by_kind on delivery (merchant_id, network, status, event_type, api_key);
