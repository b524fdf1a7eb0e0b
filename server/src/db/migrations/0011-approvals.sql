-- Writes that wait for a second person, and what people are told about them.

-- The stored command is the very one that will run: its payload whole, with secrets sealed apart from it.
create table approval (
  application_id uuid not null references application on delete cascade,
  approval_id uuid not null,
  organization_id uuid not null references organization on delete cascade,
  command text not null,
  endpoint text not null,
  activity int not null,
  object_type text not null,
  -- null: something new
  object_id text,
  title text not null,
  -- 0 pending, 1 approved, 2 rejected, 3 withdrawn
  status smallint not null default 0 check (status between 0 and 3),
  maker_id uuid references account on delete set null,
  -- of the maker's role when they asked: an edit of the role changes no deadline that people count on
  sla_option smallint not null check (sla_option in (1, 2, 3)),
  sla_minutes int not null,
  -- whose turn it is
  role_group smallint not null check (role_group in (1, 2)),
  payload jsonb not null,
  -- sealed {field: value}; null without any
  secrets text,
  before jsonb,
  reopens uuid,
  created_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by text check (decided_by in ('user', 'sla')),
  approver_id uuid references account on delete set null,
  description text,
  primary key (application_id, approval_id),
  check ((status = 0) = (decided_at is null))
);
-- One open request per object.
create unique index approval_open on approval (application_id, object_type, object_id)
  where status = 0 and object_id is not null;
create index approval_newest on approval (application_id, created_at desc, approval_id desc);
create index approval_pending on approval (application_id, activity) where status = 0;
create index approval_due on approval (due_at) where status = 0;
create index approval_maker on approval (organization_id, maker_id) where status = 0;
create index approval_reopens on approval (application_id, reopens) where reopens is not null;

create table notice (
  application_id uuid not null references application on delete cascade,
  notice_id uuid not null,
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('asked', 'approved', 'rejected', 'withdrawn')),
  approval_id uuid not null,
  -- null: the deadline
  by_account_id uuid references account on delete set null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (application_id, notice_id),
  foreign key (application_id, approval_id) references approval on delete cascade
);
create index notice_newest on notice (application_id, account_id, created_at desc, notice_id desc);
create index notice_approval on notice (application_id, approval_id);
