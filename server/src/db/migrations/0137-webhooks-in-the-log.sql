-- What endpoints of customers answered stands in the log, too.
alter table log_entry
  drop constraint log_entry_kind_check,
  add constraint log_entry_kind_check check (kind in ('outgoing', 'incoming', 'api', 'test', 'webhook'));
