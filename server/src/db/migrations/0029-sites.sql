-- What visitors of an application's site are asked with; saved before the site itself is set up.
create table prompt_preferences (
  application_id uuid primary key,
  preferences jsonb not null,
  updated_by uuid,
  updated_at timestamptz not null
);

-- Icons, banners and whatever else a team uploads for the eyes of everybody. All other files stay the team's own.
alter table stored_file add column is_public boolean not null default false;
