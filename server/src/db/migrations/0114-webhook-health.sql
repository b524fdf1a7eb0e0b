-- How endpoints fared lately, counted as attempts are stored: a list of endpoints reads these few rows, whatever the number of attempts.
-- By quarters of an hour, of which days of any clock are made.
create table webhook_quarter (
  application_id uuid not null,
  webhook_id uuid not null,
  quarter timestamptz not null,
  ok int not null,
  failed int not null,
  primary key (application_id, webhook_id, quarter),
  foreign key (application_id, webhook_id) references webhook on delete cascade
);
insert into webhook_quarter (application_id, webhook_id, quarter, ok, failed)
select application_id, webhook_id, date_bin('15 minutes', uuid_extract_timestamp(attempt_id), timestamptz 'epoch') as quarter,
  count(*) filter (where is_ok), count(*) filter (where not is_ok)
from webhook_attempt a
where exists (select from webhook w where w.application_id = a.application_id and w.webhook_id = a.webhook_id)
group by application_id, webhook_id, quarter;

-- since when nothing is sent to it
alter table webhook add column off_since timestamptz;
update webhook set off_since = updated_at where status <> 'active';
