/**
 * SQL that compares the sums of folded days and months with the folded rows of runs, which are kept, and corrects them. One statement sees
 * both at the same time, and a fold changes both in one transaction: any difference is an error. What was delivered is judged anew.
 */
import { COUNT_NAMES } from '@notifly/contracts/dashboards/figures'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { DETAILED_COLUMNS, increments } from './change-sql.ts'
import { DAY_SHARD, DETAIL_TOTAL_KEY, detailSumsOf, sumsOf, TOTAL_KEY } from './fold-queries.ts'

/** Returns the first moments (UTC) of the months in which an application has folded days, the earliest first. */
export async function selectFoldedMonths(db: Db, applicationId: string): Promise<Date[]> {
  const { rows } = await sql<{ month: Date }>`
    select generate_series(date_trunc('month', least(
        (select min(since) from activity_total t where t.application_id = f.application_id),
        (select min(since) from activity_detail_total t where t.application_id = f.application_id)
      ) at time zone 'UTC'), f.details_to at time zone 'UTC', interval '1 month') at time zone 'UTC' as month
    from activity_fold f where f.application_id = ${applicationId} order by month`.execute(db)
  return rows.map(row => row.month)
}

/** Makes the sums of a month and of its days right. Returns how many of them were wrong. */
export async function correctMonth(db: Db, applicationId: string, month: Date): Promise<number> {
  return db.transaction().execute(async tx => {
    // Before the statements read: two concurrent corrections would both add what is missing.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`folded ${applicationId}`}, 0))`.execute(tx)
    return (await correctCounts(tx, applicationId, month)) + (await correctDetails(tx, applicationId, month))
  })
}

const within = (applicationId: string, month: Date, moment: string) =>
  sql`application_id = ${applicationId} and ${sql.ref(moment)} >= ${month}
    and ${sql.ref(moment)} < (${month}::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC'`

const folded = (applicationId: string, month: Date, table: string) =>
  sql`folded as materialized (
    select * from ${sql.table(table)} where ${within(applicationId, month, 'quarter')} and shard = ${sql.lit(DAY_SHARD)}
  )`

const differences = (columns: readonly string[]) => ({
  kept: sql.raw(columns.map(name => `-${name}`).join(', ')),
  sums: sql.raw(columns.map(name => `sum(${name})::int as ${name}`).join(', ')),
  isOff: sql.raw(columns.map(name => `sum(${name}) <> 0`).join(' or ')),
})

async function correctCounts(tx: Db, applicationId: string, month: Date): Promise<number> {
  const { kept, sums, isOff } = differences(COUNT_NAMES)
  const columns = sql.raw(COUNT_NAMES.join(', '))
  const key = sql.raw(TOTAL_KEY)
  const { rows } = await sql<{ n: number }>`
    with ${folded(applicationId, month, 'activity_quarter')}, ${sumsOf(applicationId, 'folded', sql`quarter`)},
    missing as (
      select application_id, ${key}, max(day) as last, ${sums} from (
        select application_id, ${key}, day, ${columns} from sums
        union all
        select application_id, ${key}, since, ${kept} from activity_total where ${within(applicationId, month, 'since')}
      ) both_sides group by application_id, ${key} having ${isOff}
    ), corrected as (
      insert into activity_total as a (application_id, ${key}, last, ${columns})
      select application_id, ${key}, last, ${columns} from missing order by ${key}
      on conflict (application_id, ${key})
        do update set last = greatest(a.last, excluded.last), ${sql.raw(increments(COUNT_NAMES))}
    )
    select count(*)::int as n from missing`.execute(tx)
  return rows[0]?.n ?? 0
}

async function correctDetails(tx: Db, applicationId: string, month: Date): Promise<number> {
  const { kept, sums, isOff } = differences(DETAILED_COLUMNS)
  const columns = sql.raw(DETAILED_COLUMNS.join(', '))
  const key = sql.raw(DETAIL_TOTAL_KEY)
  const { rows } = await sql<{ n: number }>`
    with ${folded(applicationId, month, 'activity_detail')}, missing as (
      select application_id, ${key}, ${sums} from (
        select application_id, ${key}, ${columns} from (${detailSumsOf('folded', sql`quarter`)}) sums
        union all
        select application_id, ${key}, ${kept} from activity_detail_total where ${within(applicationId, month, 'since')}
      ) both_sides group by application_id, ${key} having ${isOff}
    ), corrected as (
      insert into activity_detail_total as a (application_id, ${key}, ${columns})
      select application_id, ${key}, ${columns} from missing order by ${key}
      on conflict (application_id, ${key}) do update set ${sql.raw(increments(DETAILED_COLUMNS))}
    )
    select count(*)::int as n from missing`.execute(tx)
  return rows[0]?.n ?? 0
}
