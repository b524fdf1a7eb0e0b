/** SQL of the panels of a run: its links, its mail, times until the first open, and recipients' domains. */
import { RUN_DOMAINS_MAX, RUN_LINKS_MAX, type RunDomain } from '@notifly/contracts/runs/panels'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { domainOf } from '../../engine/activity/change-sql.ts'
import { EVENT, HANDED_OVER, STATE } from '../../engine/states.ts'
import type { RunKey } from '../../engine/runs/runs.ts'
import { openSpanOf } from './recipient-queries.ts'
import type { WhichRuns } from './runs.ts'

export interface PanelRun {
  run_id: string
  name: string
  details_removed_at: Date | null
}

/** The run with this id, or the latest one of the campaign with it; undefined if the application has none. */
export async function selectPanelRun(db: Db, which: WhichRuns): Promise<PanelRun | undefined> {
  const { rows } = await sql<PanelRun>`
    select run_id, name, details_removed_at from run
    where application_id = ${which.applicationId} and channel = ${which.channel}
      and (run_id = ${which.id} or campaign_id = ${which.id})
    order by run_id = ${which.id} desc, state = 'missed', created_at desc, run_id desc limit 1`.execute(db)
  return rows[0]
}

/** Most clicked first, with the clicks on all links of the run, including those that are not listed. */
export async function selectRunLinks(
  db: Db,
  { applicationId, runId }: RunKey,
): Promise<{ no: number; url: string; clicks: number; total: number }[]> {
  const { rows } = await sql<{ no: number; url: string; clicks: number; total: number }>`
    select no, url, clicks, (sum(clicks) over ())::int as total from run_link
    where application_id = ${applicationId} and run_id = ${runId}
    order by clicks desc, no limit ${RUN_LINKS_MAX}`.execute(db)
  return rows
}

/** Recipients who clicked each link, by its number. Reads all events of the run. */
export async function countLinkPeople(db: Db, { applicationId, runId }: RunKey): Promise<Map<number, number>> {
  const { rows } = await sql<{ no: number; n: number }>`
    select (detail ->> 'link')::int as no, count(distinct seq)::int as n from event
    where application_id = ${applicationId} and run_id = ${runId} and kind = ${EVENT.clicked} and not bot
      and detail ->> 'link' is not null
    group by 1`.execute(db)
  return new Map(rows.map(({ no, n }) => [no, n]))
}

export interface MailRow {
  run_id: string
  /** Null for a run that has no mail to show. */
  html: string | null
  variant: number | null
  /** One of its first recipients who got it; null for none. */
  contact_id: string | null
}

/** Number of recipients that are checked in order to find one who got a mail. */
const FIRST_RECIPIENTS = 1000

/** `variant` of the run's A/B test; by default the winner, else the first. Undefined if there is no such run or variant. */
export async function selectRunMail(db: Db, which: WhichRuns, variant: number | null): Promise<MailRow | undefined> {
  const run = await selectPanelRun(db, which)
  if (run === undefined) return undefined
  const { rows } = await sql<Omit<MailRow, 'contact_id'> & { winner: number | null }>`
    select r.run_id, coalesce(v.content ->> 'html', r.content ->> 'html') as html, v.no as variant, t.winner
    from run r
    left join run_test t on t.application_id = r.application_id and t.run_id = r.run_id
    left join run_variant v on v.application_id = r.application_id and v.run_id = r.run_id
      and v.no = coalesce(${variant}::int, t.winner, 1)
    where r.application_id = ${which.applicationId} and r.run_id = ${run.run_id}`.execute(db)
  const [found] = rows
  if (found === undefined || (variant !== null && found.variant === null)) return undefined
  const { winner, ...mail } = found
  const shown = mail.variant === winner ? [0, mail.variant] : [mail.variant]
  const { rows: recipients } = await sql<{ contact_id: string }>`
    select c.contact_id from delivery d
    join contact c on c.application_id = d.application_id and c.contact_id = d.contact_id
    where d.application_id = ${which.applicationId} and d.run_id = ${run.run_id} and d.seq <= ${FIRST_RECIPIENTS}
      and d.state = any(${[...HANDED_OVER]}::smallint[])
      and (${mail.variant}::int is null or d.variant = any(${shown}::smallint[]))
    order by d.seq limit 1`.execute(db)
  return { ...mail, contact_id: recipients[0]?.contact_id ?? null }
}

/**
 * How many messages were first opened within each span of OPEN_SPANS, by its number; the last number is everything later. Leaves out
 * messages without a known hand-over time. Reads the whole run.
 */
export async function countOpenTimes(db: Db, { applicationId, runId }: RunKey): Promise<Map<number, number>> {
  const { rows } = await sql<{ span: number; n: number }>`
    select ${openSpanOf(sql.ref('d'))} as span, count(*)::int as n
    from delivery d
    where application_id = ${applicationId} and run_id = ${runId} and opened_at > '-infinity' and sent_at > '-infinity'
    group by 1`.execute(db)
  return new Map(rows.map(({ span, n }) => [span, n]))
}

/** The largest domains first, then all others as one. Reads the whole run. */
export async function countDomains(db: Db, { applicationId, runId }: RunKey): Promise<RunDomain[]> {
  const { rows } = await sql<RunDomain>`
    with domains as (
      select lower(${sql.raw(domainOf('address'))}) as domain, count(*) as sent,
        count(*) filter (where state = ${STATE.bounced}) as bounced,
        count(*) filter (where state = ${STATE.complained}) as complained,
        count(*) filter (where opened_at > '-infinity') as opened,
        count(*) filter (where clicked_at > '-infinity') as clicked
      from delivery
      where application_id = ${applicationId} and run_id = ${runId} and state = any(${[...HANDED_OVER]}::smallint[])
      group by 1
    ), ranked as (
      select *, row_number() over (order by sent desc, domain) <= ${RUN_DOMAINS_MAX} as is_named from domains
    )
    select case when is_named then domain end as domain, sum(sent)::int as sent, sum(bounced)::int as bounced,
      sum(complained)::int as complained, sum(opened)::int as opened, sum(clicked)::int as clicked
    from ranked group by 1, is_named order by is_named desc, sum(sent) desc, 1`.execute(db)
  return rows
}
