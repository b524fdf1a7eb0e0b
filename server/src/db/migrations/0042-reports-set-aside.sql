-- A report that cannot be read is set aside instead of being tried for ever.
alter table report
  -- how often its reading was begun and neither ended nor failed: the process died of it, or beside it
  add column interrupted smallint not null default 0,
  -- how often in a row it could not be read, and for which reason
  add column failures smallint not null default 0,
  add column error text;

create index report_set_aside on report (received_at) where outcome = 'set_aside';
