-- Tickets for support. A ticket is stored before it is carried to HubSpot or mailed to the operator, and stays with what became of it.
create table support_ticket (
  ticket_no bigint generated always as identity (start with 1001) primary key,
  account_id uuid not null references account,
  email text not null,
  priority text not null,
  content text not null,
  about json not null,
  created_at timestamptz not null,
  -- Of hand-overs that failed, and why the last one did.
  failures int not null default 0,
  last_failure text,
  handed_over_at timestamptz,
  handed_over_to text check (handed_over_to in ('hubspot', 'mail')),
  hubspot_id text
);
create index support_ticket_account on support_ticket (account_id);
create index support_ticket_open on support_ticket (created_at) where handed_over_at is null;
