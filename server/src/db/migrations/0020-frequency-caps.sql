-- Who has had how many messages of late, kept only where an application caps them: one row for each person and channel, so that
-- two campaigns that want the last place at once meet in it.
create table contact_cap (
  application_id uuid not null,
  channel text not null,
  contact_id uuid not null,
  -- the runs that hold a place, and since when: as many as the cap has, and of them only what still counted at the last look
  runs uuid[] not null,
  times timestamptz[] not null,
  primary key (application_id, channel, contact_id)
) with (fillfactor = 70);
