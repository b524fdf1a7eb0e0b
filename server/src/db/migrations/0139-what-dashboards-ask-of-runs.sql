-- What dashboards ask of the content of thousands of runs, without reading the content itself: 40 microseconds each.
alter table run
  add column message_class text generated always as (left(content ->> 'message_class', 100)) stored,
  add column template_name text generated always as (case when channel = 'whatsapp' then left(content ->> 'name', 600) end) stored,
  add column template_language text generated always as (case when channel = 'whatsapp' then left(content ->> 'language', 100) end) stored;

drop index run_reports;
create index run_reports on run (application_id, run_id)
  include (campaign_id, reports_delivery, message_class, template_name, template_language);
