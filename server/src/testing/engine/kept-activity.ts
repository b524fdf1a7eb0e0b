/** Sums as the engine keeps them, written at once: what dashboards show of moments that a test could not wait for. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Database } from '../../db/database.ts'
import { uuidv7 } from '../../lib/uuid.ts'

export interface RunWithActivity {
  runId: string
  campaignId: string
  channel: Channel
}

/** A run that is over, without deliveries. */
export async function insertRunWithActivity(
  { pool }: Database,
  applicationId: string,
  options: {
    channel?: Channel
    name?: string
    campaignId?: string
    reports?: boolean
    content?: object
    state?: string
  } = {},
): Promise<RunWithActivity> {
  const { channel = 'email', name = 'Autumn restock', reports = false, content = {}, state = 'done' } = options
  const run = { runId: uuidv7(), campaignId: options.campaignId ?? uuidv7(), channel }
  await pool.query(
    `insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at,
       created_at, started_at, ended_at, recipients, reports_delivery)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '{}', 'UTC', now(), now(), now(), now(), 0, $9)`,
    [applicationId, run.runId, run.campaignId, channel, name, uuidv7(), state, content, reports],
  )
  return run
}

/** Adds to the quarter of a moment, and to its details: `{ 'browser Chrome': { opened: 2 } }`. */
export async function insertActivity(
  { pool }: Database,
  applicationId: string,
  { runId, channel }: RunWithActivity,
  at: string,
  counts: Readonly<Record<string, number>>,
  details: Readonly<Record<string, Readonly<Record<string, number>>>> = {},
): Promise<void> {
  const quarter = `date_bin('15 minutes', $4::timestamptz, timestamptz '2000-01-01 00:00:00Z')`
  const add = async (table: string, key: Record<string, string>, sums: Readonly<Record<string, number>>) => {
    const columns = [...Object.keys(key), ...Object.keys(sums)]
    const values = columns.map((_, index) => `$${index + 5}`)
    await pool.query(
      `insert into ${table} (application_id, channel, run_id, quarter, shard, ${columns.join(', ')})
       values ($1, $2, $3, ${quarter}, 0, ${values.join(', ')})`,
      [applicationId, channel, runId, at, ...Object.values(key), ...Object.values(sums)],
    )
  }
  await add('activity_quarter', {}, counts)
  for (const [kindAndName, sums] of Object.entries(details)) {
    const space = kindAndName.indexOf(' ')
    await add('activity_detail', { kind: kindAndName.slice(0, space), name: kindAndName.slice(space + 1) }, sums)
  }
}
