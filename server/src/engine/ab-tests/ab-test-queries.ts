/** SQL of A/B tests: what is tested, how the variants do, and what the winner changes. */
import type { AbMetric, AbPart, AbVerdict } from '@notifly/contracts/campaigns/ab-tests'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { type RunKey, titleIn } from '../runs/run-queries.ts'
import type { FrozenVariant, NewTest } from './ab-variants.ts'
import { STATE } from '../states.ts'

export async function insertTest(
  db: Db,
  { applicationId, runId }: RunKey,
  { part, metric, share, afterHours }: NewTest,
  variants: readonly FrozenVariant[],
): Promise<void> {
  const ids = { application_id: applicationId, run_id: runId }
  await db
    .insertInto('run_test')
    .values({ ...ids, part, metric, share, after_hours: afterHours, winner: null, decided_by: null })
    .execute()
  await db
    .insertInto('run_variant')
    .values(
      variants.map(({ no, templateName, content }) => ({
        ...ids,
        no,
        template_name: templateName,
        content: JSON.stringify(content),
      })),
    )
    .execute()
}

export interface TestToPrepare {
  share: number
  afterHours: number
  variants: number
  topicId: string | null
}

/** Undefined if the run has no test. */
export async function selectTestToPrepare(
  db: Db,
  { applicationId, runId }: RunKey,
): Promise<TestToPrepare | undefined> {
  const { rows } = await sql<TestToPrepare>`
    select t.share, t.after_hours as "afterHours", r.topic_id as "topicId",
      (select count(*)::int from run_variant v where v.application_id = t.application_id and v.run_id = t.run_id) as variants
    from run_test t join run r on r.application_id = t.application_id and r.run_id = t.run_id
    where t.application_id = ${applicationId} and t.run_id = ${runId}`.execute(db)
  return rows[0]
}

export async function updateDeadline(db: Db, { applicationId, runId }: RunKey, decideAt: Date): Promise<void> {
  await db
    .updateTable('run_test')
    .set({ decide_at: decideAt })
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .execute()
}

/** Tests that are due for a decision, of runs that are still open. */
export async function selectDueTests(db: Db, now: Date): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    select r.application_id as "applicationId", r.run_id as "runId"
    from run r join run_test t on t.application_id = r.application_id and t.run_id = r.run_id
    where r.state = 'executing' and (r.expires_at is null or r.expires_at > ${now})
      and t.winner is null and t.decide_at <= ${now}
    order by t.decide_at, r.run_id limit 100`.execute(db)
  return rows
}

export interface OpenTest extends RunKey {
  campaignId: string
  name: string
  state: string
  metric: AbMetric
  afterHours: number
  decideAt: Date | null
  winner: number | null
  expiresAt: Date | null
}

const OPEN_TEST = sql`r.application_id as "applicationId", r.run_id as "runId", r.campaign_id as "campaignId", r.name, r.state,
  r.expires_at as "expiresAt", t.metric, t.after_hours as "afterHours", t.decide_at as "decideAt", t.winner`

/** The test, locked with its run until the transaction ends; undefined while another transaction has locked one of them. */
export async function takeTest(db: Db, { applicationId, runId }: RunKey): Promise<OpenTest | undefined> {
  const { rows } = await sql<OpenTest>`
    select ${OPEN_TEST} from run r join run_test t on t.application_id = r.application_id and t.run_id = r.run_id
    where r.application_id = ${applicationId} and r.run_id = ${runId} for update of r, t skip locked`.execute(db)
  return rows[0]
}

/** The test of a run, or of the latest run of a campaign, locked until the transaction ends. */
export async function lockTest(
  db: Db,
  { applicationId, campaignId, runId }: { applicationId: string; campaignId: string; runId?: string | undefined },
): Promise<OpenTest | undefined> {
  const { rows } = await sql<OpenTest>`
    select ${OPEN_TEST} from run r join run_test t on t.application_id = r.application_id and t.run_id = r.run_id
    where r.application_id = ${applicationId} and r.campaign_id = ${campaignId}
      and ${runId === undefined ? sql`true` : sql`r.run_id = ${runId}`}
    order by r.run_id desc limit 1 for update of r, t`.execute(db)
  return rows[0]
}

/** The test of the latest run of a campaign that had one. */
export async function selectLatestTest(
  db: Db,
  { applicationId, campaignId }: { applicationId: string; campaignId: string },
): Promise<(RunKey & { metric: AbMetric; winner: number | null }) | undefined> {
  const { rows } = await sql<RunKey & { metric: AbMetric; winner: number | null }>`
    select r.application_id as "applicationId", r.run_id as "runId", t.metric, t.winner
    from run r join run_test t on t.application_id = r.application_id and t.run_id = r.run_id
    where r.application_id = ${applicationId} and r.campaign_id = ${campaignId} order by r.run_id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

export interface VariantFigures {
  no: number
  /** Recipients who were assigned to it. */
  recipients: number
  /** Neither sent nor ended yet. */
  pending: number
  sent: number
  opened: number
  clicked: number
  unsubscribed: number
}

const HANDED_OVER = sql.raw([STATE.sent, STATE.delivered, STATE.bounced, STATE.complained].join(', '))

interface CountedVariant {
  applicationId: string
  runId: string
  no: number
  seqFrom: number
  seqTo: number
  figures: VariantFigures | null
}

const VARIANT = sql`application_id as "applicationId", run_id as "runId", no, seq_from as "seqFrom", seq_to as "seqTo", figures`

/** Counts the deliveries of a variant by what happened to them. */
async function countVariant(db: Db, { applicationId, runId, no, seqFrom, seqTo }: CountedVariant) {
  const { rows } = await sql<VariantFigures>`
  select ${no}::int as no, count(*) filter (where d.state <> ${STATE.skipped})::int as recipients,
    count(*) filter (where d.state = ${STATE.pending})::int as pending,
    count(*) filter (where d.state in (${HANDED_OVER}))::int as sent,
    count(*) filter (where d.state in (${HANDED_OVER}) and d.opened_at > '-infinity')::int as opened,
    count(*) filter (where d.state in (${HANDED_OVER}) and d.clicked_at > '-infinity')::int as clicked,
    count(*) filter (where d.state in (${HANDED_OVER}) and d.unsubscribed_at > '-infinity')::int as unsubscribed
  from delivery d
  where d.application_id = ${applicationId} and d.run_id = ${runId} and d.seq between ${seqFrom} and ${seqTo}`.execute(
    db,
  )
  return rows
}

/** Returns figures in the order of the variants. Reads the deliveries of the test, not those of the whole run, while they exist. */
export async function selectFigures(db: Db, { applicationId, runId }: RunKey): Promise<VariantFigures[]> {
  const { rows: variants } = await sql<CountedVariant>`
    select ${VARIANT} from run_variant where application_id = ${applicationId} and run_id = ${runId} order by no`.execute(
    db,
  )
  const figures: VariantFigures[] = []
  for (const variant of variants)
    figures.push(...(variant.figures === null ? await countVariant(db, variant) : [variant.figures]))
  return figures
}

/** Stores the figures of these runs, which cannot be counted once their deliveries are deleted. */
export async function storeFigures(db: Db, runs: { from: string; before: string }): Promise<void> {
  const { rows: variants } = await sql<CountedVariant>`
    select ${VARIANT} from run_variant
    where run_id >= ${runs.from} and run_id < ${runs.before} and figures is null`.execute(db)
  for (const variant of variants) {
    const [figures] = await countVariant(db, variant)
    await db
      .updateTable('run_variant')
      .set({ figures: JSON.stringify(figures) })
      .where(eb => eb.and({ application_id: variant.applicationId, run_id: variant.runId, no: variant.no }))
      .where('figures', 'is', null)
      .execute()
  }
}

/** Makes the messages that waited for the winner due, with the winner's content. */
export async function insertWinner(
  db: Db,
  { applicationId, runId }: RunKey,
  decision: { winner: number; by: string | null; verdict: AbVerdict | null; now: Date },
): Promise<void> {
  const { winner, by, verdict, now } = decision
  await db
    .updateTable('run_test')
    .set({ winner, decided_at: now, decided_by: by, verdict: verdict && JSON.stringify(verdict) })
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .execute()
  await sql`
    update batch set variant = ${winner}, due_at = ${now}
    where application_id = ${applicationId} and run_id = ${runId} and not done and variant = 0 and due_at = 'infinity'
      and owner is null`.execute(db)
}

export interface TestRow {
  part: AbPart
  metric: AbMetric
  share: number
  afterHours: number
  decideAt: Date | null
  winner: number | null
  decidedAt: Date | null
  /** Name of the person who decided. */
  decidedBy: string | null
  /** A person decided, even if their account has been deleted. */
  isByHand: boolean
  /** What the figures said at the decision, if they chose the winner. */
  verdict: AbVerdict | null
  endedAt: Date | null
}

/** Undefined if the run has no test. */
export async function selectTest(db: Db, { applicationId, runId }: RunKey): Promise<TestRow | undefined> {
  const { rows } = await sql<TestRow>`
    select t.part, t.metric, t.share, t.after_hours as "afterHours", t.decide_at as "decideAt", t.winner,
      t.decided_at as "decidedAt", a.name as "decidedBy", t.decided_by is not null as "isByHand", t.verdict, r.ended_at as "endedAt"
    from run_test t join run r on r.application_id = t.application_id and r.run_id = t.run_id
    left join account a on a.account_id = t.decided_by
    where t.application_id = ${applicationId} and t.run_id = ${runId}`.execute(db)
  return rows[0]
}

export interface VariantRow {
  no: number
  subject: string
  templateName: string | null
}

export async function selectVariants(db: Db, { applicationId, runId }: RunKey): Promise<VariantRow[]> {
  const { rows } = await sql<VariantRow>`
    select v.no, coalesce(${titleIn('v')}, ${titleIn('r')}, '') as subject, v.template_name as "templateName"
    from run_variant v join run r on r.application_id = v.application_id and r.run_id = v.run_id
    where v.application_id = ${applicationId} and v.run_id = ${runId} order by v.no`.execute(db)
  return rows
}
