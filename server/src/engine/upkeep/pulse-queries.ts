/** SQL of what workers did recently: in steps of ten seconds, and in total. */
import type pg from 'pg'

interface Queryable {
  query: pg.Pool['query']
}

export interface MinuteCounters {
  sent: number
  failed: number
  retried: number
  leasesLost: number
}

/** Adds to the current step and to the total, and deletes steps that are too old to be shown. */
export async function addMinuteCounters(
  db: Queryable,
  { channel, shard }: { channel: string; shard: number },
  { sent, failed, retried, leasesLost }: MinuteCounters,
): Promise<void> {
  await db.query({
    name: 'delivery-pulse',
    text: `
      with trimmed as (delete from engine_pulse where at < clock_timestamp() - interval '2 hours'),
      step as (
        insert into engine_pulse as p (at, channel, shard, sent, failed, retried, leases_lost)
        values (date_bin('10 seconds', clock_timestamp(), 'epoch'), $1, $2, $3, $4, $5, $6)
        on conflict (at, channel, shard) do update set sent = p.sent + excluded.sent, failed = p.failed + excluded.failed,
          retried = p.retried + excluded.retried, leases_lost = p.leases_lost + excluded.leases_lost
      )
      insert into engine_total as t (channel, shard, sent, failed, retried, leases_lost) values ($1, $2, $3, $4, $5, $6)
      on conflict (channel, shard) do update set sent = t.sent + excluded.sent, failed = t.failed + excluded.failed,
        retried = t.retried + excluded.retried, leases_lost = t.leases_lost + excluded.leases_lost`,
    values: [channel, shard, sent, failed, retried, leasesLost],
  })
}

export async function noteJournal(db: Queryable, workerId: string, bytes: number): Promise<void> {
  await db.query('update worker set journal_bytes = $2 where worker_id = $1', [workerId, bytes])
}
