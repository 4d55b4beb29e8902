-- A subscription remembers whether the payer took the allowance back. Where one is used up and the last reason says that
-- it was taken back, nobody knows any more: it counts as not taken back.
update subscription set snapshot = jsonb_set(snapshot, '{context,isAllowanceRevoked}', 'false');
