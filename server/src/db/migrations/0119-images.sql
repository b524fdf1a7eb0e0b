-- The library of images that an application's messages show. Each is a public file; here is what people know it by.
create table image_folder (
  application_id uuid not null references application on delete cascade,
  folder_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (application_id, folder_id)
);
create unique index image_folder_name on image_folder (application_id, lower(name));

create table image (
  application_id uuid not null,
  -- that of its file too
  image_id uuid not null,
  folder_id uuid,
  name text not null,
  alt text not null default '',
  width int not null,
  height int not null,
  size_bytes int not null,
  is_animated boolean not null,
  created_by uuid,
  created_at timestamptz not null,
  -- when it was taken out of the library; its file stays as long as something shows it
  deleted_at timestamptz,
  primary key (application_id, image_id),
  foreign key (application_id, image_id) references stored_file on delete cascade,
  foreign key (application_id, folder_id) references image_folder on delete set null (folder_id)
);
create index image_newest on image (application_id, created_at desc, image_id desc) where deleted_at is null;
create index image_in_folder on image (application_id, folder_id);
create index image_deleted on image (deleted_at) where deleted_at is not null;

-- A small copy for lists; none of what is small already.
create table image_thumbnail (
  application_id uuid not null,
  image_id uuid not null,
  content bytea not null,
  primary key (application_id, image_id),
  foreign key (application_id, image_id) references image on delete cascade
);
alter table image_thumbnail alter column content set storage external;
create trigger follow_stored_bytes after insert or delete or update of content on image_thumbnail
  for each row execute function follow_stored_bytes();

-- What shows an image. Written with each content that names the image's address, so that nobody has to search all contents.
create table image_use (
  application_id uuid not null,
  image_id uuid not null,
  kind text not null check (kind in ('template', 'campaign', 'run', 'form', 'site', 'request', 'brand')),
  object_id uuid not null,
  -- version of a template, variant of a run; 0 of everything else
  part int not null,
  primary key (application_id, image_id, kind, object_id, part),
  foreign key (application_id, image_id) references image on delete cascade
);
create index image_use_object on image_use (application_id, kind, object_id, part);

create function note_image_uses(application uuid, used_in text, object uuid, object_part int, content text)
returns void language plpgsql as $$
declare
  -- regular expressions of PostgreSQL take a class of characters for each hexadecimal digit
  address text := '/files/' || application || '/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/';
begin
  delete from image_use u
  where u.application_id = application and u.kind = used_in and u.object_id = object and u.part = object_part;
  if content is null or position('/files/' || application in content) = 0 then return; end if;
  insert into image_use (application_id, image_id, kind, object_id, part)
  select application, i.image_id, used_in, object, object_part
  from (select distinct match[1]::uuid as image_id from regexp_matches(content, address, 'g') as match) as named
  join image i on i.application_id = application and i.image_id = named.image_id
  for key share of i;
end $$;

create function follow_image_uses() returns trigger language plpgsql as $$
declare
  changed record;
  content text;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  case tg_table_name
    when 'template_version' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'template', changed.template_id, changed.version, content);
    when 'campaign' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'campaign', changed.campaign_id, 0, content);
    when 'run' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'run', changed.run_id, 0, content);
    when 'run_variant' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'run', changed.run_id, changed.no, content);
    when 'sign_up_form' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'form', changed.form_id, 0, content);
    when 'channel_configuration' then
      if tg_op <> 'DELETE' then content := changed.settings::text; end if;
      perform note_image_uses(changed.application_id, 'site', changed.configuration_id, 0, content);
    when 'prompt_preferences' then
      if tg_op <> 'DELETE' then content := changed.preferences::text; end if;
      perform note_image_uses(changed.application_id, 'site', changed.application_id, 0, content);
    when 'approval' then
      if tg_op <> 'DELETE' and changed.status = 0 then content := changed.payload::text; end if;
      perform note_image_uses(changed.application_id, 'request', changed.approval_id, 0, content);
  end case;
  return null;
end $$;

create trigger follow_image_uses after insert or delete or update of content on template_version
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of content on campaign
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of content on run
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of content on run_variant
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of content on sign_up_form
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of settings on channel_configuration
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of preferences on prompt_preferences
  for each row execute function follow_image_uses();
create trigger follow_image_uses after insert or delete or update of payload, status on approval
  for each row execute function follow_image_uses();
