-- As other templates have them (0082-tags.sql). WhatsApp knows nothing of them.
alter table whatsapp_template add column tags text[] not null default '{}';

create index whatsapp_template_tags on whatsapp_template using gin (tags) where tags <> '{}';
