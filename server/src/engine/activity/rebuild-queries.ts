/**
 * SQL that recounts a run's activity from its deliveries and events. One statement sees both at the same time, and every change of a
 * delivery commits together with its activity: any difference is an error, also while the run is being sent.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { RunKey } from '../runs/run-queries.ts'
import { ATTEMPT, ENGAGEMENT, EVENT, STATE } from '../states.ts'
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
    select 1 as n, d.state, d.reason, ${sql.raw(momentOf('d'))} as moment, ${sql.raw(domainOf('d.address'))} as domain, ${sql.raw(ENGAGED)}
    from delivery d where d.application_id = ${applicationId} and d.run_id = ${runId}
      and not exists (select 1 from run r where r.application_id = ${applicationId} and r.run_id = ${runId} and r.is_test)
  )`

const names = (columns: readonly string[]) => sql.raw(columns.join(', '))
const sums = (columns: readonly string[], sign: '' | '-') =>
  sql.raw(columns.map(name => `${sign}${name} as ${name}`).join(', '))
const totals = (columns: readonly string[]) => sql.raw(columns.map(name => `sum(${name})::int as ${name}`).join(', '))
const isOff = (columns: readonly string[]) => sql.raw(columns.map(name => `sum(${name}) <> 0`).join(' or '))

const QUARTER_COLUMNS = [...COUNTED_COLUMNS, 'influenced']

/** Per quarter-hour: how much is missing; negative if too much. */
const quarterDifference = (run: RunKey) => sql`
  select quarter, ${totals(QUARTER_COLUMNS)} from (
    select *, 0 as influenced from (${sql.raw(quarterSums('changes'))}) counted
    union all
    select ${sql.raw(quarterOf(momentOf('d')))}, ${sql.raw(COUNTED_COLUMNS.map(() => '0').join(', '))}, count(*)
    from event e join delivery d using (application_id, run_id, seq)
    where e.application_id = ${run.applicationId} and e.run_id = ${run.runId} and e.kind = ${EVENT.visited}
    group by 1
    union all
    select quarter, ${sums(QUARTER_COLUMNS, '-')} from activity_quarter
    where application_id = ${run.applicationId} and run_id = ${run.runId}
  ) both_sides group by quarter having ${isOff(QUARTER_COLUMNS)}`

/** Per kind, quarter-hour and name. */
const detailDifference = (run: RunKey) => sql`
  select kind, quarter, name, ${totals(DETAILED_COLUMNS)} from (
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
  ) both_sides group by kind, quarter, name having ${isOff(DETAILED_COLUMNS)}`

const theRun = ({ applicationId, runId }: RunKey) =>
  sql`the_run as (select application_id, run_id, channel from run where application_id = ${applicationId} and run_id = ${runId})`

/** Adds what is missing. Rows that were folded into days get their quarter-hours back, and are folded again later. */
export async function correctActivity(tx: Db, run: RunKey): Promise<void> {
  // Before the statements read: two concurrent corrections would both add what is missing.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`activity ${run.runId}`}, 0))`.execute(tx)
  await sql`
    with ${theRun(run)}, ${changes(run)}
    insert into activity_quarter as a (application_id, channel, run_id, shard, quarter, ${names(QUARTER_COLUMNS)})
    select r.application_id, r.channel, r.run_id, ${sql.lit(SHARD)}, m.* from (${quarterDifference(run)}) m, the_run r
    order by quarter
    on conflict (application_id, channel, quarter, run_id, shard) do update set ${added(QUARTER_COLUMNS)}`.execute(tx)
  await sql`
    with ${theRun(run)}, ${changes(run)}
    insert into activity_detail as a (application_id, channel, run_id, shard, kind, quarter, name, ${names(DETAILED_COLUMNS)})
    select r.application_id, r.channel, r.run_id, ${sql.lit(SHARD)}, m.* from (${detailDifference(run)}) m, the_run r
    order by kind, quarter, name
    on conflict (application_id, channel, kind, quarter, run_id, name, shard) do update set ${added(DETAILED_COLUMNS)}`.execute(
    tx,
  )
  await correctSegments(tx, run)
}

/** Recounts the billed segments of text messages, from the attempts that were sent, by the recipients' country. */
async function correctSegments(tx: Db, { applicationId, runId }: RunKey): Promise<void> {
  await sql`
    insert into sms_quarter as a (application_id, run_id, shard, quarter, calling_code, segments)
    select ${applicationId}::uuid, ${runId}::uuid, ${sql.lit(SHARD)}, quarter, calling_code, sum(segments)::int from (
      select ${sql.raw(quarterOf('t.at'))} as quarter, coalesce(substring(d.address from ${CALLING_CODE}), '') as calling_code,
        t.code as segments
      from attempt t
      join run r using (application_id, run_id)
      left join delivery d on d.application_id = t.application_id and d.run_id = t.run_id and d.seq = t.seq
      where t.application_id = ${applicationId} and t.run_id = ${runId} and t.outcome = ${ATTEMPT.sent} and r.channel = 'sms' and not r.is_test
      union all
      select quarter, calling_code, -segments from sms_quarter where application_id = ${applicationId} and run_id = ${runId}
    ) both_sides group by quarter, calling_code having sum(segments) <> 0 order by quarter, calling_code
    on conflict (application_id, quarter, run_id, calling_code, shard) do update set ${added(['segments'])}`.execute(tx)
}

const added = (columns: readonly string[]) =>
  sql.raw(columns.map(name => `${name} = a.${name} + excluded.${name}`).join(', '))

/**
 * Returns for how many deliveries of a run the activity differs from the counters, which are compared with the deliveries separately. Reads
 * no delivery. An open of a delivery that is still pending counts in both.
 */
export async function countActivityOff(db: Db, { applicationId, runId }: RunKey): Promise<number> {
  const pairs = {
    accepted: STATE.sent,
    delivered: STATE.delivered,
    bounced: STATE.bounced,
    complained: STATE.complained,
  }
  const columns = { ...pairs, failed: STATE.failed, ...ENGAGEMENT }
  const { rows } = await sql<{ off: number }>`
    select coalesce(max(abs(k.n - coalesce(c.n, 0))), 0)::int as off
    from (select ${sql.join(Object.keys(columns).map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))} from activity_quarter
      where application_id = ${applicationId} and run_id = ${runId}) a,
    lateral (values ${sql.join(Object.entries(columns).map(([name, state]) => sql`(${sql.lit(state)}, coalesce(a.${sql.ref(name)}, 0))`))}) k(state, n)
    left join (select state, sum(n) as n from run_counter where application_id = ${applicationId} and run_id = ${runId} group by state) c
      using (state)
    where not exists (select 1 from run where application_id = ${applicationId} and run_id = ${runId} and is_test)`.execute(
    db,
  )
  return rows[0]?.off ?? 0
}
