-- Files that were uploaded to WhatsApp, which keeps them for 30 days: nothing that goes out later may show them.
create table whatsapp_media (
  application_id uuid not null,
  media_id text not null,
  uploaded_at timestamptz not null,
  primary key (application_id, media_id)
);
