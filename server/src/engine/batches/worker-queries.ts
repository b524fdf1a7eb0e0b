/** SQL of workers: which ones exist, and the notifications that wake them. */
import type pg from 'pg'
import { WAKE_CHANNEL } from '../runs/run-queries.ts'

interface Queryable {
  query: pg.Pool['query']
}

export interface WorkerIdentity {
  workerId: string
  hostId: string
}

export async function registerWorker(
  db: Queryable,
  worker: WorkerIdentity & { pid: number; mark: string },
): Promise<void> {
  await db.query(
    `insert into worker (worker_id, host_id, pid, mark, started_at, beat_at)
     values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp())`,
    [worker.workerId, worker.hostId, worker.pid, worker.mark],
  )
}

/** Deletes a worker and releases everything that it held. Returns the number of batches. */
export async function releaseWorker(db: Queryable, workerId: string): Promise<number> {
  const freed = await db.query('update batch set owner = null, lease_until = null where owner = $1 and not done', [
    workerId,
  ])
  await db.query('delete from connection_grant where worker_id = $1', [workerId])
  await db.query('delete from worker where worker_id = $1', [workerId])
  return freed.rowCount ?? 0
}

export async function workersOfHost(
  db: Queryable,
  hostId: string,
): Promise<{ workerId: string; pid: number; mark: string }[]> {
  const { rows } = await db.query<{ workerId: string; pid: number; mark: string }>(
    'select worker_id as "workerId", pid, mark from worker where host_id = $1',
    [hostId],
  )
  return rows
}

/** Calls `onWork` for each notification until the connection breaks or the signal aborts. The payload names a lane class; empty: any. */
export async function listenForWork(
  pool: pg.Pool,
  signal: AbortSignal,
  onWork: (announced: string) => void,
): Promise<void> {
  const client = await pool.connect()
  const onNotification = ({ payload = '' }: pg.Notification): void => onWork(payload)
  try {
    client.on('notification', onNotification)
    await client.query(`listen ${WAKE_CHANNEL}`)
    // For notifications from before this connection listened.
    onWork('')
    await untilBroken(client, signal)
  } finally {
    client.off('notification', onNotification)
    // Destroyed, since a connection that is reused would go on listening.
    client.release(true)
  }
}

function untilBroken(client: pg.PoolClient, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => resolve()
    client.once('end', done)
    client.once('error', done)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) resolve()
  })
}
