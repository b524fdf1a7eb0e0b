-- What makes an import of a large file fast: a new contact's id is given while the file is parsed, and only rows that mean a
-- contact are matched again at insert.

delete from import_row;
alter table import_row
  add column new_id uuid not null,
  add column is_known boolean not null;

-- Files are kept a day and read once; compressing them costs more than it saves.
alter table stored_file alter column content set storage external;
