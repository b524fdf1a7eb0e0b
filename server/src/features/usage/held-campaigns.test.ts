import type { Campaign, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { RunRow } from '@notifly/contracts/runs/deliveries'
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../../testing/campaigns.ts'
import { insertActivity, insertRunWithActivity } from '../../testing/engine/kept-activity.ts'
import { givePlan, SELLING } from '../../testing/plans.ts'
import { runDueCampaigns } from '../campaigns/clock/due.ts'
import { releaseHeldCampaigns } from './usage.ts'

const kit = await testApp({ config: { billing: SELLING } })
const { call, clock, database, deps } = kit
const SCHEDULE = '/api/notifications/schedule/email'
const NOW: Schedule = {
  message_type: { type: 1 },
  campaign_start_date: { type: 1 },
  advanced: { delivery_in_users_timezone: false },
}

interface Sender extends ApplicationOwner {
  segment: string
}

/** With two contacts, and a plan of ten mails a month of which all are sent. */
async function senderAtItsLimit({ sent = 10 } = {}): Promise<Sender> {
  const owner = await kit.withApplication()
  await givePlan(database, owner.organizationId, { messages: { email: 10 } })
  const segment = await addSegment(kit, owner, 'All', await addContacts(kit, owner, ['a@example.com', 'b@example.com']))
  await setUpEmail(kit, owner)
  const { applicationId } = owner
  await insertActivity(
    database,
    applicationId,
    await insertRunWithActivity(database, applicationId),
    clock.now().toISOString(),
    {
      accepted: sent - 1,
      bounced: 1,
    },
  )
  return { ...owner, segment }
}

/** Another application of theirs, with two contacts. */
async function applicationOf(owner: Sender): Promise<Sender> {
  const body = { name: 'Other', organization_uuid: owner.organizationId, undo_seconds: 0 }
  const { data } = await call<{ app_id: string }>('POST', '/api/verticals', { bearer: owner.bearer, body })
  const { bearer } = owner
  const switched = await call<{ token: string }>('GET', `/api/update-notification-vertical/${data.app_id}`, { bearer })
  const other = { ...owner, applicationId: data.app_id, bearer: switched.data.token }
  const contacts = await addContacts(kit, other, ['c@example.com', 'd@example.com'])
  const segment = await addSegment(kit, other, 'All', contacts)
  await setUpEmail(kit, other)
  return { ...other, segment }
}

async function launch(owner: Sender, parts: object = {}): Promise<string> {
  const body = {
    ...{ campaignName: 'Autumn', emailSubject: 'Hi', emailBody: '<p>x</p>', schedule: NOW },
    ...{ audience: { segment_uuids: [owner.segment] }, ...parts },
  }
  const { data, body: answer } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })
  if (data === undefined) throw new Error(JSON.stringify(answer))
  return data.uuid
}

const statusOf = async (owner: Sender, uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data.status
const becomes = (owner: Sender, uuid: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(owner, uuid)).toBe(status), { timeout: 10_000, interval: 20 })
const runsOf = async (owner: Sender, uuid: string) =>
  (await call<RunRow[]>('GET', `/api/notifications/delivery?uuid=${uuid}`, { bearer: owner.bearer })).data
const act = (owner: Sender, name: 'pause' | 'resume', uuid: string) =>
  call('POST', `${SCHEDULE}/${name}`, { bearer: owner.bearer, body: { uuid } })
const heldCampaigns = async ({ bearer }: Sender) =>
  (await call<{ held_campaigns: number }>('GET', '/api/payments/usage', { bearer })).data.held_campaigns

test('over the month’s limit a campaign is held with the reason, and goes on by itself with a larger plan', async () => {
  const owner = await senderAtItsLimit()
  const uuid = await launch(owner)
  await becomes(owner, uuid, 'paused')
  const [run] = await runsOf(owner, uuid)
  const reason = 'Waiting for a larger plan or the next month: 10 of 10 messages (Email) are sent or on their way.'
  expect(run?.status_reason).toBe(reason)
  const path = `${SCHEDULE}?uuid=${uuid}`
  expect((await call<Campaign>('GET', path, { bearer: owner.bearer })).data.status_reason).toBe(reason)
  expect(await heldCampaigns(owner)).toBe(1)
  const resumed = await act(owner, 'resume', uuid)
  expect([resumed.status, resumed.body.key]).toEqual([409, 'usage.runHeld'])
  expect(await releaseHeldCampaigns(deps)).toBe(0)

  await givePlan(database, owner.organizationId, { messages: { email: 11 } })
  expect(await releaseHeldCampaigns(deps)).toBe(1)
  await becomes(owner, uuid, 'executing')
  expect(await runsOf(owner, uuid)).toMatchObject([{ matched: 2, status_reason: null }])
  expect(await heldCampaigns(owner)).toBe(0)
  expect((await kit.mailbox.next(owner.email)).subject).toBe('Your email campaigns have resumed')
  // Eleven would be enough for one more, were not two on their way.
  const next = await launch(owner)
  await becomes(owner, next, 'paused')
  expect((await runsOf(owner, next))[0]?.status_reason).toContain('12 of 11 messages')
  await call('DELETE', `${SCHEDULE}?uuid=${next}`, { bearer: owner.bearer })
})

test('campaigns of two applications that begin at the same moment do so one after the other, and the last that fits is the last', async () => {
  const owner = await senderAtItsLimit({ sent: 9 })
  const second = await applicationOf(owner)
  const client = await database.pool.connect()
  // Another run of theirs is about to have its recipients.
  await client.query('begin')
  await client.query("select pg_advisory_xact_lock(hashtextextended('month of ' || $1 || ' email', 0))", [
    owner.organizationId,
  ])
  const putOff = () =>
    database.pool.query(`select distinct key from graphile_worker.jobs
      where key like 'delivery.prepare-run:%' and run_at > created_at + interval '300 milliseconds'`)
  const launched = await Promise.all([owner, second].map(sender => launch(sender)))
  await expect.poll(async () => (await putOff()).rowCount).toBe(2)
  await client.query('commit')
  client.release()
  const statuses = () => Promise.all([statusOf(owner, launched[0] ?? ''), statusOf(second, launched[1] ?? '')])
  await expect.poll(async () => (await statuses()).toSorted()).toEqual(['executing', 'paused'])
  const held = (await statusOf(second, launched[1] ?? '')) === 'paused' ? second : owner
  await call('DELETE', `${SCHEDULE}?uuid=${launched[held === second ? 1 : 0]}`, { bearer: held.bearer })
})

test('what runs is sent to its end, and what a person paused then goes on', async () => {
  const owner = await senderAtItsLimit({ sent: 9 })
  const uuid = await launch(owner)
  await becomes(owner, uuid, 'executing')
  await act(owner, 'pause', uuid)
  await givePlan(database, owner.organizationId, { messages: { email: 0 } })
  expect((await act(owner, 'resume', uuid)).status).toBe(200)
  expect(await statusOf(owner, uuid)).toBe('executing')
})

test('a held campaign that a person pauses waits for that person, and one that is cancelled stays so', async () => {
  const owner = await senderAtItsLimit()
  const [paused, cancelled] = [await launch(owner), await launch(owner)]
  for (const uuid of [paused, cancelled]) await becomes(owner, uuid, 'paused')
  expect((await act(owner, 'pause', paused)).status).toBe(200)
  await call('DELETE', `${SCHEDULE}?uuid=${cancelled}`, { bearer: owner.bearer })
  await givePlan(database, owner.organizationId, {})
  expect(await releaseHeldCampaigns(deps)).toBe(0)
  expect([await statusOf(owner, paused), await statusOf(owner, cancelled)]).toEqual(['paused', 'cancelled'])
  expect((await act(owner, 'resume', paused)).status).toBe(200)
  await becomes(owner, paused, 'executing')
})

test('of the occurrences of a recurring campaign that wait, the latest goes out when the month is new', async () => {
  const owner = await senderAtItsLimit()
  const seconds = Math.ceil(clock.now().getTime() / 60_000) * 60 + 60
  const uuid = await launch(owner, {
    schedule: {
      message_type: { type: 3, interval: 86_400 },
      campaign_start_date: { type: 3, local_time: seconds % 86_400, timezone: 'UTC' },
      advanced: { delivery_in_users_timezone: false },
    },
  })
  await givePlan(database, owner.organizationId, { messages: { email: 0 } })
  for (const day of [0, 1]) {
    await moveClockTo(kit, new Date((seconds + day * 86_400) * 1000), owner)
    await runDueCampaigns(deps)
    await becomes(owner, uuid, 'paused')
  }
  await vi.waitFor(async () => expect((await runsOf(owner, uuid)).map(run => run.status)).toEqual(['paused', 'missed']))
  await givePlan(database, owner.organizationId, { messages: { email: 10 } })
  const now = clock.now()
  await moveClockTo(kit, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)), owner)
  expect(await releaseHeldCampaigns(deps)).toBe(1)
  await becomes(owner, uuid, 'executing')
  expect((await runsOf(owner, uuid)).map(run => run.status)).toEqual(['executing', 'missed'])
})

test('a campaign that tests two subjects begins its test when it goes on', async () => {
  const owner = await senderAtItsLimit()
  const uuid = await launch(owner, {
    ab_test: { part: 'subject', variants: ['Hi', 'Hello'], share: 50, metric: 'opened', after_hours: 2 },
  })
  const decidedAt = async () => {
    const { rows } = await database.pool.query<{ decide_at: Date | null }>(
      'select t.decide_at from run_test t join run r using (application_id, run_id) where r.campaign_id = $1',
      [uuid],
    )
    return rows[0]?.decide_at
  }
  await becomes(owner, uuid, 'paused')
  expect(await decidedAt()).toBeNull()
  await givePlan(database, owner.organizationId, {})
  await releaseHeldCampaigns(deps)
  await becomes(owner, uuid, 'executing')
  expect((await decidedAt())?.getTime()).toBeGreaterThan(clock.now().getTime() + 3_500_000)
})

test('a thousand runs that wait go on in turns, and other organizations do not wait for them', async () => {
  const [many, few] = [await senderAtItsLimit(), await senderAtItsLimit()]
  const hold = (owner: Sender, n: number, expires: string | null = null) =>
    database.pool.query(
      `insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at,
         created_at, held_at, expires_at)
       select $1, gen_random_uuid(), gen_random_uuid(), 'email', 'Held', $2, 'paused', '{}',
         '{"segment_uuids": [], "exclude_segment_uuids": []}', 'UTC', now() + i * interval '1 second', now(), now(), $4
       from generate_series(1, $3::int) i`,
      [owner.applicationId, uuidv7(), n, expires],
    )
  await hold(many, 1000)
  await hold(few, 1)
  expect(await releaseHeldCampaigns(deps)).toBe(0)
  for (const { organizationId } of [many, few]) await givePlan(database, organizationId, {})
  expect(await releaseHeldCampaigns(deps)).toBe(21)
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from run where held_at is not null and application_id = any ($1) group by application_id',
    [[many.applicationId, few.applicationId]],
  )
  expect(rows).toEqual([{ n: 980 }])
  await database.pool.query('update run set expires_at = now() where held_at is not null')
  expect(await releaseHeldCampaigns(deps)).toBe(0)
  const failed = await database.pool.query("select 1 from run where state = 'failed' and held_at is null")
  expect(failed.rowCount).toBe(20)
})
