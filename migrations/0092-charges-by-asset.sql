-- Charges of an asset or an amount that hardly any has are found without reading all of the list (300,000: 160 ms). It stands in the
-- place of the index by amount alone, which said nothing of decimals.
create index charge_by_amount on charge (merchant_id, network, asset, decimals, amount, created_at, id);
drop index charge_merchant_id_network_amount_created_at_id_index;
