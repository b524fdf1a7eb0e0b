/** SQL of the clock: which campaigns are due, and which have been for too long. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { CampaignKey } from './queries.ts'

type Db = Kysely<Tables>

const KEY = sql`c.application_id as "applicationId", c.campaign_id as "campaignId"`

/** Scheduled, its moment has come, and there is a way to send it: without that it waits. */
const IS_DUE = sql`c.status = 'scheduled' and exists (
  select 1 from channel_configuration f where f.application_id = c.application_id and f.channel = c.channel)`

/** Earliest first, a hundred at most. */
export async function selectDue(db: Db, window: { after: Date; now: Date }): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    select ${KEY} from campaign c
    where ${IS_DUE} and c.next_run_at <= ${window.now} and c.next_run_at > ${window.after}
    order by c.next_run_at, c.campaign_id limit 100`.execute(db)
  return rows
}

/** True when the campaign is still due and nobody else is about to start it; it is then held until the transaction ends. */
export async function claimDue(db: Db, key: CampaignKey, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from campaign c
    where c.application_id = ${key.applicationId} and c.campaign_id = ${key.campaignId}
      and ${IS_DUE} and c.next_run_at <= ${now}
    for update of c skip locked`.execute(db)
  return rows.length > 0
}

/** Ends those whose moment passed at `before` or earlier. Answers which. */
export async function failMissed(db: Db, before: Date, failure: string): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    update campaign c set status = 'failed', failure = ${failure}
    where (c.application_id, c.campaign_id) in (
      select application_id, campaign_id from campaign
      where status = 'scheduled' and next_run_at <= ${before} for update skip locked)
    returning ${KEY}`.execute(db)
  return rows
}
