/**
 * Two webhook endpoints of the shop, with the attempts of the last week. One occasionally fails. The other one is a
 * problem to find: it has been down for five days and was turned off.
 */
import { MASK } from '@notifly/contracts/approvals/holding'
import { messageEventId, WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { dailyTables, ensureLeaves } from '@notifly/server/db/partitions'
import { STATE } from '@notifly/server/engine/states'
import { NEWS } from '@notifly/server/jobs/webhook-outbox'
import { type RawBuilder, sql } from 'kysely'
import { randomOf, idOfMoment } from '../chance.ts'
import type { Shop, Team } from '../world/team.ts'
import type { World } from '../world/world.ts'

const DAY_MS = 86_400_000
/** As many days as webhooks show in their health. */
const DAYS = 7
/** How long the second one has been failing, in days. */
const DOWN_DAYS = 5.02

const idOf = (name: string): number => WEBHOOK_EVENTS.find(event => event.name === name)?.id ?? 0
const ofEmail = (kind: 'clicked' | 'bounced' | 'complained' | 'unsubscribed'): number =>
  messageEventId('email', kind) ?? 0
const [CLICKED, BOUNCED, COMPLAINED, LEFT] = [
  ofEmail('clicked'),
  ofEmail('bounced'),
  ofEmail('complained'),
  ofEmail('unsubscribed'),
]

export async function connectSystems(world: World, { meera, shop }: Team): Promise<void> {
  const { database, now } = world
  for (let days = DAYS; days > 0; days--) {
    await ensureLeaves(database, new Date(now.getTime() - days * DAY_MS), { tables: dailyTables })
  }
  const add = async (days: number, body: object): Promise<string> => {
    world.moveTo(world.at(days, '14:20'))
    const { uuid } = await world.call<{ uuid: string }>(meera, shop.applicationId, 'POST', '/api/webhook', body)
    return uuid
  }
  const base = `${world.sandbox?.url ?? 'https://systems.harborandpine.example'}/webhooks`
  const customers = await add(-58, {
    name: 'Customer records',
    webhook_url: `${base}/customers`,
    description: 'Keeps the till’s list of customers clean: who left, who complained, whose mailbox is gone.',
    platforms: ['email'],
    events: [BOUNCED, COMPLAINED, LEFT, idOf('import.ended')],
  })
  const warehouse = await add(-40, {
    name: 'Data warehouse',
    webhook_url: `${base}/warehouse`,
    description: 'Clicks for the weekly report.',
    platforms: ['email'],
    events: [CLICKED],
    batch: 50,
  })
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const down = new Date(now.getTime() - DOWN_DAYS * DAY_MS)
  await insertCustomerCalls(world, shop, customers, since)
  await insertWarehouseCalls(world, shop, warehouse, { since, down })
  await countAttempts(world, shop)
  await logFailures(world, shop)
  await judge(world, shop, { customers, warehouse, down })
}

/** A common table expression `happened` with a webhook's events: run, seq, reason, event, at. `id` is the message's. */
function happened({ now }: World, { applicationId }: Shop, since: Date, kinds: readonly RawBuilder<unknown>[]) {
  return sql`
    mails as materialized (
      select d.* from run r join delivery d on d.application_id = r.application_id and d.run_id = r.run_id
      where r.application_id = ${applicationId} and r.channel = 'email' and d.last_event_at > ${since}
        and r.created_at > ${since}::timestamptz - interval '30 days'
    ), happened as (
      select run_id, seq, reason, event, at, ${idOfMoment(sql`at`, sql`run_id::text || ' ' || seq || ' ' || event`)} as id
      from (${sql.join(kinds, sql` union all `)}) k where at > ${since} and at < ${now}::timestamptz - interval '1 minute'
    )`
}

const kind = (event: number, at: string, which = sql`true`) =>
  sql`select run_id, seq, case when ${sql.lit(event)} = ${sql.lit(BOUNCED)} then reason else 0 end::smallint as reason,
    ${sql.lit(event)}::smallint as event, ${sql.ref(at)} as at from mails where ${which}`

const OK = `{"received":true}`

/** One call in twelve fails and succeeds on the second attempt. */
async function insertCustomerCalls(world: World, shop: Shop, webhookId: string, since: Date): Promise<void> {
  const kinds = [
    kind(BOUNCED, 'sent_at', sql`state = ${sql.lit(STATE.bounced)}`),
    kind(COMPLAINED, 'last_event_at', sql`state = ${sql.lit(STATE.complained)}`),
    kind(LEFT, 'unsubscribed_at'),
  ]
  await sql`
    with ${happened(world, shop, since, kinds)}, tried as (
      select *, case when ${randomOf(sql`id`, 3)} < 0.08 then 2 else 1 end as tries from happened
    ), told as (
      insert into webhook_message (application_id, webhook_id, message_id, event, at, run_id, seq, reason, state, tries)
      select ${shop.applicationId}::uuid, ${webhookId}::uuid, id, event, at, run_id, seq, reason, ${sql.lit(NEWS.arrived)}, tries from tried
    )
    insert into webhook_attempt (application_id, webhook_id, attempt_id, message_id, event, n, is_ok, status, duration_ms, answer)
    select ${shop.applicationId}::uuid, ${webhookId}::uuid, ${idOfMoment(sql`moment`, sql`id::text || ' ' || n`)}, id, event, n, n = tries,
      case when n = tries then 200 else 502 end, (40 + 260 * ${randomOf(sql`id`, 4)} ^ 2 + case when n = tries then 0 else 900 end)::int,
      case when n = tries then ${OK} else 'Bad gateway' end
    from (select *, at + interval '2 seconds' + (n - 1) * interval '6 seconds' as moment from tried, generate_series(1, tries) n) t`.execute(
    world.database.kysely,
  )
}

/**
 * Clicks arrived until the endpoint went down. After that the dispatcher retried every half hour, and later events are
 * queued.
 */
async function insertWarehouseCalls(
  world: World,
  shop: Shop,
  webhookId: string,
  { since, down }: { since: Date; down: Date },
): Promise<void> {
  const { kysely } = world.database
  await sql`
    with ${happened(world, shop, since, [kind(CLICKED, 'clicked_at')])}, told as (
      insert into webhook_message (application_id, webhook_id, message_id, event, at, run_id, seq, state, tries)
      select ${shop.applicationId}::uuid, ${webhookId}::uuid, id, event, at, run_id, seq,
        case when at < ${down} then ${sql.lit(NEWS.arrived)} else ${sql.lit(NEWS.kept)} end, case when at < ${down} then 1 else 0 end
      from happened
    )
    insert into webhook_attempt (application_id, webhook_id, attempt_id, message_id, event, n, is_ok, status, duration_ms, answer)
    select ${shop.applicationId}::uuid, ${webhookId}::uuid, ${idOfMoment(sql`at + interval '3 seconds'`, sql`id::text`)}, id, event, 1, true, 202,
      (90 + 400 * ${randomOf(sql`id`, 5)} ^ 2)::int, ${OK}
    from happened where at < ${down}`.execute(kysely)
  await sql`
    insert into webhook_attempt (application_id, webhook_id, attempt_id, message_id, event, n, is_ok, status, duration_ms, answer)
    select m.application_id, m.webhook_id, ${idOfMoment(sql`t.at`, sql`m.message_id::text || t.at`)}, m.message_id, m.event,
      1 + (t.no / 40)::int, false, 503, (120 + t.no % 70)::int, 'Down for maintenance'
    from generate_series(${down}::timestamptz, ${world.now}::timestamptz - interval '20 minutes', interval '30 minutes') with ordinality t(at, no)
    join lateral (
      select * from webhook_message
      where application_id = ${shop.applicationId} and webhook_id = ${webhookId} and state = ${sql.lit(NEWS.kept)} and at < t.at
      order by message_id limit 1 offset (t.no % 40)
    ) m on true`.execute(kysely)
}

/** Counts attempts by quarter of an hour, like the dispatcher. */
async function countAttempts({ database: { kysely } }: World, { applicationId }: Shop): Promise<void> {
  await sql`
    insert into webhook_quarter (application_id, webhook_id, quarter, ok, failed)
    select application_id, webhook_id, date_bin('15 minutes', uuidv7_moment(attempt_id), timestamptz 'epoch'),
      count(*) filter (where is_ok), count(*) filter (where not is_ok)
    from webhook_attempt where application_id = ${applicationId} group by 1, 2, 3`.execute(kysely)
}

/** Logs failures, like the dispatcher. */
async function logFailures({ database: { kysely } }: World, { applicationId }: Shop): Promise<void> {
  await sql`
    insert into log_entry (application_id, entry_id, kind, result, status, method, endpoint, current_status, source, receiver, response, payload)
    select a.application_id, a.attempt_id, 'webhook', '5xx', a.status, 'POST', substring(w.url from '^https?://[^/]+') || ${`/${MASK}`},
      'failed', w.name, '', a.answer, ''
    from webhook_attempt a join webhook w on w.application_id = a.application_id and w.webhook_id = a.webhook_id
    where a.application_id = ${applicationId} and not a.is_ok`.execute(kysely)
}

interface Judged {
  customers: string
  warehouse: string
  down: Date
}

async function judge({ database: { kysely }, now }: World, { applicationId }: Shop, judged: Judged): Promise<void> {
  const { customers, warehouse, down } = judged
  const last = sql`(select max(uuidv7_moment(attempt_id)) from webhook_attempt a
    where a.application_id = w.application_id and a.webhook_id = w.webhook_id and a.is_ok)`
  const failures = sql<number>`(select count(*) from webhook_attempt a
    where a.application_id = w.application_id and a.webhook_id = w.webhook_id and not a.is_ok)`
  await sql`
    update webhook w set last_success_at = ${last} where application_id = ${applicationId} and webhook_id = ${customers}`.execute(
    kysely,
  )
  await sql`
    update webhook w set last_success_at = ${last}, status = 'failing', failures = ${failures}, failing_since = ${down},
      off_since = ${new Date(now.getTime() - 20 * 60_000)}
    where application_id = ${applicationId} and webhook_id = ${warehouse}`.execute(kysely)
}
