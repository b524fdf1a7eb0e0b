/** SQL of runs that wait for room. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Words } from '@notifly/contracts/sentences/sentence'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { movedClock, type RunClock } from '../snapshot/recipient-clock.ts'
import type { RunKey } from './run-queries.ts'

/** Holds a run. Returns false if it was paused, cancelled or started meanwhile. */
export async function markHeld(db: Db, { applicationId, runId }: RunKey, reason: Words, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, { applicationId, runId })
    .where('state', '=', 'preparing')
    .where('started_at', 'is', null)
    .set({ state: 'paused', state_reason: storedWords(reason), held_at: now })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Held occurrences of a campaign, in order, locked until the transaction ends. */
export async function lockHeldOccurrences(
  db: Db,
  { applicationId, campaignId }: { applicationId: string; campaignId: string },
): Promise<RunKey[]> {
  return db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId }))
    .where('held_at', 'is not', null)
    .where('occurrence_at', 'is not', null)
    .select(['application_id as applicationId', 'run_id as runId'])
    .orderBy('occurrence_at')
    .forUpdate()
    .execute()
}

/** Ends a held run, which has no recipients. If it is the campaign's only run, a failed one shows in the campaign how it ended. */
export async function endHeldRun(
  db: Db,
  run: RunKey,
  { state, reason }: { state: 'missed' | 'failed'; reason: Words },
  now: Date,
): Promise<void> {
  await ofRun(db, run)
    .set({ state, state_reason: storedWords(reason), held_at: null, ended_at: now })
    .execute()
}

export async function hasExpired(db: Db, { applicationId, runId }: RunKey, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .where('expires_at', '<=', now)
    .select('run_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Moves times on recipients' clocks that passed while the run was held to the next day. */
export async function moveMoments(db: Db, { applicationId, runId }: RunKey, now: Date): Promise<void> {
  const { clock, opens_at: opensAt } = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .select(['clock', 'opens_at'])
    .executeTakeFirstOrThrow()
  const frozen = clock as RunClock | null
  const moved = frozen && movedClock(frozen, epochSeconds(opensAt), epochSeconds(now))
  if (moved === frozen) return
  await ofRun(db, { applicationId, runId })
    .set({ clock: JSON.stringify(moved) })
    .execute()
}

function ofRun(db: Db, { applicationId, runId }: RunKey) {
  return db.updateTable('run').where(eb => eb.and({ application_id: applicationId, run_id: runId }))
}

export interface HeldChannel {
  organizationId: string
  channel: Channel
}

/** Organizations and channels with held runs, the one that waits longest first. */
export async function selectHeldChannels(db: Db): Promise<HeldChannel[]> {
  const { rows } = await sql<HeldChannel>`
    select a.organization_id as "organizationId", r.channel from run r
    join application a on a.application_id = r.application_id
    where r.held_at is not null group by 1, 2 order by min(r.held_at)`.execute(db)
  return rows
}

export interface HeldRun extends RunKey {
  campaignId: string
  name: string
}

/** Ordered by the time at which they were due. */
export async function selectHeldRuns(
  db: Db,
  { organizationId, channel }: HeldChannel,
  limit: number,
): Promise<HeldRun[]> {
  const { rows } = await sql<HeldRun>`
    select r.application_id as "applicationId", r.run_id as "runId", r.campaign_id as "campaignId", r.name from run r
    join application a on a.application_id = r.application_id
    where r.held_at is not null and r.channel = ${channel} and a.organization_id = ${organizationId}
    order by r.opens_at, r.run_id limit ${limit}`.execute(db)
  return rows
}

/** How many campaigns of an organization wait. */
export async function countHeldCampaigns(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct (r.application_id, r.campaign_id))::int as n from run r
    join application a on a.application_id = r.application_id and a.deleted_at is null
    where r.held_at is not null and a.organization_id = ${organizationId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether one of these runs is held. */
export async function isHeld(
  db: Db,
  which: { applicationId: string; campaignId?: string | undefined; runId?: string | undefined },
): Promise<boolean> {
  const { applicationId, campaignId, runId } = which
  const row = await db
    .selectFrom('run')
    .where('application_id', '=', applicationId)
    .where('held_at', 'is not', null)
    .$if(campaignId !== undefined, query => query.where('campaign_id', '=', campaignId ?? ''))
    .$if(runId !== undefined, query => query.where('run_id', '=', runId ?? ''))
    .select('run_id')
    .executeTakeFirst()
  return row !== undefined
}
