/** What campaigns need around them in tests: people, segments, a mail server's settings. */
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { expect } from 'vitest'
import { PREPARE_RUN } from '../engine/snapshot/prepare-run.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { PASSWORD, type ApplicationOwner, type TestApp } from './app.ts'

/** Contacts with these addresses. Returns their ids. */
export async function addContacts(
  { database, clock }: TestApp,
  { applicationId }: ApplicationOwner,
  emails: readonly string[],
): Promise<string[]> {
  const at = clock.now()
  const rows = emails.map(email => ({
    application_id: applicationId,
    contact_id: uuidv7(),
    email,
    email_key: email.toLowerCase(),
    added_at: at,
    changed_at: at,
  }))
  await database.kysely.insertInto('contact').values(rows).execute()
  return rows.map(row => row.contact_id)
}

/** A segment of these contacts. Returns its id. */
export async function addSegment(
  { database, clock }: TestApp,
  { applicationId }: ApplicationOwner,
  name: string,
  contactIds: readonly string[],
): Promise<string> {
  const segmentId = uuidv7()
  const at = clock.now()
  await database.kysely
    .insertInto('segment')
    .values({
      application_id: applicationId,
      segment_id: segmentId,
      name,
      kind: 'static',
      contact_count: contactIds.length,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const members = contactIds.map(id => ({ application_id: applicationId, segment_id: segmentId, contact_id: id }))
  if (members.length > 0) await database.kysely.insertInto('segment_member').values(members).execute()
  return segmentId
}

/** Email settings that nothing is sent with: no worker runs in these tests. */
export async function setUpEmail({ call }: TestApp, { bearer }: ApplicationOwner): Promise<void> {
  const configuration_setting = {
    sender_email: 'shop@example.com',
    username: 'shop',
    password: 'a password',
    port_no: 2525,
    host: '127.0.0.1',
  }
  const body = { configuration_type: 'smtp', configuration_setting }
  const { status, body: answer } = await call('POST', '/api/notifications/email/configuration', { bearer, body })
  if (status !== 201 && status !== 200) throw new Error(`email could not be set up: ${JSON.stringify(answer)}`)
}

/**
 * Moves the clock to a moment at which the scheduler may look for due campaigns. A run that is being prepared holds its campaign,
 * which the scheduler then leaves to its next second: such runs are waited for. Tokens live an hour, so the owner gets a new one.
 */
export async function moveClockTo(kit: TestApp, at: Date, owner: ApplicationOwner): Promise<void> {
  const { call, clock } = kit
  await expect.poll(() => runsInPreparation(kit), { interval: 10, timeout: 20_000 }).toBe(0)
  clock.advance(at.getTime() - clock.now().getTime())
  const signedIn = await call<UserDetails>('POST', '/authP/login', { body: { email: owner.email, password: PASSWORD } })
  const path = `/api/update-notification-vertical/${owner.applicationId}`
  owner.bearer = (await call<UserDetails>('GET', path, { bearer: signedIn.data.token })).data.token
}

async function runsInPreparation({ database }: TestApp): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    'select 1 from graphile_worker.jobs where task_identifier = $1 and run_at <= now()',
    [PREPARE_RUN],
  )
  return rowCount
}
