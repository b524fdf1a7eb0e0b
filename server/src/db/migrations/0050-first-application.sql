-- What an organization's wizard asked for: the name of the first application, and the platform to start with
-- (0 email, 1 WhatsApp, 2 web push, 3 SMS).
alter table organization
  add column app_name text,
  add column preferred_app smallint check (preferred_app between 0 and 3);
