-- For so long a launch "at once" can be taken back before its first message leaves; 0: not at all.
alter table application add column undo_seconds int not null default 10 check (undo_seconds between 0 and 120);
