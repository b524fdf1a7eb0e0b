/** SQL of the backlog, by which a small machine starts and stops workers. */
import type pg from 'pg'

interface Queryable {
  query: pg.Pool['query']
}

export interface Backlog {
  /** Batches are due that no worker has taken. */
  isWaiting: boolean
  /** Batches are due, in hand or not. */
  isOpen: boolean
}

/** Starts from the few runs that are open. What waits for a blocked channel is no backlog: more workers would not send it. */
export async function readBacklog(db: Queryable, now: Date): Promise<Backlog> {
  const { rows } = await db.query<Backlog>({
    name: 'worker-backlog',
    text: `
      with run_open as materialized (
        select r.application_id, r.run_id from run r join lane l on l.lane_id = r.lane_id
        where r.state = 'executing' and (r.expires_at is null or r.expires_at > $1) and l.blocked_until <= $1
      )
      select ${existsBatch('and b.owner is null')} as "isWaiting", ${existsBatch('')} as "isOpen"`,
    values: [now],
  })
  return rows[0] ?? { isWaiting: false, isOpen: false }
}

const existsBatch = (further: string): string => `exists (
        select 1 from run_open r join batch b on b.application_id = r.application_id and b.run_id = r.run_id
        where not b.done and b.due_at <= $1 ${further})`
