/** SQL of what needs a person's attention. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Db } from '../../../db/schema/tables.ts'
import { uuidv7Floor } from '../../../lib/uuid.ts'

export interface PausedRunRow {
  campaign_id: string
  run_id: string
  channel: Channel
  name: string
  state_reason: string | null
}

/** Newest first. */
export function selectPausedRuns(
  db: Db,
  applicationId: string,
  channels: readonly Channel[],
  limit: number,
): Promise<PausedRunRow[]> {
  return db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, state: 'paused' }))
    .where('channel', 'in', ['', ...channels])
    .select(['campaign_id', 'run_id', 'channel', 'name', 'state_reason'])
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(limit)
    .$castTo<PausedRunRow>()
    .execute()
}

export async function selectFailingChannels(db: Db, applicationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('channel_configuration')
    .where('application_id', '=', applicationId)
    .where('failing_since', 'is not', null)
    .select('channel')
    .execute()
  return rows.map(row => row.channel)
}

/** Whether emails that are no tests were sent by runs since a moment. */
export async function hasEmailRuns(db: Db, applicationId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, channel: 'email', is_test: false }))
    .where('run_id', '>=', uuidv7Floor(since))
    .select('run_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
