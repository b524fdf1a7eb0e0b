-- Templates, channel configurations, campaigns.

create table template (
  application_id uuid not null,
  template_id uuid not null,
  type text not null check (type in ('Email', 'SMS', 'Whatsapp', 'Webpush')),
  name text not null,
  version int not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (application_id, template_id)
);
create unique index template_name on template (application_id, type, lower(name));

create table template_version (
  application_id uuid not null,
  template_id uuid not null,
  version int not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (application_id, template_id, version),
  foreign key (application_id, template_id) references template on delete cascade
);

create table channel_configuration (
  application_id uuid not null,
  channel text not null,
  configuration_id uuid not null unique,
  provider text not null,
  settings jsonb not null,
  -- one sealed JSON object of all secret fields
  secrets text not null,
  hook_token text not null,
  -- what the last hand-over or test said of the whole configuration
  failing_since timestamptz,
  failure text,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (application_id, channel)
);

create table campaign (
  application_id uuid not null,
  campaign_id uuid not null,
  channel text not null,
  name text not null default '',
  status text not null check (
    status in ('draft', 'pending', 'scheduled', 'executing', 'paused', 'sent', 'ended', 'failed', 'cancelled')
  ),
  content jsonb not null default '{}',
  audience jsonb not null default '{}',
  schedule jsonb not null default '{}',
  next_run_at timestamptz,
  failure text,
  created_by uuid,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (application_id, campaign_id)
);
create index campaign_list on campaign (application_id, updated_at desc, campaign_id desc);
create index campaign_due on campaign (next_run_at) where status = 'scheduled';

create table campaign_attachment (
  application_id uuid not null,
  campaign_id uuid not null,
  position smallint not null,
  filename text not null,
  media_type text not null,
  content bytea not null,
  primary key (application_id, campaign_id, position)
);
