/** Hears of new work as soon as it is committed. */
import type pg from 'pg'
import { WAKE_CHANNEL } from '../runs/run-queries.ts'

/** Calls back for every announcement until the connection breaks or the signal comes. */
export async function listenForWork(pool: pg.Pool, signal: AbortSignal, onWork: () => void): Promise<void> {
  const client = await pool.connect()
  try {
    client.on('notification', onWork)
    await client.query(`listen ${WAKE_CHANNEL}`)
    // What came before we listened.
    onWork()
    await untilBroken(client, signal)
  } finally {
    client.off('notification', onWork)
    // Not reused: it would go on listening.
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
