-- Each time this installation was restored from a backup. A row without held_at is for the next start, which holds back what may have
-- been sent since the backup.
create table restoration (
  restored_at timestamptz primary key,
  -- What came after it is missing.
  moment timestamptz not null,
  held_at timestamptz,
  runs int not null default 0,
  campaigns int not null default 0,
  messages int not null default 0,
  mails int not null default 0,
  requests int not null default 0
);

-- What became of scheduled backups and of the archive, for every process that tells operators.
create table backup_state (
  one_row boolean primary key default true check (one_row),
  -- The backup that was taken last.
  moment timestamptz,
  bytes bigint,
  took_ms int,
  -- Null once one has succeeded.
  failed_at timestamptz,
  -- How often the log was archived: how old its newest segment is, what waits, and what failed.
  archived_at timestamptz,
  segments_waiting int not null default 0,
  archive_failed_at timestamptz,
  failures bigint not null default 0,
  archive_failures bigint not null default 0
);
