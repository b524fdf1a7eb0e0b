-- What a run's page says of delivery follows the provider that began the run, not the one of today. Null until it begins.
alter table run add column reports_delivery boolean;

-- Of those that have ended only what came in tells.
update run r set reports_delivery = exists (
  select from run_counter c where c.application_id = r.application_id and c.run_id = r.run_id and c.state = 6 and c.n > 0
) where r.ended_at is not null;
