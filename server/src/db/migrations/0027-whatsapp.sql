-- Our copy of the templates that WhatsApp keeps, and who wrote to us lately.

create table whatsapp_template (
  application_id uuid not null,
  template_id uuid not null,
  -- WhatsApp's id: a number beyond 2^53, so kept as text; null until WhatsApp has taken it
  provider_id text,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  -- why it was rejected, paused or disabled, in WhatsApp's word
  reason text,
  quality text,
  components jsonb not null,
  -- of one that was written here
  created_by uuid,
  created_at timestamptz not null,
  -- when something of it changed, by us or by WhatsApp
  updated_at timestamptz not null,
  -- the last time that WhatsApp's list had it; null for one that WhatsApp has not taken
  seen_at timestamptz,
  primary key (application_id, template_id)
);
create unique index whatsapp_template_name on whatsapp_template (application_id, name, language);
create unique index whatsapp_template_provider on whatsapp_template (application_id, provider_id);
create index whatsapp_template_list on whatsapp_template (application_id, updated_at desc, template_id desc);

-- How the copy stands to the list at WhatsApp.
create table whatsapp_sync (
  application_id uuid primary key,
  -- the business account whose list it was
  account_id text,
  synced_at timestamptz,
  failure text,
  -- when somebody last wanted it read
  requested_at timestamptz
);

-- The last time that a number wrote to us: for 24 hours it may be written to without a template.
create table whatsapp_session (
  application_id uuid not null,
  phone text not null,
  last_inbound_at timestamptz not null,
  primary key (application_id, phone)
);
create index whatsapp_session_recent on whatsapp_session (application_id, last_inbound_at desc);
