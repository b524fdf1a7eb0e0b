-- Templates of notifications of apps stand beside those of browsers.
alter table template drop constraint template_type_check;
alter table template add constraint template_type_check check (type in ('Email', 'SMS', 'Whatsapp', 'Webpush', 'Mobilepush'));
