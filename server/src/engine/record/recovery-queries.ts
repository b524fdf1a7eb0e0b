/** SQL of journals that are taken over. */
import type pg from 'pg'

interface Queryable {
  query: pg.Pool['query']
}

/** The position up to which the database has a journal; locks it, so that two supervisors cannot replay it twice. */
export async function committedPosition(client: pg.ClientBase, workerId: string): Promise<number> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('journal ' || $1, 0))`, [workerId])
  const { rows } = await client.query<{ position: number }>(
    'select position from journal_position where worker_id = $1',
    [workerId],
  )
  return rows[0]?.position ?? 0
}

/** Deliveries in doubt count as replayed too: a second replay adds nothing. */
export async function savePosition(
  client: pg.ClientBase,
  workerId: string,
  position: number,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into journal_position as p (worker_id, position, flushes, updated_at) values ($1, $2, 1, $3)
     on conflict (worker_id) do update set position = greatest(p.position, $2), flushes = p.flushes + 1, updated_at = $3`,
    [workerId, position, now],
  )
}

/**
 * Deletes workers of machines that have been silent for a day and hold nothing: they would count as alive for ever. If their machine comes
 * back, its journals are found by their files. Uses the database's clock, as everything about leases does.
 */
export async function deleteSilentWorkers(db: Queryable): Promise<void> {
  await db.query(
    `with gone as (
       delete from worker w where w.beat_at < clock_timestamp() - interval '1 day'
         and not exists (select 1 from batch b where b.owner = w.worker_id and not b.done)
       returning w.worker_id
     )
     delete from connection_grant g using gone where g.worker_id = gone.worker_id`,
  )
}

export async function deletePosition(db: Queryable, workerId: string): Promise<void> {
  await db.query('delete from journal_position where worker_id = $1', [workerId])
}
