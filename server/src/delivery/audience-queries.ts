/** SQL by which events decide who may be written to again: consent of contacts, suppression of addresses. */
import type pg from 'pg'
import { seqsOf, type EventRow, type RunEvents } from './event-queries.ts'
import { EVENT } from './states.ts'

/** Where consent.source says that a change came from. */
const CONSENT_SOURCE = 'link'

/** Unsubscribed, subscribed again, complained, bounced for good. */
export async function updateAudience(client: pg.ClientBase, run: RunEvents): Promise<void> {
  const consents = run.rows.filter(row => row.kind === EVENT.unsubscribed || row.kind === EVENT.resubscribed)
  if (consents.length > 0) await setConsents(client, run, lastPerDelivery(consents))
  const dead = run.rows.filter(row => row.suppress || row.kind === EVENT.complained)
  if (dead.length > 0) await suppress(client, run, dead)
}

function lastPerDelivery(rows: readonly EventRow[]): EventRow[] {
  const last = new Map<number, EventRow>()
  for (const row of rows) if (row.atMs >= (last.get(row.seq)?.atMs ?? -Infinity)) last.set(row.seq, row)
  return [...last.values()].sort((a, b) => a.seq - b.seq)
}

/** The contact's wish, and the address's: an address that is imported anew under another contact has left all the same. */
async function setConsents(
  client: pg.ClientBase,
  { applicationId, runId }: RunEvents,
  rows: EventRow[],
): Promise<void> {
  const values = [
    applicationId,
    runId,
    JSON.stringify(rows.map(({ seq, kind, atMs }) => ({ seq, atMs, left: kind === EVENT.unsubscribed }))),
    seqsOf(rows),
  ]
  const wish = `
    select d.contact_id, d.address, r.channel, e.left, to_timestamp(e."atMs" / 1000) as at
    from jsonb_to_recordset($3::jsonb) as e(seq int, "left" boolean, "atMs" float8)
    join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[])
    join run r on r.application_id = $1 and r.run_id = $2`
  await client.query(
    `insert into consent as c (application_id, contact_id, channel, status, source, since)
     select $1, contact_id, channel, case when "left" then 'unsubscribed' else 'subscribed' end, '${CONSENT_SOURCE}', at
     from (${wish}) w order by contact_id
     on conflict (application_id, contact_id, channel) do update
       set status = excluded.status, source = excluded.source, since = excluded.since
       where c.since <= excluded.since`,
    values,
  )
  await client.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, channel, address, 'unsubscribe', at from (${wish}) w
     where "left" and not exists (select 1 from consent c where c.application_id = $1 and c.contact_id = w.contact_id
       and c.channel = w.channel and c.status = 'subscribed' and c.since >= w.at)
     order by address
     on conflict do nothing`,
    values,
  )
  await client.query(
    `delete from suppression s using (${wish}) w
     where not w."left" and s.application_id = $1 and s.channel = w.channel and s.address_key = w.address
       and s.reason = 'unsubscribe' and s.created_at <= w.at`,
    values,
  )
}

/** A complaint or a dead address outweighs an earlier, milder reason. */
async function suppress(client: pg.ClientBase, { applicationId, runId }: RunEvents, rows: EventRow[]): Promise<void> {
  const entries = rows.map(({ seq, kind, atMs, detail }) => ({
    seq,
    atMs,
    reason: kind === EVENT.complained ? 'complaint' : 'hard_bounce',
    detail: detail !== null && 'diagnostic' in detail ? String(detail.diagnostic).slice(0, 500) : null,
  }))
  await client.query(
    `insert into suppression as s (application_id, channel, address_key, reason, detail, created_at)
     select distinct on (d.address) $1::uuid, r.channel, d.address, e.reason, e.detail, to_timestamp(e."atMs" / 1000)
     from jsonb_to_recordset($3::jsonb) as e(seq int, "atMs" float8, reason text, detail text)
     join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[])
     join run r on r.application_id = $1 and r.run_id = $2
     order by d.address, e.reason
     on conflict (application_id, channel, address_key) do update
       set reason = excluded.reason, detail = excluded.detail, created_at = excluded.created_at
       where s.reason in ('unsubscribe', 'manual')`,
    [applicationId, runId, JSON.stringify(entries), seqsOf(rows)],
  )
}
