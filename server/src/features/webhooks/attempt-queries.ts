/** SQL of the list of attempts, and of sending again. Every read is bounded: there may be ten million attempts. */
import { WEBHOOK_AGAIN_MAX, WEBHOOK_ATTEMPTS_MAX } from '@notifly/contracts/webhooks/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { Paging } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { NEWS } from '../../jobs/webhook-outbox.ts'
import { uuidv7Floor, uuidv7Time } from '../../lib/uuid.ts'
import type { AttemptResult } from './dispatch/message-queries.ts'
import type { WebhookKey } from './queries.ts'

export interface AttemptFilter extends WebhookKey {
  ok?: boolean | undefined
  event?: number | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export interface AttemptRow extends Omit<AttemptResult, 'dueAt'> {
  nextAt: Date | null
}

/** Characters of a response in lists. */
const SHOWN_CHARACTERS = 300

/** One page, and how many match, up to WEBHOOK_ATTEMPTS_MAX. `oldestId`: the last one listed, if there are older ones. */
export async function selectAttempts(
  db: Db,
  filter: AttemptFilter,
  { page, perPage }: Paging,
): Promise<{ rows: AttemptRow[]; total: number; oldestId: string | undefined }> {
  const from = (page - 1) * perPage
  const count = Math.max(0, Math.min(perPage, WEBHOOK_ATTEMPTS_MAX - from))
  const { rows } = await sql<AttemptRow>`
    with page as materialized (
      select attempt_id from ${newest(filter)} n order by attempt_id desc offset ${from} limit ${count}
    )
    select ${attempt(sql`left(a.answer, ${sql.lit(SHOWN_CHARACTERS)})`)}
    from page join webhook_attempt a on ${ofEndpoint(filter)} and a.attempt_id = page.attempt_id ${WITH_MESSAGE}
    order by a.attempt_id desc`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${newest(filter)} n limit ${WEBHOOK_ATTEMPTS_MAX}) counted`.execute(
    db,
  )
  const total = counted.rows[0]?.total ?? 0
  return { rows, total, oldestId: total < WEBHOOK_ATTEMPTS_MAX ? undefined : await lastListed(db, filter) }
}

async function lastListed(db: Db, filter: AttemptFilter): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select attempt_id as id from ${newest(filter)} n order by attempt_id desc
    offset ${WEBHOOK_ATTEMPTS_MAX - 1} limit 2`.execute(db)
  return rows.length === 2 ? rows[0]?.id : undefined
}

export async function selectAttempt(db: Db, key: WebhookKey, attemptId: string): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    select ${attempt(sql`a.answer`)} from webhook_attempt a ${WITH_MESSAGE}
    where ${ofEndpoint(key)} and a.attempt_id = ${attemptId}`.execute(db)
  return rows[0]
}

const attempt = (answer: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`a.attempt_id as "attemptId", a.message_id as "messageId", a.event, a.n, a.is_ok as ok, a.status,
    a.duration_ms as "durationMs", a.failure, ${answer} as answer, m.due_at as "nextAt"`

// Only the last attempt says when the next one is.
const WITH_MESSAGE = sql`left join webhook_message m on m.application_id = a.application_id and m.webhook_id = a.webhook_id
  and m.message_id = a.message_id and m.tries = a.n`

const ofEndpoint = ({ applicationId, webhookId }: WebhookKey): RawBuilder<unknown> =>
  sql`a.application_id = ${applicationId} and a.webhook_id = ${webhookId}`

/** Ids of the newest that match, more than are listed. Those of one event and outcome are adjacent in the index. */
function newest(filter: AttemptFilter): RawBuilder<unknown> {
  const some = (given: AttemptFilter) =>
    sql`(select a.attempt_id from webhook_attempt a where ${fitting(given)} order by a.attempt_id desc limit ${WEBHOOK_ATTEMPTS_MAX + 1})`
  if (filter.event === undefined || filter.ok !== undefined) return some(filter)
  return sql`(${some({ ...filter, ok: true })} union all ${some({ ...filter, ok: false })})`
}

function fitting({ ok, event, since, until, ...key }: AttemptFilter): RawBuilder<unknown> {
  const parts = [ofEndpoint(key)]
  if (ok !== undefined) parts.push(ok ? sql`a.is_ok` : sql`not a.is_ok`)
  if (event !== undefined) parts.push(sql`a.event = ${event}`)
  if (since !== undefined) parts.push(sql`a.attempt_id >= ${uuidv7Floor(since)}`)
  if (until !== undefined) parts.push(sql`a.attempt_id < ${uuidv7Floor(until)}`)
  return sql.join(parts, sql` and `)
}

interface Again {
  /** One of them. */
  messageId?: string
  /** Stored from then on. */
  since?: Date
  /** Only those that were given up. */
  onlyGivenUp: boolean
  now: Date
}

export interface RescheduledAttempts {
  count: number
  /** When the last of them was stored, where there may be more after it. */
  moreSince: Date | null
}

/** Makes messages due again, as if there had been no attempt: WEBHOOK_AGAIN_MAX of them, oldest first. */
export async function rescheduleAttempts(
  db: Db,
  { applicationId, webhookId }: WebhookKey,
  { messageId, since, onlyGivenUp, now }: Again,
): Promise<RescheduledAttempts> {
  const ofWebhook = sql`application_id = ${applicationId} and webhook_id = ${webhookId}`
  const parts = [ofWebhook]
  if (messageId !== undefined) parts.push(sql`message_id = ${messageId}`)
  if (since !== undefined) parts.push(sql`message_id >= ${uuidv7Floor(since)}`)
  if (onlyGivenUp) parts.push(sql`state = ${sql.lit(NEWS.givenUp)}`)
  const { rows } = await sql<{ count: number; last: string | null }>`
    with chosen as materialized (
      select message_id from webhook_message where ${sql.join(parts, sql` and `)}
      order by message_id limit ${WEBHOOK_AGAIN_MAX}
    ), made as (
      update webhook_message m set state = ${sql.lit(NEWS.waits)}, tries = 0, due_at = ${now}
      from chosen where ${ofWebhook} and m.message_id = chosen.message_id
    )
    select count(*)::int as count, (max(message_id::text))::uuid as last from chosen`.execute(db)
  const { count = 0, last = null } = rows[0] ?? {}
  return { count, moreSince: last !== null && count === WEBHOOK_AGAIN_MAX ? uuidv7Time(last) : null }
}

/** Removes a person's addresses from stored responses of endpoints. */
export async function eraseInAttempts(db: Db, applicationId: string, sought: readonly string[]): Promise<void> {
  const words = sought.map(each => each.toLowerCase().replace(/^\+/, '')).filter(each => each !== '')
  if (words.length === 0) return
  await sql`
    update webhook_attempt set answer = '' where application_id = ${applicationId} and answer <> '' and exists (
      select from unnest(${sql.val(words)}::text[]) as w (word) where position(word in lower(answer)) > 0)`.execute(db)
}
