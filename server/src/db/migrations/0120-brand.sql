-- How an application's emails look: logo, colours, font, button, address and links, as the contract has them.
create table brand (
  application_id uuid primary key references application on delete cascade,
  -- an image of the library; null: none
  logo_id uuid,
  content jsonb not null,
  updated_by uuid,
  updated_at timestamptz not null,
  foreign key (application_id, logo_id) references image on delete set null (logo_id)
);
