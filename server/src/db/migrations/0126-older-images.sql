-- Pictures that were uploaded before there was a library. The scheduler looks at each of them once: what can be decoded comes into the
-- library, under the address that it has.
create table image_to_adopt (
  application_id uuid not null,
  file_id uuid not null,
  primary key (application_id, file_id),
  foreign key (application_id, file_id) references stored_file on delete cascade
);
insert into image_to_adopt (application_id, file_id)
select f.application_id, f.file_id from stored_file f
where f.is_public and f.media_type like 'image/%'
  and not exists (select from image i where i.application_id = f.application_id and i.image_id = f.file_id);

-- What shows the images of an application, noted anew: contents of before named files that were no images of the library.
create function note_all_image_uses(application uuid) returns void language plpgsql as $$
declare
  address text := '/files/' || application || '/';
begin
  perform note_image_uses(application, 'template', template_id, version, content::text) from template_version
    where application_id = application and position(address in content::text) > 0;
  perform note_image_uses(application, 'block', block_id, 0, content::text) from template_block
    where application_id = application and position(address in content::text) > 0;
  perform note_image_uses(application, 'campaign', campaign_id, 0, content::text) from campaign
    where application_id = application and position(address in content::text) > 0;
  perform note_image_uses(application, 'run', run_id, 0, content::text) from run
    where application_id = application and position(address in content::text) > 0;
  perform note_image_uses(application, 'run', run_id, no, content::text) from run_variant
    where application_id = application and position(address in content::text) > 0;
  perform note_image_uses(application, 'form', form_id, 0, content::text) from sign_up_form
    where application_id = application and position(address in content::text) > 0;
  perform note_image_uses(application, 'site', configuration_id, 0, settings::text) from channel_configuration
    where application_id = application and position(address in settings::text) > 0;
  perform note_image_uses(application, 'site', application_id, 0, preferences::text) from prompt_preferences
    where application_id = application and position(address in preferences::text) > 0;
  perform note_image_uses(application, 'request', approval_id, 0, payload::text) from approval
    where application_id = application and status = 0 and position(address in payload::text) > 0;
end $$;
