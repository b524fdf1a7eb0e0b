-- What a file is for, and how it is read: it may have to be read again after a crash.
alter table import
  add column kind text not null default 'audience' check (kind in ('audience', 'phonebook', 'update')),
  add column options jsonb not null default '{}';

-- Contacts of phonebooks have no other key.
create index contact_phone on contact (application_id, phone_number) where email_key is null and phone_number is not null;
