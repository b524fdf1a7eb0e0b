/** Sends campaigns: the product launches them, and `live` simulates their runs. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import { addActivity } from '@notifly/server/engine/activity/rebuild-queries'
import { updateCampaignStatus } from '@notifly/server/engine/runs/runs'
import { sql } from 'kysely'
import { type CampaignPlan, ORDER_GOAL } from '../content/campaign-plan.ts'
import { engagementRatesOf } from '../content/engagement-rates.ts'
import type { Templates } from '../content/templates.ts'
import type { Segments } from '../audience/segments.ts'
import type { Shop, Team } from '../world/team.ts'
import type { World } from '../world/world.ts'
import { insertDeliveries, type RunToLive } from './run-course.ts'
import {
  countRun,
  endRun,
  suppressAfterRun,
  insertAttempts,
  insertEvents,
  recordEngagement,
  sampleRun,
} from './run-traces.ts'

/** Everything that campaigns refer to. */
export interface Stage {
  world: World
  team: Team
  shop: Shop
  segments: Segments
  templates: Templates
  topics: ReadonlyMap<string, string>
  /** Number of runs so far; each run gets other random numbers. */
  runs: number
  /** Resolves once the details of all runs so far are written. */
  details: Promise<void>
}

/** The campaign's body for the API. */
export function bodyOf({ segments, templates, topics }: Stage, plan: CampaignPlan): Record<string, unknown> {
  const { name, to, template, content = {}, schedule, topic, test, sells } = plan
  const named = template === undefined ? {} : { template_uuid: templates.get(template) }
  return {
    campaignName: name,
    audience: { segment_uuids: to.map(key => segments.get(key)), exclude_segment_uuids: [] },
    schedule: schedule ?? { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } },
    ...(topic !== undefined && { topic_uuid: topics.get(topic) }),
    ...named,
    ...content,
    ...(sells === true && { goal: ORDER_GOAL }),
    ...(test !== undefined && {
      ab_test: { part: 'subject', variants: test.subjects, share: 20, metric: 'opened', after_hours: 4 },
    }),
  }
}

/** Launches a campaign on its day. Resolves to its id. */
export async function launch(stage: Stage, plan: CampaignPlan, at?: Date): Promise<string> {
  const { world, team, shop } = stage
  world.moveTo(at ?? world.at(plan.days, plan.time))
  const who = plan.by === 'asha' ? team.asha : team.meera
  const path = `/api/notifications/schedule/${plan.channel}`
  const { uuid } = await world.call<{ uuid: string }>(who, shop.applicationId, 'POST', path, bodyOf(stage, plan))
  if (plan.tags !== undefined) {
    const tags = { uuids: [uuid], add: plan.tags, remove: [] }
    await world.call(who, shop.applicationId, 'POST', '/api/notifications/tags', tags)
  }
  return uuid
}

interface OpenRun {
  runId: string
  campaignId: string
  channel: Channel
  audience: CampaignAudience
  topicId: string | null
  opensAt: Date
}

/**
 * Simulates the run that a campaign has just started. `stoppedAfter`: the number of messages after which it is paused.
 */
export async function live(stage: Stage, plan: CampaignPlan, campaignId: string, stoppedAfter?: number): Promise<void> {
  const run = await liveThrough(stage, plan, campaignId, stoppedAfter)
  stage.details = stage.details.then(() => noteDetails(stage.world, run))
}

/** Writes what no later run reads, on another connection in parallel. */
async function noteDetails({ database, now }: World, run: RunToLive): Promise<void> {
  await database.kysely.transaction().execute(async tx => {
    await sql`set local jit = off`.execute(tx)
    await sql`set local enable_nestloop = off`.execute(tx)
    await insertEvents(tx, run, now)
    await recordEngagement(tx, run)
    await insertAttempts(tx, run)
    await sampleRun(tx, run, now)
    await addActivity(tx, run)
  })
}

async function liveThrough(
  stage: Stage,
  plan: CampaignPlan,
  campaignId: string,
  stoppedAfter: number | undefined,
): Promise<RunToLive> {
  const { world, shop } = stage
  const { database, now } = world
  return database.kysely.transaction().execute(async tx => {
    // Compiling statements that run only once takes longer than running them.
    await sql`set local jit = off`.execute(tx)
    const { rows } = await sql<OpenRun>`
      select run_id as "runId", campaign_id as "campaignId", channel, audience, topic_id as "topicId", opens_at as "opensAt" from run
      where application_id = ${shop.applicationId} and campaign_id = ${campaignId} and state = 'preparing'`.execute(tx)
    const [open] = rows
    if (open === undefined) throw new Error(`${plan.name} has no run to live through`)
    stage.runs += 1
    const run: RunToLive = {
      ...open,
      applicationId: shop.applicationId,
      no: stage.runs,
      startedAt: open.opensAt,
      rates: engagementRatesOf(plan.channel, plan.rates),
      test: plan.test && { share: 20, variants: plan.test.factors, afterHours: 4, winner: 2 },
      stoppedAfter,
    }
    await insertDeliveries(tx, { ...run, now })
    // There are no statistics about rows that were just inserted, so the planner would choose nested loops.
    await sql`set local enable_nestloop = off`.execute(tx)
    await countRun(tx, run)
    await endRun(tx, run, { isPaused: stoppedAfter !== undefined })
    await suppressAfterRun(tx, run)
    await sql`select graphile_worker.remove_job(${`delivery.prepare-run:${open.runId}`})`.execute(tx)
    await updateCampaignStatus(tx, shop.applicationId, campaignId)
    return run
  })
}
