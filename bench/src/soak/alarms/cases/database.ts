/** Troubles of the database, and what follows from them. */
import { setTimeout as delay } from 'node:timers/promises'
import { signDelivery } from '@notifly/server/lib/delivery-token'
import { openRun, secrets } from '@notifly/server/testing/engine/world'
import { whenDone } from '../../../campaign/application.ts'
import { type AlarmCase, followLog, readStatus, until, untilFigure, untilGone, untilIssue } from '../ground.ts'
import { holdWith } from '../held.ts'
import type { Site } from '../site.ts'

const databaseDown: AlarmCase<Site> = {
  alarm: 'NotiflyDatabaseDown',
  async cause(site) {
    const { api, postgres, machines, token } = site
    const before = machines.map(({ pid }) => pid)
    const log = followLog(site)
    await postgres.stop()
    return {
      look: async () => {
        const { status } = await fetch(`${api.url}/readyz`)
        if (status !== 503) throw new Error(`/readyz answers ${status}`)
        await fetch(`${api.url}/api/verticals`, { headers: { authorization: `Bearer ${token}` } })
        return `/readyz: ${status}; ${await log('the database is away')}`
      },
      mend: async () => {
        await postgres.start()
        await until('the database can be read again', async () => (await fetch(`${api.url}/readyz`)).ok)
        if (machines.some(({ pid }, at) => pid !== before[at])) throw new Error('a machine was started again')
      },
    }
  },
}

const stalled: AlarmCase<Site> = {
  alarm: 'NotiflyStalled',
  async cause(site) {
    const { database } = site.postgres
    const { applicationId } = await site.newShop({ contacts: 5000, messagesPerSecond: 500 })
    const { runId } = await openRun(database, applicationId)
    const held = await holdWith(database, 'select from lane for update')
    return {
      look: async () => {
        const issue = await untilIssue(site, 'stalled')
        await until('a session holds up others', async () => (await held.holders()) > 0)
        return `${issue}; PostgreSQL: the session that others wait for`
      },
      mend: async () => {
        await held.end()
        await whenDone(database, runId)
      },
    }
  },
}

const noRoom: AlarmCase<Site> = {
  alarm: 'NotiflyNoRoom',
  async cause(site) {
    const { pool } = site.postgres.database
    const log = followLog(site)
    await pool.query('revoke create on schema public from public, pg_database_owner, current_user')
    await dropMonthsToCome(site)
    return {
      look: async () => {
        const issue = await untilIssue(site, 'no_room')
        return `${issue}; ${await log('there may be no room for the days to come', 'permission denied for schema public')}`
      },
      mend: async () => void (await pool.query('grant create on schema public to current_user')),
    }
  },
}

/** As if nobody had made room for three months. */
async function dropMonthsToCome({ postgres }: Site): Promise<void> {
  const { pool } = postgres.database
  const { rows } = await pool.query<{ leaf: string }>(
    `select inhrelid::regclass::text as leaf from pg_inherits where inhparent = any ($1::regclass[])
     and right(inhrelid::regclass::text, 7) > to_char(now() at time zone 'UTC', 'YYYY_MM')`,
    [['delivery', 'attempt', 'event', 'message', 'message_tag']],
  )
  for (const { leaf } of rows) await pool.query(`drop table ${leaf}`)
}

const errors: AlarmCase<Site> = {
  alarm: 'NotiflyErrors',
  async cause(site) {
    const { api, newShop, postgres } = site
    const { pool } = postgres.database
    const { token } = await newShop()
    const log = followLog(site)
    // As after a restore as another user.
    await pool.query('revoke all on contact from current_user')
    const calls = keepCalling(`${api.url}/api/audience`, token, 2)
    return {
      look: async () => {
        const { id } = await calls.untilAnswer(500)
        const line = await log('"level":50', id, 'permission denied for table contact')
        const figure = await untilFigure(site, {
          what: 'answers 500 by route',
          expression: 'sum(rate(http_request_duration_seconds_count{route="/api/audience",status="500"}[15s]))',
          above: 0,
        })
        return `${line.replace(id, 'reqId')}; ${figure}`
      },
      mend: async () => {
        await pool.query('grant all on contact to current_user')
        await calls.untilAnswer(200)
        await untilGone(site, 'NotiflyErrors')
        await calls.stop()
      },
    }
  },
}

const HOLD_MS = 2000

const slow: AlarmCase<Site> = {
  alarm: 'NotiflySlow',
  async cause(site) {
    const { api, newShop, postgres } = site
    const { token } = await newShop({ contacts: 10 })
    const calls = keepCalling(`${api.url}/api/audience`, token, 8)
    const locks = keepLocking(site)
    return {
      look: async () => {
        const figure = await untilFigure(site, {
          what: 'where the time goes, by route',
          expression: `histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket{route="/api/audience"}[15s])))`,
          above: 1,
        })
        await until('a statement takes long', async () => {
          const { rows } = await postgres.database.pool.query(
            `select 1 from pg_stat_activity where state = 'active' and wait_event_type = 'Lock'
             and now() - query_start > interval '1 second'`,
          )
          return rows.length > 0
        })
        return `${figure}; PostgreSQL: a statement that waits for another`
      },
      mend: async () => {
        await locks.stop()
        await untilGone(site, 'NotiflySlow')
        await calls.stop()
      },
    }
  },
}

/** A program that locks a table again and again, each time for as long as its work takes. */
function keepLocking({ postgres }: Site): { stop(): Promise<void> } {
  let isOver = false
  const work = async (): Promise<void> => {
    while (!isOver) {
      const held = await holdWith(postgres.database, 'lock table contact in access exclusive mode')
      await delay(HOLD_MS)
      await held.release()
    }
  }
  const worked = work()
  return {
    stop: () => {
      isOver = true
      return worked
    },
  }
}

interface Answer {
  status: number
  id: string
}

/** Callers that call one after the other, without an end. */
function keepCalling(address: string, token: string, callers: number) {
  let isOver = false
  let last: Answer = { status: 0, id: '' }
  const headers = { authorization: `Bearer ${token}` }
  const work = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(address, { headers })
      await response.arrayBuffer()
      last = { status: response.status, id: response.headers.get('x-request-id') ?? '' }
    }
  }
  const worked = Array.from({ length: callers }, work)
  return {
    untilAnswer: async (status: number): Promise<Answer> => {
      await until(`a call is answered ${status}`, () => last.status === status)
      return last
    },
    stop: async () => {
      isOver = true
      await Promise.all(worked)
    },
  }
}

const hitsLate: AlarmCase<Site> = {
  alarm: 'NotiflyHitsLate',
  async cause(site) {
    const { api, newShop, postgres } = site
    const { applicationId } = await newShop({ contacts: 20 })
    const { runId } = await openRun(postgres.database, applicationId)
    await whenDone(postgres.database, runId)
    const held = await holdWith(postgres.database, 'lock table event in share row exclusive mode')
    for (let seq = 1; seq <= 20; seq++) {
      await fetch(`${api.url}/t/o/${signDelivery(secrets, { applicationId, runId, seq })}`)
    }
    return {
      look: async () => {
        const issue = await untilIssue(site, 'hits_late')
        await until('a session holds up others', async () => (await held.holders()) > 0)
        return `${issue}; PostgreSQL: the session that others wait for`
      },
      mend: async () => {
        await held.end()
        await until('every open is counted', async () => (await readStatus(site)).counters.hits_waiting === 0)
      },
    }
  },
}

export const DATABASE_CASES: readonly AlarmCase<Site>[] = [databaseDown, stalled, noRoom, errors, slow, hitsLate]
