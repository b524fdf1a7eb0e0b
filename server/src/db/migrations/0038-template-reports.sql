-- When WhatsApp last reported something of a template, by its own clock: reports may come out of order.
alter table whatsapp_template add column reported_at timestamptz;
