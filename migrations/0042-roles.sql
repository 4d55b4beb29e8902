-- A merchant's people have roles. Whoever was let in before may do what they could: they own the merchant.
alter table account drop constraint account_role_check;
update account set role = case role when 'merchant' then 'Owner' else 'Operator' end;
alter table account add constraint account_role_check
  check (role in ('Owner', 'Manager', 'Finance', 'Support', 'Developer', 'Reader', 'Operator'));
