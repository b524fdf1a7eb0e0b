/**
 * SQL that recounts a run's activity from its deliveries and events. One statement sees both at the same time, and every change of a
 * delivery commits together with its activity: any difference is an error, also while the run is being sent.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { RunKey } from '../runs/run-queries.ts'
import { ATTEMPT, ENGAGEMENT, EVENT } from '../states.ts'
import {
  COUNTED_COLUMNS,
  DETAILED_COLUMNS,
  detailSums,
  domainOf,
  momentOf,
  quarterOf,
  quarterSums,
} from './change-sql.ts'
import { knownName, READER_PARTS } from './known-names.ts'
import { CALLING_CODE } from './segment-queries.ts'

/** Corrections have a shard of their own: see run_counter. */
const SHARD = 33

const ENGAGED = Object.keys(ENGAGEMENT)
  .map(name => `d.${name}_at > '-infinity' as ${name}`)
  .join(', ')

/** The deliveries of one run as they are, unless it holds test sends. */
const changes = ({ applicationId, runId }: RunKey) => sql`
  changes as materialized (
    select 1 as n, d.state, d.reason, ${sql.raw(momentOf('d'))} as moment, ${sql.raw(domainOf('d.address'))} as domain, ${sql.raw(ENGAGED)},
      d.address = '' as is_erased
    from delivery d where d.application_id = ${applicationId} and d.run_id = ${runId}
      and not exists (select 1 from run r where r.application_id = ${applicationId} and r.run_id = ${runId} and r.is_test)
  )`

const names = (columns: readonly string[]) => sql.raw(columns.join(', '))
const sums = (columns: readonly string[], sign: '' | '-') =>
  sql.raw(columns.map(name => `${sign}${name} as ${name}`).join(', '))
const totals = (columns: readonly string[]) => sql.raw(columns.map(name => `sum(${name})::int as ${name}`).join(', '))
const isOff = (columns: readonly string[]) => sql.raw(columns.map(name => `sum(${name}) <> 0`).join(' or '))

const QUARTER_COLUMNS = [...COUNTED_COLUMNS, 'influenced']

/** What is counted, by quarter-hour, and what is kept of it, negative: their sum is what is missing. */
const bothQuarters = (run: RunKey) => sql`(
    select *, 0 as influenced from (${sql.raw(quarterSums('changes'))}) counted
    union all
    select ${sql.raw(quarterOf(momentOf('d')))}, ${sql.raw(COUNTED_COLUMNS.map(() => '0').join(', '))}, count(*)
    from event e join delivery d using (application_id, run_id, seq)
    where e.application_id = ${run.applicationId} and e.run_id = ${run.runId} and e.kind = ${EVENT.visited}
    group by 1
    union all
    select quarter, ${sums(QUARTER_COLUMNS, '-')} from activity_quarter
    where application_id = ${run.applicationId} and run_id = ${run.runId}
  ) both_sides`

/** The same by kind, quarter-hour and name. */
const bothDetails = (run: RunKey) => sql`(
    select * from (${sql.raw(detailSums('changes', `(select channel = 'email' from the_run)`))}) counted
    union all
    select part, quarter, name, 0, 0, 0, 0, count(*) filter (where kind = ${EVENT.opened}), count(*) filter (where kind = ${EVENT.clicked})
    from (
      select distinct e.seq, e.kind, part, ${sql.raw(knownName('part', 'e.detail ->> part'))} as name,
        ${sql.raw(quarterOf(momentOf('d')))} as quarter
      from event e join delivery d using (application_id, run_id, seq), unnest(${READER_PARTS}::text[]) part
      where e.application_id = ${run.applicationId} and e.run_id = ${run.runId} and not e.bot
        and e.kind in (${EVENT.opened}, ${EVENT.clicked}) and e.detail ->> part <> ''
    ) readers group by part, quarter, name
    union all
    select kind, quarter, name, ${sums(DETAILED_COLUMNS, '-')} from activity_detail
    where application_id = ${run.applicationId} and run_id = ${run.runId}
  ) both_sides`

/** The same for the billed segments of text messages: the attempts that were sent, by quarter-hour and the recipients' country. */
const bothSegments = ({ applicationId, runId }: RunKey) => sql`(
    select ${sql.raw(quarterOf('t.at'))} as quarter, coalesce(substring(d.address from ${CALLING_CODE}), '') as calling_code,
      t.code as segments
    from attempt t
    join run r using (application_id, run_id)
    left join delivery d on d.application_id = t.application_id and d.run_id = t.run_id and d.seq = t.seq
    where t.application_id = ${applicationId} and t.run_id = ${runId} and t.outcome = ${ATTEMPT.sent} and r.channel = 'sms' and not r.is_test
    union all
    select quarter, calling_code, -segments from sms_quarter where application_id = ${applicationId} and run_id = ${runId}
  ) both_sides`

const theRun = ({ applicationId, runId }: RunKey) =>
  sql`the_run as (select application_id, run_id, channel from run where application_id = ${applicationId} and run_id = ${runId})`

/**
 * Adds what is missing. Rows that were folded into days get their quarter-hours back, and are folded again later. What erased people did is
 * not taken away where nothing else differs: how they read, and where, can no longer be counted. Returns by how much the sums were off.
 */
export async function correctActivity(tx: Db, run: RunKey): Promise<ActivityOff> {
  // Before the statements read: two concurrent corrections would both add what is missing.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`activity ${run.runId}`}, 0))`.execute(tx)
  const { erased, ...off } = await countOff(tx, run)
  await correctQuarters(tx, run)
  if (erased === 0 || off.details > 0) await correctDetails(tx, run)
  if (erased === 0 || off.segments > 0) await correctSegments(tx, run)
  return off
}

/** Adds the sums of a run that has none yet. */
export async function addActivity(tx: Db, run: RunKey): Promise<void> {
  await correctQuarters(tx, run)
  await correctDetails(tx, run)
  await correctSegments(tx, run)
}

async function correctQuarters(tx: Db, run: RunKey): Promise<void> {
  await sql`
    with ${theRun(run)}, ${changes(run)}
    insert into activity_quarter as a (application_id, channel, run_id, shard, quarter, ${names(QUARTER_COLUMNS)})
    select r.application_id, r.channel, r.run_id, ${sql.lit(SHARD)}, m.* from (
      select quarter, ${totals(QUARTER_COLUMNS)} from ${bothQuarters(run)} group by quarter having ${isOff(QUARTER_COLUMNS)}
    ) m, the_run r
    order by quarter
    on conflict (application_id, channel, quarter, run_id, shard) do update set ${added(QUARTER_COLUMNS)}`.execute(tx)
}

async function correctDetails(tx: Db, run: RunKey): Promise<void> {
  await sql`
    with ${theRun(run)}, ${changes(run)}
    insert into activity_detail as a (application_id, channel, run_id, shard, kind, quarter, name, ${names(DETAILED_COLUMNS)})
    select r.application_id, r.channel, r.run_id, ${sql.lit(SHARD)}, m.* from (
      select kind, quarter, name, ${totals(DETAILED_COLUMNS)} from ${bothDetails(run)}
      group by kind, quarter, name having ${isOff(DETAILED_COLUMNS)}
    ) m, the_run r
    order by kind, quarter, name
    on conflict (application_id, channel, kind, quarter, run_id, name, shard) do update set ${added(DETAILED_COLUMNS)}`.execute(
    tx,
  )
}

async function correctSegments(tx: Db, run: RunKey): Promise<void> {
  await sql`
    insert into sms_quarter as a (application_id, run_id, shard, quarter, calling_code, segments)
    select ${run.applicationId}::uuid, ${run.runId}::uuid, ${sql.lit(SHARD)}, quarter, calling_code, sum(segments)::int
    from ${bothSegments(run)} group by quarter, calling_code having sum(segments) <> 0 order by quarter, calling_code
    on conflict (application_id, quarter, run_id, calling_code, shard) do update set ${added(['segments'])}`.execute(tx)
}

const added = (columns: readonly string[]) =>
  sql.raw(columns.map(name => `${name} = a.${name} + excluded.${name}`).join(', '))

/** By how much the kept sums of a run differ from what is counted at most, whatever the quarter-hour. */
export interface ActivityOff {
  /** By state, engagement, and visits. */
  quarters: number
  /** By browser, system, device, mailbox provider and reason. */
  details: number
  /** Of text messages, by country. */
  segments: number
}

/** Reads the run's deliveries and events. */
export async function countActivityOff(db: Db, run: RunKey): Promise<ActivityOff> {
  const { quarters, details, segments } = await countOff(db, run)
  return { quarters, details, segments }
}

const largest = (columns: readonly string[]) =>
  sql.raw(`greatest(${columns.map(name => `abs(coalesce(sum(${name}), 0))`).join(', ')})`)

/**
 * `erased`: deliveries whose recipient was erased. Where they went and what they were read with is no longer known, so that many of each
 * name may be kept without being counted; their text messages are compared without countries.
 */
async function countOff(db: Db, run: RunKey): Promise<ActivityOff & { erased: number }> {
  const { rows } = await sql<Omit<ActivityOff, 'segments'> & { erased: number }>`
    with ${theRun(run)}, ${changes(run)}, gone as materialized (
      select count(*)::int as n from changes where is_erased and moment > '-infinity'
    )
    select (select ${largest(QUARTER_COLUMNS)} from ${bothQuarters(run)})::int as quarters,
      coalesce((select max(greatest(off - case when kind = 'reason' then 0 else (select n from gone) end, 0)) from (
        select kind, name, ${largest(DETAILED_COLUMNS)} as off from ${bothDetails(run)} group by kind, name
      ) named), 0)::int as details,
      (select n from gone) as erased`.execute(db)
  const { quarters = 0, details = 0, erased = 0 } = rows[0] ?? {}
  const { rows: billed } = await sql<{ off: number }>`
    select coalesce(max(abs(off)), 0)::int as off from (
      select sum(segments) as off from ${bothSegments(run)} group by case when ${erased} = 0 then calling_code end
    ) named`.execute(db)
  return { quarters, details, segments: billed[0]?.off ?? 0, erased }
}
