-- Each combination of type, channel and result is a list of its own in one index, so that none has to be looked for entry by entry
-- (docs/decisions/0078-any-filter-of-the-log.md). What is not asked for is read list by list.
drop index log_entry_kind, log_entry_channel, log_entry_result;
create index log_entry_list on log_entry (application_id, kind, channel, result, entry_id);
