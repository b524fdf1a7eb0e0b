-- Campaigns with many runs: each occurrence of a schedule has one run, or is recorded as missed.

alter table campaign
  -- when its schedule was chosen: intervals count from the first start after it
  add column schedule_since timestamptz,
  -- since when a person holds it back; its runs may be paused without this
  add column paused_at timestamptz;
update campaign set schedule_since = updated_at where status <> 'draft';
update campaign set paused_at = updated_at where status = 'paused';

-- The moment of the schedule that the run stands for; null where it began at once.
alter table run add column occurrence_at timestamptz;
create unique index run_occurrence on run (application_id, campaign_id, occurrence_at) where occurrence_at is not null;

-- A missed one has no recipients: it says when it would have been and why it was not.
alter table run drop constraint run_state_check;
alter table run add constraint run_state_check check (
  state in ('preparing', 'executing', 'paused', 'cancelling', 'done', 'cancelled', 'failed', 'missed'));

drop index campaign_due;
create index campaign_due on campaign (next_run_at)
  where status in ('scheduled', 'pending', 'executing', 'paused') and paused_at is null;
