import type { ApplicationOverview, ApplicationStats } from '@notifly/contracts/applications/applications'
import { describe, expect, test } from 'vitest'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { ENGAGEMENT, STATE } from '../../engine/states.ts'
import { uuidv7 } from '../../lib/uuid.ts'

const kit = await testApp()
const { call, database, clock } = kit
const db = database.kysely

const stats = ({ bearer }: { bearer: string }) =>
  call<ApplicationStats[]>('GET', '/api/dashboard/application', { bearer })
const overview = ({ bearer }: { bearer: string }) =>
  call<ApplicationOverview>('GET', '/api/dashboard/overview', { bearer })

interface Contact {
  email?: string
  phone?: string
  addedDaysAgo?: number
}

async function addContacts({ applicationId }: ApplicationOwner, contacts: Contact[]): Promise<string[]> {
  const rows = contacts.map(({ email, phone, addedDaysAgo = 0 }) => {
    const at = new Date(clock.now().getTime() - addedDaysAgo * 86_400_000)
    return {
      application_id: applicationId,
      contact_id: uuidv7(),
      email: email ?? null,
      email_key: email?.toLowerCase() ?? null,
      phone_number: phone ?? null,
      added_at: at,
      changed_at: at,
    }
  })
  await db.insertInto('contact').values(rows).execute()
  return rows.map(row => row.contact_id)
}

async function addRun(
  { applicationId }: ApplicationOwner,
  name: string,
  counters: Record<number, number>,
): Promise<string> {
  const id = uuidv7()
  const at = clock.now()
  await db
    .insertInto('run')
    .values({
      application_id: applicationId,
      run_id: id,
      campaign_id: uuidv7(),
      channel: 'email',
      name,
      lane_id: uuidv7(),
      state: 'done',
      content: '{}',
      audience: '{}',
      timezone: 'UTC',
      opens_at: at,
      recipients: 10,
      created_at: at,
      started_at: at,
    })
    .execute()
  const rows = Object.entries(counters).flatMap(([state, n]) =>
    // Two workers counted.
    [1, 2].map(shard => ({
      application_id: applicationId,
      run_id: id,
      shard,
      state: Number(state),
      n: shard === 1 ? n - 1 : 1,
    })),
  )
  if (rows.length > 0) await db.insertInto('run_counter').values(rows).execute()
  return id
}

describe('the cards of the applications', () => {
  test('of a newcomer are none, and of a new application say that nothing is there', async () => {
    expect((await stats(await kit.signUpAndIn())).data).toEqual([])
    const owner = await kit.withApplication()
    expect((await stats(owner)).data).toEqual([
      {
        application_uuid: owner.applicationId,
        app_id: owner.applicationId,
        slug: owner.applicationId,
        name: 'Shop',
        organization_uuid: owner.organizationId,
        organization_name: 'Palmyra',
        channels: { email: 'none', sms: 'none', whatsapp: 'none', webpush: 'none', mobilepush: 'none' },
        reach: { email: 0, sms: 0, whatsapp: 0, webpush: 0, mobilepush: 0 },
        contacts: 0,
      },
    ])
  })

  test('count whom each channel can reach, each person once', async () => {
    const owner = await kit.withApplication()
    const [, unsubscribed = '', both = '', nobody = ''] = await addContacts(owner, [
      { email: 'a@example.com', phone: '+911' },
      { email: 'b@example.com' },
      { email: 'C@Example.com', phone: '+913' },
      { email: 'd@example.com' },
      { phone: '+915' },
      {},
    ])
    const consent = { application_id: owner.applicationId, status: 'unsubscribed', source: 'test', since: new Date() }
    await db
      .insertInto('consent')
      .values([
        { ...consent, channel: 'email', contact_id: unsubscribed },
        { ...consent, channel: 'email', contact_id: both },
        { ...consent, channel: 'sms', contact_id: unsubscribed },
      ])
      .execute()
    const suppression = { application_id: owner.applicationId, reason: 'manual', created_at: new Date() }
    await db
      .insertInto('suppression')
      .values([
        { ...suppression, channel: 'email', address_key: 'c@example.com' },
        { ...suppression, channel: 'email', address_key: 'nobody@example.com' },
        { ...suppression, channel: 'sms', address_key: '+915' },
      ])
      .execute()
    const device = { application_id: owner.applicationId, channel: 'webpush', platform: 'web', keys: null, about: '{}' }
    const seen = { created_at: new Date(), last_seen_at: new Date() }
    const device_ids = [unsubscribed, unsubscribed, both, nobody]
    await db
      .insertInto('device')
      .values(
        device_ids.map((contact_id, n) => ({
          ...device,
          ...seen,
          device_id: uuidv7(),
          contact_id,
          endpoint: `https://push.example/${n}`,
          ...(n === 3 && { retired_at: new Date(), retired_reason: 'gone' }),
        })),
      )
      .execute()
    await db
      .insertInto('consent')
      .values({ ...consent, channel: 'webpush', contact_id: both })
      .execute()
    const [card] = (await stats(owner)).data
    expect(card?.contacts).toBe(6)
    expect(card?.reach).toEqual({ email: 2, sms: 2, whatsapp: 3, webpush: 1, mobilepush: 0 })
  })

  test('show which channels work and the last run', async () => {
    const owner = await kit.withApplication()
    const configuration = {
      application_id: owner.applicationId,
      provider: 'smtp',
      settings: '{}',
      secrets: '',
      hook_token: 'x',
      created_at: new Date(),
      updated_at: new Date(),
    }
    await db
      .insertInto('channel_configuration')
      .values([
        { ...configuration, channel: 'email', configuration_id: uuidv7() },
        { ...configuration, channel: 'sms', configuration_id: uuidv7(), hook_token: 'y', failing_since: new Date() },
      ])
      .execute()
    await addRun(owner, 'Earlier', {})
    clock.advance(1000)
    const last = await addRun(owner, 'Later', {
      [STATE.sent]: 4,
      [STATE.delivered]: 3,
      [STATE.bounced]: 2,
      [STATE.failed]: 1,
    })
    const [card] = (await stats(owner)).data
    expect(card?.channels).toMatchObject({ email: 'configured', sms: 'failing', whatsapp: 'none' })
    expect(card?.last_run).toMatchObject({ run_uuid: last, name: 'Later', status: 'sent', sent: 9, recipients: 10 })
  })
})

describe("an application's overview", () => {
  test('counts contacts, segments, suppressed addresses and templates, and lists the last runs', async () => {
    const owner = await kit.withApplication()
    await addContacts(owner, [{ email: 'old@example.com', addedDaysAgo: 8 }, { email: 'new@example.com' }])
    for (const n of [1, 2, 3, 4, 5, 6]) {
      clock.advance(1000)
      await addRun(
        owner,
        `Run ${n}`,
        n === 6 ? { [STATE.pending]: 5, [STATE.delivered]: 3, [ENGAGEMENT.opened]: 2 } : {},
      )
    }
    const { data } = await overview(owner)
    expect(data.contacts).toEqual({ total: 2, added_7_days: 1, segments: 0, suppressed: 0 })
    expect([data.templates, data.members]).toEqual([0, 1])
    expect(data.runs.map(({ name }) => name)).toEqual(['Run 6', 'Run 5', 'Run 4', 'Run 3', 'Run 2'])
    expect(data.runs[0]).toMatchObject({
      notification_type: 'email',
      sent: 3,
      counts: { pending: 5, delivered: 3, opened: 2 },
    })
  })

  test('is that of the token, and of nobody else', async () => {
    const owner = await kit.withApplication()
    await addContacts(owner, [{ email: 'mine@example.com' }])
    const stranger = await kit.withApplication()
    expect((await overview(stranger)).data.contacts.total).toBe(0)
    expect((await stats(stranger)).data.map(({ application_uuid: id }) => id)).toEqual([stranger.applicationId])
    expect((await overview(await kit.signUpAndIn())).status).toBe(403)
  })
})
