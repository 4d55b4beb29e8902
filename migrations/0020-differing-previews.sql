-- Nodes may differ about what would come of charges and sweeps.
alter table node_difference drop constraint node_difference_what_check;
alter table node_difference add constraint node_difference_what_check check (what in ('Receipt', 'BelowCursor', 'Reorganisation', 'Head', 'Preview'));
