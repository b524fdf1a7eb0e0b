-- reading_hour begins with what is known already, as far back as it is shown: opens and clicks of this month and the two before, of
-- messages of that time, each on the clock of its reader. Applications that count already stay as they are.
insert into reading_hour (application_id, channel, month, weekday, hour, opened, clicked)
select application_id, channel, date_trunc('month', local)::date, extract(isodow from local), extract(hour from local),
  count(*) filter (where kind = 4), count(*) filter (where kind = 5)
from (
  select e.application_id, r.channel, e.kind,
    case
      when z.name is not null then e.at at time zone z.name
      when c.timezone_offset is not null then e.at at time zone make_interval(secs => c.timezone_offset)
      else e.at at time zone a.timezone
    end as local
  from event e
  join run r on r.application_id = e.application_id and r.run_id = e.run_id
  join application a on a.application_id = e.application_id
  join delivery d on d.application_id = e.application_id and d.run_id = e.run_id and d.seq = e.seq
  join contact c on c.application_id = d.application_id and c.contact_id = d.contact_id
  -- Contacts may have any text for their zone.
  left join pg_timezone_names z on z.name = c.timezone
  where e.kind in (4, 5) and not e.bot and e.at >= date_trunc('month', now()) - interval '2 months'
    -- A run's id is a UUIDv7, which begins with its time: older months are not read.
    and e.run_id >= rpad(lpad(
      to_hex((extract(epoch from date_trunc('month', now()) - interval '2 months') * 1000)::bigint), 12, '0'), 32, '0')::uuid
    and not exists (select from reading_hour h where h.application_id = e.application_id)
) as reading
group by 1, 2, 3, 4, 5;
