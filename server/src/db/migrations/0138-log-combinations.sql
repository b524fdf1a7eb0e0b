-- Each combination of type, channel and result is a list of its own in an index, so that none has to be looked for entry by entry
-- (docs/decisions/0078-any-filter-of-the-log.md). Two indexes, of which an entry is in one: with `channel is null` in a condition PostgreSQL
-- does not see that what follows the channel is in order.
drop index log_entry_kind, log_entry_channel, log_entry_result;
create index log_entry_lists on log_entry (application_id, kind, channel, result, entry_id) where channel is not null;
create index log_entry_lists_without_channel on log_entry (application_id, kind, result, entry_id) where channel is null;

-- Its entries are counted without looking at them.
drop index log_entry_receiver;
create index log_entry_receiver on log_entry (application_id, lower(receiver), entry_id) include (receiver);
