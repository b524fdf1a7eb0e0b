-- What the variants of a run came to, written when the run's deliveries are dropped; null while these can be counted.
alter table run_variant add column figures jsonb;
