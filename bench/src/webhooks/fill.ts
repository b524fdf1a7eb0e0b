/** Webhooks, what waits for them and what was tried, written by the database itself. */
import { messageEventId, WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import type { BenchDatabase } from '../harness/postgres.ts'
import type { Product } from '../harness/product.ts'

const idOf = (name: string): number => WEBHOOK_EVENTS.find(event => event.name === name)?.id ?? 0
const CONTACT_CREATED = idOf('contact.created')
/** Of emails. */
export const OPENED = messageEventId('email', 'opened') ?? 0
const CLICKED = messageEventId('email', 'clicked') ?? 0

/** A webhook for new contacts, by a call of the running product. */
export function addWebhook(product: Product, token: string, url: string): Promise<{ uuid: string }> {
  const body = { name: 'Bench', webhook_url: url, platforms: [], events: [CONTACT_CREATED] }
  return product.call(token, 'POST', '/api/webhook', body)
}

interface Endpoint {
  applicationId: string
  webhookId: string
}

/** Events of contacts that are due at once, so many for each endpoint. */
export async function fillMessages(
  { pool }: BenchDatabase,
  endpoints: readonly Endpoint[],
  each: number,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { applicationId, webhookId } of endpoints)
      await client.query(
        `insert into webhook_message (application_id, webhook_id, message_id, event, at, subject_id, due_at)
         select $1, $2, uuidv7(), $3, now(), contact_id, now()
         from (select contact_id, row_number() over () as n from contact where application_id = $1) c
         join generate_series(0, $4::int - 1) i on i % (select count(*) from contact where application_id = $1) = c.n - 1`,
        [applicationId, webhookId, CONTACT_CREATED, each],
      )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Of the last hours: half opened, which always failed, half clicked, of which one in fifty did. */
export async function fillAttempts(
  { pool }: BenchDatabase,
  { applicationId, webhookId, attempts }: Endpoint & { attempts: number },
): Promise<void> {
  await pool.query(
    `insert into webhook_attempt (application_id, webhook_id, attempt_id, message_id, event, n, is_ok, status, duration_ms, answer)
     select $1, $2, uuidv7(make_interval(secs => i * -43200.0 / $3)), uuidv7(), case when i % 2 = 0 then $4::smallint else $5::smallint end, 1,
       i % 2 = 1 and i % 50 <> 1, case when i % 2 = 1 and i % 50 <> 1 then 200 else 500 end, i % 700, '{"received":true}'
     from generate_series(1, $3::int) i`,
    [applicationId, webhookId, attempts, OPENED, CLICKED],
  )
  await pool.query('vacuum analyze webhook_attempt')
}
