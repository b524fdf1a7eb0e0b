-- Contacts have their numbers with the plus. On the list some stood as they were typed, without it, and kept nobody from anything.
-- What is listed in both forms keeps the one that held.
insert into suppression (application_id, channel, address_key, reason, detail, created_at, added_by, source)
select application_id, channel, '+' || address_key, reason, detail, created_at, added_by, source
from suppression
where channel in ('sms', 'whatsapp') and address_key ~ '^[1-9][0-9]{6,14}$'
on conflict (application_id, channel, address_key) do nothing;

delete from suppression where channel in ('sms', 'whatsapp') and address_key ~ '^[1-9][0-9]{6,14}$';
