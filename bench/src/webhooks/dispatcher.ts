/** A process that tells the webhooks of a database, as a scheduler does, and a webhook of an application for it. */
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { newWebhookSecret, sealWebhookSecret } from '@notifly/server/features/webhooks/secrets'
import { uuidv7 } from '@notifly/server/lib/uuid'
import type { DispatchOrder } from '@notifly/server/testing/dispatch-process'
import { MASTER_SECRET, secrets } from '@notifly/server/testing/engine/world'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BenchDatabase, numberOf } from '../harness/postgres.ts'

const LOOK_MS = 100

export interface BenchDispatcher extends AsyncDisposable {
  /** Resolves once nothing is to be told any more. */
  idle(): Promise<void>
}

/** Tells the address all that becomes of the application's emails. */
export async function startDispatcher(
  database: BenchDatabase,
  { applicationId, url }: { applicationId: string; url: string },
): Promise<BenchDispatcher> {
  await addWebhook(database, applicationId, url)
  const child = fork(fileURLToPath(import.meta.resolve('@notifly/server/testing/dispatch-process')))
  const { connectionString } = database
  child.send({ connectionString, masterSecret: MASTER_SECRET } satisfies DispatchOrder)
  return {
    async idle() {
      while ((await numberOf(database, 'select count(*) from webhook_message where due_at is not null')) > 0)
        await delay(LOOK_MS)
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

async function addWebhook({ pool }: BenchDatabase, applicationId: string, url: string): Promise<void> {
  const [organizationId, webhookId] = [uuidv7(), uuidv7()]
  await pool.query(
    `insert into organization (organization_id, name, strength, language, created_at, updated_at)
     values ($1, 'Bench', '1-10', 'en', now(), now())`,
    [organizationId],
  )
  await pool.query(
    `insert into application (application_id, organization_id, name, timezone, created_at, updated_at)
     values ($1, $2, 'Bench', 'UTC', now(), now())`,
    [applicationId, organizationId],
  )
  const secret = sealWebhookSecret(secrets, { applicationId, webhookId }, newWebhookSecret())
  const events = WEBHOOK_EVENTS.filter(({ channel }) => channel === 'email').map(({ id }) => id)
  await pool.query(
    `insert into webhook (application_id, webhook_id, name, url, description, platforms, events, batch, secret, created_at, updated_at)
     values ($1, $2, 'Bench', $3, '', '{email}', $4, 100, $5, now(), now())`,
    [applicationId, webhookId, url, events, secret],
  )
}
