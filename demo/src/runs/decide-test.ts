/** Ends an A/B test. The winner is fixed; the product computes the verdict from the figures. */
import { selectFigures, verdictOf } from '@notifly/server/engine/ab-tests/ab-test'
import { sql } from 'kysely'
import type { Stage } from './send.ts'

const WINNER = 2

export async function decideTest({ world, shop: { applicationId } }: Stage, campaignId: string): Promise<void> {
  const db = world.database.kysely
  const { run_id: runId } = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, campaign_id: campaignId }))
    .select('run_id')
    .executeTakeFirstOrThrow()
  await sql`
    update run_variant v set seq_from = d.first, seq_to = d.last
    from (select variant, min(seq) as first, max(seq) as last from delivery
      where application_id = ${applicationId} and run_id = ${runId} and variant > 0 group by variant) d
    where v.application_id = ${applicationId} and v.run_id = ${runId} and v.no = d.variant`.execute(db)
  const verdict = verdictOf(await selectFigures(db, { applicationId, runId }), 'opened')
  await sql`
    update run_test t set winner = ${WINNER}, decide_at = r.started_at + t.after_hours * interval '1 hour',
      decided_at = r.started_at + t.after_hours * interval '1 hour', verdict = ${JSON.stringify(verdict)}::jsonb
    from run r where t.application_id = ${applicationId} and t.run_id = ${runId} and r.application_id = t.application_id and r.run_id = t.run_id`.execute(
    db,
  )
}
