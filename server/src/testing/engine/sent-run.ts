/** A run whose messages are recorded as sent, without an engine: what lists, trackers and reports start from. */
import type { Outcome } from '../../channels/provider.ts'
import type { Database } from '../../db/database.ts'
import { type Recorded, recordOutcome } from '../../engine/record/outcomes.ts'
import { storeOutcomes } from '../../engine/record/recorder.ts'
import type { EmailContent } from '../../channels/email/email.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { addContacts, openRun } from './world.ts'

export const LINKS_CONTENT: EmailContent = {
  subject: 'Hello {{ first_name }}',
  html:
    '<html><body><p>Dear {{ first_name }}</p><a href="https://shop.example/sale">Sale</a>' +
    '<a href="https://shop.example/p/{{ code }}?who={{ first_name }}">Yours</a><a href="https://shop.example/help">Help</a></body></html>',
}

const SENT: Outcome = { kind: 'sent', answer: '250 2.0.0 OK queued as 4F8x' }

/** A run of new contacts of the application; `outcome` says how each message ended, undefined leaves it pending. */
export async function sentRun(
  database: Database,
  applicationId: string,
  options: {
    /** New ones; those that are there already get it, too. */
    contacts?: number
    /** Messages that have ended; as many as there are new contacts. */
    messages?: number
    outcome?: (seq: number) => Outcome | undefined
    name?: string
  } = {},
): Promise<{ runId: string; campaignId: string }> {
  const { contacts = 3, messages = contacts, outcome = () => SENT, name = 'Autumn restock' } = options
  await ensureLeaves(database, new Date())
  await configureEmail(database, applicationId)
  await addContacts(database, applicationId, contacts)
  // Opened by hand: a job that comes by meanwhile would prepare it at the same time.
  const tomorrow = new Date(Date.now() + 86_400_000)
  const run = await openRun(database, applicationId, { content: LINKS_CONTENT, name, opensAt: tomorrow })
  await database.pool.query('update run set opens_at = started_at where run_id = $1', [run.runId])
  const nowMs = Date.now()
  const recorded = Array.from({ length: messages }, (_, index) => index + 1).flatMap((seq): Recorded[] => {
    const ended = outcome(seq)
    const record = ended === undefined ? null : recordOutcome(ended, { seq, n: 1 }, nowMs)
    return record === null ? [] : [record]
  })
  const batch = { applicationId, runId: run.runId, channel: 'email', no: 1, token: 1 }
  const client = await database.pool.connect()
  try {
    await storeOutcomes(
      client,
      recorded.map(each => ({ batch, outcome: each })),
      0,
    )
  } finally {
    client.release()
  }
  return run
}

/** A run of a channel that is not set up pauses; no message of these runs is ever handed over. */
async function configureEmail(database: Database, applicationId: string): Promise<void> {
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at)
     values ($1, 'email', $2, 'smtp', '{}', '', '', now(), now()) on conflict (application_id, channel) do nothing`,
    [applicationId, uuidv7()],
  )
}

/** A further application of the organization, without the way through sign-up. */
export async function furtherApplication(database: Database, organizationId: string): Promise<string> {
  const applicationId = uuidv7()
  await database.pool.query(
    `insert into application (application_id, organization_id, name, timezone, created_at, updated_at)
     values ($1, $2, 'Harbor & Pine', 'Asia/Kolkata', now(), now())`,
    [applicationId, organizationId],
  )
  return applicationId
}

/** Ends the run, as the engine does when its last batch is through. */
export async function endRun(database: Database, runId: string): Promise<void> {
  await database.pool.query("update run set state = 'done', ended_at = now() where run_id = $1", [runId])
}

/** Asks again and again until the answer passes; the last answer's failure is the test's. */
export async function eventually<T>(ask: () => Promise<T>, check: (answer: T) => void, timeoutMs = 8000): Promise<T> {
  const endMs = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    try {
      check(answer)
      return answer
    } catch (error) {
      if (Date.now() > endMs) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
