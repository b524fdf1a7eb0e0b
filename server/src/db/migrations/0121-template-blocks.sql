-- Pieces of MJML that several templates of an application have, such as headers and footers.
create table template_block (
  application_id uuid not null references application on delete cascade,
  block_id uuid not null,
  name text not null,
  version int not null,
  -- {"mjml": "..."}
  content jsonb not null,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (application_id, block_id)
);
create unique index template_block_name on template_block (application_id, lower(name));
create trigger follow_stored_bytes after insert or delete or update of content on template_block
  for each row execute function follow_stored_bytes();

-- A block shows images as templates do.
alter table image_use drop constraint image_use_kind_check;
alter table image_use add constraint image_use_kind_check
  check (kind in ('template', 'block', 'campaign', 'run', 'form', 'site', 'request', 'brand'));
create or replace function follow_image_uses() returns trigger language plpgsql as $$
declare
  changed record;
  content text;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  case tg_table_name
    when 'template_version' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'template', changed.template_id, changed.version, content);
    when 'template_block' then
      if tg_op <> 'DELETE' then content := changed.content::text; end if;
      perform note_image_uses(changed.application_id, 'block', changed.block_id, 0, content);
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
create trigger follow_image_uses after insert or delete or update of content on template_block
  for each row execute function follow_image_uses();

-- Which templates have a block in their newest version, and the oldest version of it that is there.
create table template_block_use (
  application_id uuid not null,
  block_id uuid not null,
  template_id uuid not null,
  block_version int not null,
  primary key (application_id, block_id, template_id),
  foreign key (application_id, block_id) references template_block on delete cascade,
  foreign key (application_id, template_id) references template on delete cascade
);
create index template_block_use_template on template_block_use (application_id, template_id);

-- Versions are inserted in their order, so that the last one is the newest.
create function follow_block_uses() returns trigger language plpgsql as $$
declare
  source text := new.content ->> 'mjml';
begin
  delete from template_block_use u where u.application_id = new.application_id and u.template_id = new.template_id;
  if source is null or position('<!-- block:' in source) = 0 then return null; end if;
  insert into template_block_use (application_id, block_id, template_id, block_version)
  select new.application_id, b.block_id, new.template_id, named.block_version
  from (
    select match[1]::uuid as block_id, min(match[2]::int) as block_version
    from regexp_matches(source,
      '<!-- block:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}) v([0-9]{1,9}) -->', 'gi') as match
    group by 1) as named
  join template_block b on b.application_id = new.application_id and b.block_id = named.block_id
  for key share of b;
  return null;
end $$;
create trigger follow_block_uses after insert on template_version
  for each row execute function follow_block_uses();
