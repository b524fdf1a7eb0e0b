-- Invitations into organizations, what an organization and an application can be told in their settings.

create table invitation (
  invitation_id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  email text not null,
  email_key text not null,
  -- null once the role is gone: nobody is let in by it any more
  role_id uuid references role on delete set null,
  -- who answers for it: the inviter, after a resend whoever sent it again. Their rights are looked at again on acceptance.
  invited_by uuid references account on delete set null,
  -- what counts as invited beyond expires_at has expired
  status text not null check (status in ('invited', 'accepted', 'withdrawn')),
  created_at timestamptz not null,
  -- of the latest mail
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
-- One open invitation per address and organization.
create unique index invitation_open on invitation (organization_id, email_key) where status = 'invited';
create index invitation_newest on invitation (organization_id, created_at desc);
create index invitation_role on invitation (role_id);

-- Links of the mails that were sent for an invitation: only the latest works, earlier ones are known as replaced.
create table invitation_link (
  token_hash bytea primary key,
  invitation_id uuid not null references invitation on delete cascade,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create index invitation_link_invitation on invitation_link (invitation_id);

-- Whether even approvers need a second person.
alter table organization add column two_people boolean not null default false;

-- Per channel {"messages": n, "hours": n}: the most that one person gets of promotional messages. An absent channel has no cap.
alter table application add column frequency_cap jsonb not null default '{}';
