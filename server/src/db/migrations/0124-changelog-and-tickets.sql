-- How far each person has read the changelog: the id of the newest entry that they have seen.
create table changelog_reader (
  account_id uuid primary key references account on delete cascade,
  read_to text not null
);

-- When a ticket was last handed over without an answer that settles it: before the next attempt HubSpot is asked whether it has it.
alter table support_ticket add column tried_at timestamptz;
