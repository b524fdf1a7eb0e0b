/** Creates an application with contacts and email settings, and sends its campaigns. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { prepareRun } from '@notifly/server/engine/snapshot/prepare-run'
import { STATE } from '@notifly/server/engine/states'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { addConfiguration, addRun } from '@notifly/server/testing/engine/world'
import { setTimeout as delay } from 'node:timers/promises'
import { type BenchDatabase, numberOf } from '../harness/postgres.ts'
import type { Product } from '../harness/product.ts'
import { CONTENT } from './content.ts'

export interface MailSettings {
  port: number
  connections: number
  /** PEM. */
  dkimKey?: string
  /** Null or absent: as fast as it goes. */
  messagesPerSecond?: number
}

export const SENDER = { sender_email: 'news@shop.example', from_name: 'The Shop' }

/** Sets up email, or changes it (PUT), by the same API call that the dashboard makes. */
export async function connectMail(
  product: Pick<Product, 'call'>,
  token: string,
  { port, messagesPerSecond }: Pick<MailSettings, 'port' | 'messagesPerSecond'>,
  method: 'POST' | 'PUT' = 'POST',
): Promise<void> {
  await product.call(token, method, '/api/notifications/email/configuration', {
    configuration_type: 'smtp',
    configuration_setting: {
      ...SENDER,
      host: '127.0.0.1',
      port_no: port,
      username: 'bench',
      password: 'secret',
      security: 'none',
      messages_per_second: messagesPerSecond,
    },
  })
}

// Seldom enough that looking takes nothing from what is looked at; the end itself is read from the run.
const LOOK_MS = 100

/** Adds an application with that many contacts, each with ten merge fields. Returns its id. */
export async function addApplication(database: BenchDatabase, contacts: number, mail?: MailSettings): Promise<string> {
  const applicationId = uuidv7()
  if (mail !== undefined) await addMailSettings(database, applicationId, mail)
  await addContacts(database, applicationId, contacts)
  return applicationId
}

/** Adds contacts with ten merge fields each. */
export async function addContacts(database: BenchDatabase, applicationId: string, contacts: number): Promise<void> {
  await database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, merge_fields, added_at, changed_at)
     select $1, uuidv7(), 'person' || i || '@example.test', 'person' || i || '@example.test',
       jsonb_build_object('first_name', 'Name' || i, 'last_name', 'Surname' || i, 'city', 'Town ' || i % 100, 'plan', 'gold',
         'points', i, 'birthday', '1 May', 'shop', 'Main Street', 'agent', 'Ann', 'code', 'C-' || i, 'colour', 'blue'),
       now(), now()
     from generate_series(1, $2::int) i`,
    [applicationId, contacts],
  )
  await database.pool.query('vacuum analyze contact')
}

async function addMailSettings(database: BenchDatabase, applicationId: string, mail: MailSettings): Promise<void> {
  const { port, connections, dkimKey, messagesPerSecond = null } = mail
  const settings = {
    ...SENDER,
    host: '127.0.0.1',
    port_no: port,
    username: '',
    security: 'none',
    max_connections: connections,
    messages_per_second: messagesPerSecond,
    ...(dkimKey !== undefined && { dkim_domain: 'shop.example', dkim_selector: 'bench' }),
  }
  const secretFields = dkimKey === undefined ? {} : { dkim_private_key: dkimKey }
  await addConfiguration(database, applicationId, { settings, secretFields })
}

/**
 * Sends a campaign to all contacts and checks that all received it. Returns the seconds from the creation of its run to its end. `isCounted`:
 * whether dashboards count it.
 */
export async function sendCampaign(
  database: BenchDatabase,
  applicationId: string,
  recipients: number,
  { channel = 'email', content, isCounted = true }: { channel?: Channel; content: object; isCounted?: boolean } = {
    content: CONTENT,
  },
): Promise<number> {
  const { runId } = await addRun(database, applicationId, { channel, content })
  // Test sends are left out of the sums of dashboards; nothing else of a run differs.
  if (!isCounted) await database.pool.query('update run set is_test = true where run_id = $1', [runId])
  await database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, new Date()))
  const openedMs = Date.now()
  const endedMs = await whenDone(database, runId)
  const sent = await numberOf(
    database,
    `select sum(n) from run_counter where run_id = $1 and state = ${STATE.sent}`,
    runId,
  )
  if (sent !== recipients) throw new Error(`${sent} of ${recipients} messages were sent`)
  return (endedMs - openedMs) / 1000
}

/** Resolves when the run has ended, to that moment in milliseconds since 1970. */
export async function whenDone({ pool }: BenchDatabase, runId: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ ended: Date | null }>('select ended_at as ended from run where run_id = $1', [
      runId,
    ])
    if (rows[0]?.ended) return rows[0].ended.getTime()
    await delay(LOOK_MS)
  }
}
