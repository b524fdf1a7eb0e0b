-- That a recipient dismissed a notification is a moment of the delivery, beside opened, clicked and unsubscribed. Its default
-- is kept with the table: no row is written anew.
alter table delivery add column dismissed_at timestamptz not null default '-infinity';

-- What was told before. Only runs on channels of devices have any; 23 and 32 are the moment's counter and the events' shard.
with told as (
  select e.application_id, e.run_id, e.seq, min(e.at) as at
  from run r join event e on e.application_id = r.application_id and e.run_id = r.run_id
  where r.channel in ('webpush', 'mobilepush') and e.kind = 9 and not e.bot
  group by e.application_id, e.run_id, e.seq
), dismissed as (
  update delivery d set dismissed_at = told.at from told
  where d.application_id = told.application_id and d.run_id = told.run_id and d.seq = told.seq
  returning d.application_id, d.run_id
)
insert into run_counter (application_id, run_id, shard, state, n)
select application_id, run_id, 32, 23, count(*)::int from dismissed group by application_id, run_id;
