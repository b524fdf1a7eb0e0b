-- A/B tests of runs. A part of the recipients gets the variants, in batches of their own; the batches of the others wait at
-- due_at = infinity until a winner is known.

create table run_test (
  application_id uuid not null,
  run_id uuid not null,
  part text not null check (part in ('subject', 'content')),
  metric text not null check (metric in ('opened', 'clicked')),
  -- percent of the recipients
  share smallint not null,
  after_hours int not null,
  -- null until the recipients are fixed
  decide_at timestamptz,
  winner smallint,
  decided_at timestamptz,
  -- null: the figures decided
  decided_by uuid,
  primary key (application_id, run_id)
);

create table run_variant (
  application_id uuid not null,
  run_id uuid not null,
  -- from 1
  no smallint not null,
  template_name text,
  -- what stands in place of the run's own content
  content jsonb not null,
  -- its recipients in the test; nobody while they are not fixed
  seq_from int not null default 1,
  seq_to int not null default 0,
  primary key (application_id, run_id, no)
);
