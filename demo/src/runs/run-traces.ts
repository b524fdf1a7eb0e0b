/** The records that a run's deliveries leave: counters, attempts, events, and their consequences for contacts. */
import type { Db } from '@notifly/server/db/schema/tables'
import { CALLING_CODE } from '@notifly/server/engine/activity/segment-queries'
import { ATTEMPT, ENGAGEMENT, EVENT, STATE } from '@notifly/server/engine/states'
import { type RawBuilder, sql } from 'kysely'
import { randomOf } from '../chance.ts'
import type { EngagementRates } from '../content/engagement-rates.ts'
import { reasonNumber, REASON_NAMES } from '@notifly/server/engine/reasons'
import type { RunToLive } from './run-course.ts'
import { agentOf } from './agents.ts'

const ENDED = sql.lit(STATE.bounced)
const NEVER = sql`'-infinity'::timestamptz`

const ofRun = ({ applicationId, runId }: Pick<RunToLive, 'applicationId' | 'runId'>) =>
  sql`d.application_id = ${applicationId}::uuid and d.run_id = ${runId}::uuid`

/** Counters by state go to the shard of the first worker, those by reaction to the shard of events. */
export async function countRun(db: Db, run: RunToLive): Promise<void> {
  const { applicationId, runId } = run
  const engaged = Object.entries(ENGAGEMENT).map(
    ([name, counter]) => sql`
      select 32, ${sql.lit(counter)}, count(*)::int from delivery d where ${ofRun(run)} and ${sql.ref(`d.${name}_at`)} > ${NEVER}`,
  )
  await sql`
    insert into run_counter (application_id, run_id, shard, state, n)
    select ${applicationId}::uuid, ${runId}::uuid, shard, state, n from (
      select 0 as shard, d.state::int as state, count(*)::int as n from delivery d where ${ofRun(run)} group by d.state
      union all ${sql.join(engaged, sql` union all `)}
    ) counted where n > 0`.execute(db)
}

/** Updates the run itself: sent completely, or paused. */
export async function endRun(db: Db, run: RunToLive, { isPaused }: { isPaused: boolean }): Promise<void> {
  const { applicationId, runId, startedAt, rates } = run
  await sql`
    update run r set state = ${isPaused ? 'paused' : 'done'}, recipients = c.n, started_at = ${startedAt}::timestamptz,
      ended_at = case when ${isPaused} then null else c.last end, reports_delivery = ${rates.delivered !== null}
    from (select count(*)::int as n, coalesce(max(greatest(d.sent_at, ${startedAt}::timestamptz)), ${startedAt}::timestamptz) as last
      from delivery d where ${ofRun(run)}) c
    where r.application_id = ${applicationId}::uuid and r.run_id = ${runId}::uuid`.execute(db)
}

const ANSWERS = {
  email: "'250 2.0.0 OK: queued as ' || upper(substr(md5(d.contact_id::text || d.seq), 1, 11))",
  sms: "'Accepted, ' || substr(md5(d.contact_id::text || d.seq), 1, 12)",
  whatsapp: "'accepted'",
  webpush: "'201 Created'",
  mobilepush: "'200 OK'",
} as const

const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  mailbox_missing: [550, '550 5.1.1 The email account that you tried to reach does not exist'],
  domain_missing: [550, '550 5.1.2 Bad destination system address'],
  mailbox_full: [552, '552 5.2.2 The recipient’s mailbox is full'],
  blocked: [550, '550 5.7.1 Message refused: too many complaints about mail from this network'],
  temporary_failure: [451, '451 4.3.0 Temporary failure, try again later'],
}

/** Segments billed for one text message. SMS providers report this number. */
const SEGMENTS = 1

/** One row per response from the provider. */
export async function insertAttempts(db: Db, run: RunToLive): Promise<void> {
  const { applicationId, runId, channel } = run
  const answers = Object.entries(REFUSALS).map(
    ([name, [code, answer]]) =>
      sql`(${sql.lit(reasonNumber(name as 'blocked'))}, ${sql.lit(code)}, ${sql.lit(answer)})`,
  )
  const names = sql.lit(`{${REASON_NAMES.join(',')}}`)
  // On other channels the provider accepts a message first and reports a failure later.
  const isRefused = channel === 'email' ? sql`d.state = ${ENDED}` : sql`false`
  await sql`
    insert into attempt (application_id, run_id, seq, n, token, at, outcome, code, reason, provider_message_id, answer)
    select ${applicationId}::uuid, ${runId}::uuid, d.seq, d.attempts, 1, case when d.sent_at > ${NEVER} then d.sent_at else d.last_event_at end,
      case when d.state = ${sql.lit(STATE.failed)} then ${sql.lit(ATTEMPT.deferred)} when ${isRefused} then ${sql.lit(ATTEMPT.bounced)}
        else ${sql.lit(ATTEMPT.sent)} end,
      case when d.state = ${sql.lit(STATE.failed)} or ${isRefused} then coalesce(a.code, 0)
        else ${sql.lit({ email: 250, sms: SEGMENTS, whatsapp: 200, webpush: 201, mobilepush: 200 }[channel])} end,
      case when d.state = ${sql.lit(STATE.failed)} or ${isRefused} then (${names}::text[])[d.reason + 1] end,
      null,
      case when d.state = ${sql.lit(STATE.failed)} or ${isRefused} then a.answer else ${sql.raw(ANSWERS[channel])} end
    from delivery d left join (values ${sql.join(answers)}) as a(reason, code, answer) on a.reason = d.reason
    where ${ofRun(run)} and d.attempts > 0`.execute(db)
  if (channel === 'sms') {
    await sql`
      insert into sms_quarter (application_id, quarter, run_id, calling_code, shard, segments)
      select a.application_id, date_bin('15 minutes', a.at, timestamptz '2000-01-01 00:00:00Z'), a.run_id,
        coalesce(substring(d.address from ${CALLING_CODE}), ''), 0, sum(a.code)
      from attempt a join delivery d using (application_id, run_id, seq)
      where ${ofRun(run)} and a.outcome = ${sql.lit(ATTEMPT.sent)}
      group by 1, 2, 3, 4`.execute(db)
  }
  if (channel !== 'email') return
  await sql`
    insert into attempt (application_id, run_id, seq, n, token, at, outcome, code, reason, provider_message_id, answer)
    select ${applicationId}::uuid, ${runId}::uuid, d.seq, 1, 1, d.sent_at - interval '31 seconds', ${sql.lit(ATTEMPT.deferred)}, 451,
      'greylisted', null, '451 4.7.1 Greylisted, please try again'
    from delivery d where ${ofRun(run)} and d.attempts = 2`.execute(db)
}

/** Delivery reports, opens, clicks and other reactions. Some recipients open twice, and bots open too. */
export async function insertEvents(db: Db, run: RunToLive, now: Date): Promise<void> {
  const { applicationId, runId, no } = run
  const links = await selectLinks(db, run)
  const button = run.channel === 'whatsapp' ? await selectButton(db, run) : null
  const d = (salt: number) => randomOf(sql`d.contact_id`, no * 64 + salt)
  const link = button === null ? linkOf(links, d(33)) : sql`jsonb_build_object('action', ${button}::text)`
  const opens = agentOf(run.channel, 'opened', randomOf(sql`d.contact_id`, 11), sql`d.address`)
  const clicks = agentOf(run.channel, 'clicked', randomOf(sql`d.contact_id`, 12), sql`d.address`)
  const network = sql`jsonb_build_object('network', substr(md5(d.contact_id::text), 1, 16))`
  const isDevice = run.channel === 'webpush' || run.channel === 'mobilepush'
  const reporter = isDevice ? 'recipient' : 'provider'
  const told = (
    kind: number,
    at: RawBuilder<unknown>,
    when: RawBuilder<unknown>,
    source: string,
    detail: RawBuilder<unknown>,
    bot = false,
  ) => sql`
    select d.seq, ${sql.lit(kind)} as kind, ${at} as at, ${sql.lit(source)} as source, ${sql.lit(bot)} as bot, ${detail} as detail
    from delivery d where ${ofRun(run)} and ${when}`
  const nothing = sql`null::jsonb`
  const again = sql`d.opened_at + (40 + 5400 * ${d(31)}) * interval '1 minute' * 0.2`
  const parts = [
    told(EVENT.delivered, sql`d.delivered_at`, sql`d.delivered_at > ${NEVER}`, reporter, nothing),
    told(EVENT.opened, sql`d.opened_at`, sql`d.opened_at > ${NEVER}`, 'recipient', sql`${opens} || ${network}`),
    told(
      EVENT.clicked,
      sql`d.clicked_at`,
      sql`d.clicked_at > ${NEVER}`,
      'recipient',
      sql`${clicks} || ${network} || ${link}`,
    ),
    told(
      EVENT.unsubscribed,
      sql`d.unsubscribed_at`,
      sql`d.unsubscribed_at > ${NEVER}`,
      'recipient',
      sql`'{"way":"page"}'::jsonb`,
    ),
    told(EVENT.dismissed, sql`d.dismissed_at`, sql`d.dismissed_at > ${NEVER}`, 'recipient', nothing),
    told(
      EVENT.complained,
      sql`d.sent_at + interval '3 hours' * ${d(34)}`,
      sql`d.state = ${sql.lit(STATE.complained)}`,
      'provider',
      nothing,
    ),
  ]
  if (run.channel === 'email') {
    parts.push(
      told(
        EVENT.opened,
        again,
        sql`d.opened_at > ${NEVER} and ${d(30)} < 0.28 and ${again} < ${now}`,
        'recipient',
        sql`${opens} || ${network}`,
      ),
      told(
        EVENT.opened,
        sql`d.sent_at + interval '20 seconds' * (1 + ${d(32)})`,
        sql`d.address like '%@icloud.com' and d.state in (5, 8) and ${d(32)} < 0.5`,
        'recipient',
        sql`'{"bot_reason":"privacy"}'::jsonb || ${network}`,
        true,
      ),
    )
  } else {
    parts.push(
      told(
        EVENT.bounced,
        sql`d.sent_at + (20 + 900 * ${d(35)}) * interval '1 second'`,
        sql`d.state = ${ENDED}`,
        'provider',
        nothing,
      ),
    )
  }
  if (run.channel === 'webpush') {
    const visited = sql`d.sent_at + (1 + 1200 * ${d(36)} ^ 2) * interval '1 minute'`
    const cameByThemselves = sql`d.delivered_at > ${NEVER} and d.clicked_at = ${NEVER} and ${d(37)} < 0.034 and ${visited} < ${now}`
    parts.push(told(EVENT.visited, visited, cameByThemselves, 'recipient', nothing))
  }
  await sql`
    insert into event (application_id, run_id, seq, event_id, kind, at, source, bot, detail)
    select ${applicationId}::uuid, ${runId}::uuid, seq, gen_random_uuid(), kind, least(at, ${now}::timestamptz), source, bot, detail
    from (${sql.join(parts, sql` union all `)}) e`.execute(db)
  if (links.length > 0) await countLinks(db, run)
}

/** Numbers of links with a fixed address. Merge fields are listed among the links too, because they may contain one. */
async function selectLinks(db: Db, { applicationId, runId }: RunToLive): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    select no from run_link where application_id = ${applicationId}::uuid and run_id = ${runId}::uuid and url not like '{{%'
    order by no`.execute(db)
  return rows.map(row => row.no)
}

/** The text of the quick reply, if the message has one. */
async function selectButton(db: Db, { applicationId, runId }: RunToLive): Promise<string | null> {
  const { rows } = await sql<{ text: string | null }>`
    select jsonb_path_query_first(content, '$.**.buttons[0].text') #>> '{}' as text from run
    where application_id = ${applicationId}::uuid and run_id = ${runId}::uuid`.execute(db)
  return rows[0]?.text ?? null
}

/** Earlier links are clicked more often. */
function linkOf(links: readonly number[], randomFor: RawBuilder<number>): RawBuilder<unknown> {
  if (links.length === 0) return sql`'{}'::jsonb`
  const numbers = sql.lit(`{${links.join(',')}}`)
  return sql`jsonb_build_object('link', (${numbers}::int[])[1 + floor(${sql.lit(links.length)} * ${randomFor} ^ 2.2)::int])`
}

async function countLinks(db: Db, { applicationId, runId }: RunToLive): Promise<void> {
  await sql`
    update run_link l set clicks = c.n
    from (select (detail ->> 'link')::int as no, count(*)::int as n from event
      where application_id = ${applicationId}::uuid and run_id = ${runId}::uuid and kind = ${sql.lit(EVENT.clicked)} and not bot group by 1) c
    where l.application_id = ${applicationId}::uuid and l.run_id = ${runId}::uuid and l.no = c.no`.execute(db)
}

/** Records who opened, clicked, bounced or unsubscribed, and on which days. */
export async function recordEngagement(db: Db, { applicationId, runId }: RunToLive): Promise<void> {
  const run = sql`d.application_id = ${applicationId}::uuid and d.run_id = ${runId}::uuid`
  await sql`
    insert into engagement (application_id, kind, campaign_id, contact_id, day)
    select distinct r.application_id, told.kind, r.campaign_id, told.contact_id, day_of(told.at, a.timezone)
    from run r join application a on a.application_id = r.application_id
    cross join (
      select e.kind, d.contact_id, e.at from event e join delivery d using (application_id, run_id, seq)
      where ${run} and e.application_id = ${applicationId}::uuid and e.run_id = ${runId}::uuid and not e.bot
        and e.kind in (${sql.join([EVENT.bounced, EVENT.opened, EVENT.clicked, EVENT.unsubscribed].map(kind => sql.lit(kind)))})
      union all
      select ${sql.lit(EVENT.bounced)}, d.contact_id, d.sent_at from delivery d where ${run} and d.state = ${ENDED}
    ) told
    where r.application_id = ${applicationId}::uuid and r.run_id = ${runId}::uuid
    on conflict do nothing`.execute(db)
}

/**
 * Suppresses contacts who must not be written to any more: those who unsubscribed or complained, and dead addresses.
 */
export async function suppressAfterRun(db: Db, run: RunToLive): Promise<void> {
  const { applicationId, runId, channel, rates } = run
  await sql`
    with gone as (
      select d.contact_id, min(d.unsubscribed_at) as at from delivery d where ${ofRun(run)} and d.unsubscribed_at > ${NEVER} group by 1
    ), kept as (
      insert into consent (application_id, contact_id, channel, status, source, since)
      select ${applicationId}::uuid, contact_id, ${channel}, 'unsubscribed', 'page', at from gone
      on conflict (application_id, contact_id, channel) do nothing
    )
    insert into consent_change (application_id, contact_id, change_id, channel, status, source, run_id, at)
    select ${applicationId}::uuid, contact_id, gen_random_uuid(), ${channel}, 'unsubscribed', 'page', ${runId}::uuid, at from gone`.execute(
    db,
  )
  if (channel === 'sms') await storeStopReplies(db, run)
  const dead = deadReasons(rates)
  if (channel === 'webpush' || channel === 'mobilepush') {
    await sql`
      update device v set retired_at = d.sent_at, retired_reason = 'gone'
      from delivery d where ${ofRun(run)} and d.state = ${ENDED} and v.application_id = d.application_id and v.device_id = d.address::uuid`.execute(
      db,
    )
    return
  }
  await sql`
    insert into suppression (application_id, channel, address_key, reason, detail, created_at)
    select ${applicationId}::uuid, ${channel}, d.address,
      case when d.state = ${sql.lit(STATE.complained)} then 'complaint' when d.state = ${ENDED} then 'hard_bounce' else 'unsubscribe' end,
      null, greatest(d.sent_at, d.unsubscribed_at)
    from delivery d where ${ofRun(run)} and d.address <> ''
      and (d.state = ${sql.lit(STATE.complained)} or d.unsubscribed_at > ${NEVER} or (d.state = ${ENDED} and d.reason = any(${dead}::smallint[])))
    on conflict do nothing`.execute(db)
}

/** Records STOP answers, a few minutes after the message. */
async function storeStopReplies(db: Db, run: RunToLive): Promise<void> {
  const { applicationId, runId, no, rates } = run
  const randomFor = (salt: number) => randomOf(sql`d.contact_id`, no * 64 + salt)
  await sql`
    with stopped as (
      select distinct on (d.address) d.contact_id, d.address, d.delivered_at + (1 + 40 * ${randomFor(41)}) * interval '1 minute' as at
      from delivery d where ${ofRun(run)} and d.delivered_at > ${NEVER} and ${randomFor(40)} < ${sql.lit(rates.stopped)} order by d.address
    ), kept as (
      insert into consent (application_id, contact_id, channel, status, source, since)
      select ${applicationId}::uuid, contact_id, 'sms', 'unsubscribed', 'reply', at from stopped
      on conflict (application_id, contact_id, channel) do nothing
    ), changed as (
      insert into consent_change (application_id, contact_id, change_id, channel, status, source, run_id, at)
      select ${applicationId}::uuid, contact_id, gen_random_uuid(), 'sms', 'unsubscribed', 'reply', ${runId}::uuid, at from stopped
    )
    insert into suppression (application_id, channel, address_key, reason, source, created_at)
    select ${applicationId}::uuid, 'sms', address, 'unsubscribe', 'reply', at from stopped
    on conflict do nothing`.execute(db)
}

function deadReasons({ endings }: EngagementRates): number[] {
  return endings.filter(({ isForGood }) => isForGood === true).map(({ reason }) => reasonNumber(reason))
}

const SAMPLED_HOURS = [0.01, 0.03, 0.06, 0.12, 0.25, 0.5, 1, 2, 4, 8, 12, 18, 24, 36, 48, 72, 120, 240, 480, 700]

/** Samples the run's progress over time, like the product. */
export async function sampleRun(db: Db, run: RunToLive, now: Date): Promise<void> {
  const { applicationId, runId, startedAt } = run
  const since = (name: string) =>
    sql`count(*) filter (where ${sql.ref(`d.${name}`)} > ${NEVER} and ${sql.ref(`d.${name}`)} <= p.at)::int`
  const moments = SAMPLED_HOURS.map(hours => new Date(startedAt.getTime() + hours * 3_600_000)).filter(at => at < now)
  if (moments.length === 0) return
  await sql`
    insert into run_sample (application_id, run_id, at, done, sent, delivered, opened, clicked)
    select ${applicationId}::uuid, ${runId}::uuid, p.at,
      count(*) filter (where d.attempts > 0 and greatest(d.sent_at, ${startedAt}::timestamptz) <= p.at)::int,
      ${since('sent_at')}, ${since('delivered_at')}, ${since('opened_at')}, ${since('clicked_at')}
    from unnest(${moments}::timestamptz[]) as p(at)
    cross join (select sent_at, delivered_at, opened_at, clicked_at, attempts from delivery d where ${ofRun(run)} and d.attempts > 0) d
    group by p.at`.execute(db)
}
