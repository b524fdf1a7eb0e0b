-- What providers report by HTTP is kept like the mails that come back: as it came, in the same table.

alter table report
  -- null for a mail that came back
  add column configuration_id uuid,
  add column channel text,
  -- of a call {method, query, headers, follow}, its body is `raw`
  add column call jsonb;

-- Whose hook was called. Old rows of tests and demos may have none.
create unique index channel_configuration_hook on channel_configuration (hook_token) where hook_token <> '';

-- Whoever answers STOP is known by the number alone; until now only contacts without an e-mail address were found by it.
drop index contact_phone;
create index contact_phone on contact (application_id, phone_number) where phone_number is not null;

-- 'reply': the recipient wrote STOP. Only such an entry is taken back when the same number writes START.
alter table suppression add column source text;
