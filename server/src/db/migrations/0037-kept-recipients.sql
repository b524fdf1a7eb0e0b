-- Who got a message can leave by its link for ever. Of each delivery whose month is dropped its contact stays: four bytes, since
-- contacts have a short number for it.

create table kept_contact (
  application_id uuid not null,
  contact_id uuid not null,
  no int not null generated always as identity,
  primary key (application_id, contact_id)
);
create unique index kept_contact_no on kept_contact (application_id, no);

create table kept_recipients (
  application_id uuid not null,
  run_id uuid not null,
  -- from 0: a thousand deliveries each
  part int not null,
  -- in the order of seq; null where nothing was handed over
  contacts int[] not null,
  primary key (application_id, run_id, part)
);

-- Whose deliveries these were, as far as the contacts are still there, with the address that they have today.
create function past_recipient(application uuid, run uuid, seqs int[])
returns table (seq int, contact_id uuid, address text) language sql stable as $$
  select wanted.seq, c.contact_id,
    coalesce(case when r.channel = 'email' then c.email_key when r.channel in ('sms', 'whatsapp') then c.phone_number end, '')
  from unnest(seqs) as wanted(seq)
  join kept_recipients p on p.application_id = application and p.run_id = run and p.part = (wanted.seq - 1) / 1000
  join kept_contact k on k.application_id = application and k.no = p.contacts[(wanted.seq - 1) % 1000 + 1]
  join contact c on c.application_id = application and c.contact_id = k.contact_id
  join run r on r.application_id = application and r.run_id = run
$$;
