/**
 * Log entries of the last days: exchanges with the mail server and reports of SMS providers. All failures are logged,
 * and a sample of the rest.
 */
import { dailyTables, ensureLeaves } from '@notifly/server/db/partitions'
import type { Db } from '@notifly/server/db/schema/tables'
import { ATTEMPT, EVENT } from '@notifly/server/engine/states'
import { type RawBuilder, sql } from 'kysely'
import { idOfMoment } from '../chance.ts'
import type { World } from '../world/world.ts'

const DAYS = 7
/** One in this many successes is logged, in a full-size demo. */
const ONE_IN = 90

export async function noteLog({ database, now, scale }: World): Promise<void> {
  const sent = sql.lit(ATTEMPT.sent)
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - DAYS))
  const oneIn = sql.lit(Math.max(1, Math.round(ONE_IN * scale)))
  await ensureLeaves(database, since, { tables: dailyTables })
  const id = idOfMoment(sql`a.at`, sql`a.run_id::text || ' ' || a.seq || ' ' || a.n`)
  await sql`
    insert into log_entry (application_id, entry_id, kind, channel, result, status, method, endpoint, current_status, source, receiver,
      run_id, seq, contact_id, times, response, payload)
    select a.application_id, ${id}, 'outgoing', 'email',
      case when a.outcome = ${sent} then 'ok' when a.code between 400 and 499 then '4xx' else '5xx' end,
      case when a.outcome = ${sent} then 200 else a.code end, 'SMTP',
      (c.settings ->> 'host') || ':' || (c.settings ->> 'port_no'),
      case a.outcome when ${sent} then 'sent' when ${sql.lit(ATTEMPT.bounced)} then 'bounced' else 'deferred' end, 'smtp', d.address,
      a.run_id, a.seq, d.contact_id, 1, coalesce(a.answer, ''), ''
    from run r
    join attempt a on a.application_id = r.application_id and a.run_id = r.run_id
    join delivery d on d.application_id = a.application_id and d.run_id = a.run_id and d.seq = a.seq
    join channel_configuration c on c.application_id = r.application_id and c.channel = r.channel
    where r.channel = 'email' and r.created_at >= ${since} and a.at >= ${since} and (a.outcome <> ${sent} or a.seq % ${oneIn} = 0)
    on conflict do nothing`.execute(database.kysely)
  await noteReports(database.kysely, since, oneIn)
}

async function noteReports(db: Db, since: Date, oneIn: RawBuilder<unknown>): Promise<void> {
  const bounced = sql.lit(EVENT.bounced)
  const id = idOfMoment(sql`e.at`, sql`e.run_id::text || ' ' || e.seq || ' ' || e.kind`)
  await sql`
    insert into log_entry (application_id, entry_id, kind, channel, result, status, method, endpoint, current_status, source, receiver,
      run_id, seq, contact_id, times, response, payload)
    select e.application_id, ${id}, 'incoming', r.channel, 'ok', 200, 'POST', '/hooks/' || lower(c.provider),
      case e.kind when ${bounced} then 'bounced' else 'delivered' end, lower(c.provider), d.address, e.run_id, e.seq, d.contact_id, 1, '',
      jsonb_build_object('to', d.address, 'status', case e.kind when ${bounced} then 'undelivered' else 'delivered' end, 'at', e.at)
    from run r
    join event e on e.application_id = r.application_id and e.run_id = r.run_id
    join delivery d on d.application_id = e.application_id and d.run_id = e.run_id and d.seq = e.seq
    join channel_configuration c on c.application_id = r.application_id and c.channel = r.channel
    where r.channel in ('sms', 'whatsapp') and r.created_at >= ${since} and e.at >= ${since} and e.source = 'provider'
      and (e.kind = ${bounced} or e.kind = ${sql.lit(EVENT.delivered)} and e.seq % ${oneIn} = 0)
    on conflict do nothing`.execute(db)
}
