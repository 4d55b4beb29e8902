-- How many payments have which standing, by which lists are filtered: without it the planner takes one in two hundred for
-- any, and sorts all payments on disk to sum them.
create statistics payment_standing on coalesce(nullif(phase, ''), status), merchant_id from payment;
