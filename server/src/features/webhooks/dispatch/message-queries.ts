/** SQL of the dispatch: turns, due messages and results. Leases use the database's clock, everything else ours. */
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { type RawBuilder, sql } from 'kysely'
import { NEWS } from '../../../jobs/webhook-outbox.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { WebhookKey } from '../queries.ts'
import type { Standing } from './standing.ts'

const LEASE = sql.lit('30 seconds')

/**
 * Turns that must stay free for each turn that an application already has: the more it has, the sooner others come first. A single
 * application gets turns for all of its endpoints; ten with only slow endpoints leave room for more than eighty others.
 */
const FREE_PER_TURN = sql.lit(8)

/**
 * Endpoints with unsent messages. Steps from endpoint to endpoint along the index of due messages and skips their backlog, which may be
 * millions after hours of downtime. With 1,500,000 messages of three endpoints this takes 30 ms, reading all of them took 290 ms.
 */
const UNSENT = sql`unsent as (
      (select application_id, webhook_id from webhook_message where due_at is not null
        order by application_id, webhook_id limit 1)
      union all
      select next.application_id, next.webhook_id from unsent u cross join lateral (
        select m.application_id, m.webhook_id from webhook_message m
        where m.due_at is not null and (m.application_id, m.webhook_id) > (u.application_id, u.webhook_id)
        order by m.application_id, m.webhook_id limit 1
      ) next
    )`

/** A row if something is due now for endpoint `w`. */
const dueBy = (now: Date): RawBuilder<unknown> => sql`(
        select from webhook_message m where m.application_id = w.application_id and m.webhook_id = w.webhook_id
          and m.due_at <= ${now} order by m.due_at limit 1
      )`

/** Whether a process may have endpoint `w` now. */
const isFree = (
  now: Date,
): RawBuilder<unknown> => sql`w.status = 'active' and (w.rests_until is null or w.rests_until <= ${now})
        and (w.leased_until is null or w.leased_until < clock_timestamp())`

/** Whether there is a turn to take. */
export async function isAnythingDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    with recursive ${UNSENT}
    select exists (
      select from unsent join webhook w on w.application_id = unsent.application_id and w.webhook_id = unsent.webhook_id
      cross join lateral ${dueBy(now)} due_now
      where ${isFree(now)}
    ) as due`.execute(db)
  return rows[0]?.due === true
}

/**
 * Takes endpoints with due messages that no other process has. Applications with the fewest turns come first; within an application, the
 * endpoint whose last turn is the longest ago. `limit`: free turns.
 */
export async function claimEndpoints(
  db: Db,
  { owner, now, limit }: { owner: string; now: Date; limit: number },
): Promise<WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`
    with recursive ${UNSENT}, had as (
      select application_id, count(*) as turns from webhook
      where leased_by = ${owner} and leased_until > clock_timestamp() group by application_id
    ), waiting as (
      select w.application_id, w.webhook_id, w.leased_until, coalesce(had.turns, 0)
        + row_number() over (partition by w.application_id order by w.leased_until nulls first) as turn
      from unsent join webhook w on w.application_id = unsent.application_id and w.webhook_id = unsent.webhook_id
      cross join lateral ${dueBy(now)} due_now
      left join had on had.application_id = w.application_id
      where ${isFree(now)}
    ), chosen as (
      select application_id, webhook_id, turn, row_number() over (order by turn, leased_until nulls first) as place
      from waiting
    ), due as (
      select w.application_id, w.webhook_id from webhook w
      join chosen c on c.application_id = w.application_id and c.webhook_id = w.webhook_id
      where c.place + ${FREE_PER_TURN} * (c.turn - 1) <= ${limit}
        and (w.leased_until is null or w.leased_until < clock_timestamp())
      for update of w skip locked
    )
    update webhook w set leased_by = ${owner}, leased_until = clock_timestamp() + ${LEASE}::interval
    from due where w.application_id = due.application_id and w.webhook_id = due.webhook_id
    returning w.application_id as "applicationId", w.webhook_id as "webhookId"`.execute(db)
  return rows
}

/** Extends leases, except lost ones. */
export async function renewLeases(db: Db, owner: string, webhookIds: readonly string[]): Promise<void> {
  await sql`
    update webhook set leased_until = clock_timestamp() + ${LEASE}::interval
    where leased_by = ${owner} and webhook_id = any (${sql.val([...webhookIds])}::uuid[]) and leased_until > clock_timestamp()`.execute(
    db,
  )
}

/** Ends a turn. */
export async function release(db: Db, owner: string, { applicationId, webhookId }: WebhookKey): Promise<void> {
  await sql`
    update webhook set leased_by = null, leased_until = clock_timestamp()
    where application_id = ${applicationId} and webhook_id = ${webhookId} and leased_by = ${owner}`.execute(db)
}

export interface ClaimedEndpoint extends Standing {
  name: string
  url: string
  batch: number
  /** Sealed. */
  secret: string
  /** Null where it does not sign any more. */
  oldSecret: string | null
}

/** The endpoint's present settings; undefined if it is off, rests, is deleted, or another process has the turn. */
export async function selectClaimed(
  db: Db,
  owner: string,
  { applicationId, webhookId }: WebhookKey,
  now: Date,
): Promise<ClaimedEndpoint | undefined> {
  const { rows } = await prepared(
    'webhook-claimed',
    sql<ClaimedEndpoint>`
      select name, url, batch, secret, case when old_secret_until > ${now} then old_secret end as "oldSecret", failures,
        failing_since as "failingSince", rests_until as "restsUntil", last_success_at as "lastSuccessAt"
      from webhook
      where application_id = ${applicationId} and webhook_id = ${webhookId} and leased_by = ${owner}
        and leased_until > clock_timestamp() and status = 'active' and (rests_until is null or rests_until <= ${now})`,
  ).execute(db)
  return rows[0]
}

export interface DueMessage {
  messageId: string
  event: number
  at: Date
  runId: string | null
  seq: number | null
  reason: number
  eventId: string | null
  subjectId: string | null
  /** Attempts so far. */
  tries: number
}

const MESSAGE = sql`message_id as "messageId", event, at, run_id as "runId", seq, reason, event_id as "eventId",
  subject_id as "subjectId", tries`

/** The messages that are due longest. */
export async function selectDue(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  now: Date,
  limit: number,
): Promise<DueMessage[]> {
  const { rows } = await prepared(
    'webhook-due',
    sql<DueMessage>`
      select ${MESSAGE} from webhook_message
      where application_id = ${applicationId} and webhook_id = ${webhookId} and due_at <= ${now}
      order by due_at, message_id limit ${limit}`,
  ).execute(db)
  return rows
}

/** Gives up those whose events this version does not know: a newer version stored them. */
export async function dropUnknown(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  messages: readonly DueMessage[],
): Promise<void> {
  const ids = messages.filter(({ event }) => webhookEvent(event) === undefined).map(({ messageId }) => messageId)
  await sql`
    update webhook_message set state = ${sql.lit(NEWS.givenUp)}, due_at = null
    where application_id = ${applicationId} and webhook_id = ${webhookId}
      and message_id = any (${sql.val(ids)}::uuid[])`.execute(db)
}

/** One message, due or not. */
export async function selectMessage(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  messageId: string,
): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`
    select ${MESSAGE} from webhook_message
    where application_id = ${applicationId} and webhook_id = ${webhookId} and message_id = ${messageId}`.execute(db)
  return rows[0]
}

/** One attempt at one message. */
export interface AttemptResult {
  attemptId: string
  messageId: string
  event: number
  n: number
  ok: boolean
  status: number
  durationMs: number
  /** A stored sentence. */
  failure: string | null
  answer: string
  /** Null: it is not tried again. */
  dueAt: Date | null
}

/** Stores attempts and their effect on messages. A message that was reset meanwhile stays due. */
export async function insertResults(db: Db, key: WebhookKey, results: readonly AttemptResult[]): Promise<void> {
  const { applicationId, webhookId } = key
  await prepared(
    'webhook-attempts',
    sql`
      insert into webhook_attempt (application_id, webhook_id, attempt_id, message_id, event, n, is_ok, status, duration_ms,
        failure, answer)
      select ${applicationId}::uuid, ${webhookId}::uuid, r."attemptId", r."messageId", r.event, r.n, r.ok, r.status, r."durationMs",
        r.failure, r.answer
      from json_to_recordset(${JSON.stringify(results)}::json) as r("attemptId" uuid, "messageId" uuid, event smallint,
        n smallint, ok boolean, status int, "durationMs" int, failure text, answer text)`,
  ).execute(db)
  // Nearly always all alike: nothing to join, where the planner would compare each message with each result.
  const alike = Map.groupBy(results, ({ n, ok, dueAt }) => `${n} ${ok} ${dueAt?.getTime()}`)
  for (const like of alike.values()) await updateMessages(db, key, like)
}

/** The effect of attempts that had the same one. */
async function updateMessages(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  results: readonly AttemptResult[],
): Promise<void> {
  const [first] = results
  if (first === undefined) return
  const { n, ok, dueAt } = first
  const state = ok ? NEWS.arrived : dueAt === null ? NEWS.givenUp : NEWS.waits
  await prepared(
    'webhook-told',
    sql`
      update webhook_message set tries = ${n}, due_at = ${dueAt}, state = ${state}
      where application_id = ${applicationId} and webhook_id = ${webhookId}
        and message_id = any (${results.map(({ messageId }) => messageId)}::uuid[]) and tries = ${n}::int - 1`,
  ).execute(db)
}

/** Updates the endpoint's state after these. */
export async function updateStanding(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  { failures, failingSince, restsUntil, lastSuccessAt }: Standing,
): Promise<void> {
  await prepared(
    'webhook-standing',
    sql`
      update webhook set failures = ${failures}, failing_since = ${failingSince}, rests_until = ${restsUntil},
        last_success_at = ${lastSuccessAt}
      where application_id = ${applicationId} and webhook_id = ${webhookId} and status = 'active'`,
  ).execute(db)
}

export interface TurnedOff {
  name: string
  organizationId: string
  /** Who made it and who changed it last, as far as they are still members. */
  makers: string[]
}

/** Turns an endpoint off; undefined if it was off. */
export async function turnOff(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  status: 'gone' | 'failing',
  now: Date,
): Promise<TurnedOff | undefined> {
  const { rows } = await sql<TurnedOff>`
    update webhook w set status = ${status}, off_since = ${now} from application a
    where w.application_id = ${applicationId} and w.webhook_id = ${webhookId} and w.status = 'active'
      and a.application_id = w.application_id
    returning w.name, a.organization_id as "organizationId", array(
      select m.account_id from member m where m.organization_id = a.organization_id and m.status = 'active'
        and m.account_id in (w.created_by, w.updated_by)) as makers`.execute(db)
  return rows[0]
}
