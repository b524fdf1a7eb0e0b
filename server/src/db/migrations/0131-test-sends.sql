-- Messages that somebody tries out: a stream of their own, which dashboards and plans leave out.
alter table run add column is_test boolean not null default false;
create index run_tried on run (application_id) where is_test;

-- The email that asks for a confirmation, once it is on its way.
alter table sign_up add column message_id uuid;
