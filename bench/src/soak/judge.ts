/** Checks the promises one by one, and reports what was found for each. */
import { leafSizes } from '@notifly/server/db/partitions'
import { selectDifferences } from '@notifly/server/engine/upkeep/counter-queries'
import { ATTEMPT, STATE } from '@notifly/server/engine/states'
import { addressesInDoubt, deliveryCounts, runCounts } from '@notifly/server/testing/engine/world'
import { type Promises, printPromises } from './promises.ts'
import type { DatabaseWorld, World } from './world.ts'

/** Reports each of them, and returns whether all were kept. `mostDoubled`: how many mails may have been sent twice. */
export async function judge(world: DatabaseWorld, runId: string, mostDoubled: number, why: string): Promise<boolean> {
  const { database, applicationId, receiver, people, leavers, say } = world
  const { mails, recipients } = await receiver.report()
  const expected = people - leavers
  const received = Object.keys(recipients).length
  const doubled = mails - received
  const states = await deliveryCounts(database, runId)
  const counters = await runCounts(database, runId)
  const differences = await selectDifferences(database.kysely, { applicationId, runId })
  const marked = await addressesInDoubt(database, runId)
  const unmarked = Object.entries(recipients).filter(
    ([address, n]) => n > 1 && !marked.has(address.toLowerCase()),
  ).length
  const { unexplained, unfinished, withoutAttempt, strangers } = await standing(world, runId)
  const isRight = (counts: Record<number, number>): boolean =>
    counts[STATE.sent] === expected && counts[STATE.skipped] === leavers
  const promises: Promises = [
    [`lost ${expected - received} of ${expected}`, received === expected],
    [`doubled ${doubled}, at most ${mostDoubled} (${why})`, doubled <= mostDoubled],
    [`doubled and not marked ${unmarked}`, unmarked === 0],
    [`recorded as sent ${states[STATE.sent] ?? 0}, as skipped ${states[STATE.skipped] ?? 0}`, isRight(states)],
    [`not in a final state ${unfinished}, final without its reason ${unexplained}`, unfinished + unexplained === 0],
    [`counters that differ from the recipients ${differences.length}`, differences.length === 0 && isRight(counters)],
    [`sent without its event ${withoutAttempt}, events of others ${strangers}`, withoutAttempt + strangers === 0],
  ]
  const areKept = printPromises(say, promises)
  await printCosts(world)
  return areKept
}

/** What a recipient leaves on the disk, with indexes, and in PostgreSQL's log. */
async function printCosts({ database, people, logStart, say }: DatabaseWorld): Promise<void> {
  const sizes = Map.groupBy(await leafSizes(database), ({ table }) => table)
  const { rows } = await database.pool.query<{ bytes: number; batches: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 as bytes, pg_total_relation_size('batch')::float8 as batches`,
    [logStart],
  )
  const each = (bytes: number): string => String(Math.round(bytes / people))
  const tables = [...sizes].map(
    ([table, leaves]) => `${table} ${each(Math.max(...leaves.map(leaf => leaf.sizeBytes)))}`,
  )
  say(
    `  bytes per recipient: ${tables.join(', ')}, batch ${each(rows[0]?.batches ?? 0)}; log ${each(rows[0]?.bytes ?? 0)}`,
  )
}

/** The attempt row is the event of having been sent: each delivery that was has one, and no other. */
async function standing({ database }: Pick<World, 'database'>, runId: string) {
  const { rows } = await database.pool.query<{
    unfinished: number
    unexplained: number
    withoutAttempt: number
    strangers: number
  }>(
    `with told as (select distinct seq from attempt where run_id = $1 and outcome = ${ATTEMPT.sent})
     select count(*) filter (where d.state = ${STATE.pending})::int as unfinished,
       count(*) filter (where d.state = ${STATE.sent} and (d.reason <> 0 or d.sent_at = '-infinity')
         or d.state not in (${STATE.pending}, ${STATE.sent}) and d.reason = 0)::int as unexplained,
       count(*) filter (where d.state = ${STATE.sent} and told.seq is null)::int as "withoutAttempt",
       count(*) filter (where d.state <> ${STATE.sent} and told.seq is not null)::int as strangers
     from delivery d left join told using (seq) where d.run_id = $1`,
    [runId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the run has no recipients')
  return row
}
