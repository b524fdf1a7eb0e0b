-- How sure the figures were of the winner when they chose it (AbVerdict); null where a person did.
alter table run_test add column verdict jsonb;
