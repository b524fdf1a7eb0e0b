-- Short links of a test message: they look like a campaign's and lead on, filled in already, while somebody may still look at the test.
create table test_link (
  -- of the numbers of runs, so that no link names two things
  short_no int primary key,
  application_id uuid not null references application on delete cascade,
  -- by the number of the link
  addresses jsonb not null,
  created_at timestamptz not null
);
create index test_link_age on test_link (created_at);
create index test_link_application on test_link (application_id);
