/** The status of campaign `c` as its runs have it, as an SQL expression. A cancelled campaign stays so. */
export const STATUS_BY_RUNS = `case
  when c.status = 'cancelled' then c.status
  when ${hasRun('executing')} then 'executing'
  when ${hasRun('preparing')} then 'pending'
  when ${hasRun('paused')} then 'paused'
  when c.next_run_at is not null then case when c.paused_at is null then 'scheduled' else 'paused' end
  when c.schedule -> 'message_type' ->> 'type' = '3' then 'ended'
  else coalesce((
    select case when o.state in ('cancelling', 'cancelled') then 'cancelled' when o.state = 'failed' then 'failed' else 'sent' end
    from run o where o.application_id = c.application_id and o.campaign_id = c.campaign_id and o.state <> 'missed'
    order by o.run_id desc limit 1), c.status)
  end`

function hasRun(state: string): string {
  return `exists (select 1 from run o where o.application_id = c.application_id and o.campaign_id = c.campaign_id
    and o.state = '${state}')`
}
