import type { Campaign, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test, vi } from 'vitest'
import { testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../../../testing/campaigns.ts'
import { runDueCampaigns } from './due.ts'

const kit = await testApp()
const { call, database, clock, deps } = kit
const HOUR_MS = 3_600_000

interface Sender extends ApplicationOwner {
  segment: string
}

async function sender({ isSetUp = true } = {}): Promise<Sender> {
  const owner = await kit.withApplication()
  const contacts = await addContacts(kit, owner, ['ann@example.com', 'bob@example.com'])
  if (isSetUp) await setUpEmail(kit, owner)
  return { ...owner, segment: await addSegment(kit, owner, 'Subscribers', contacts) }
}

const advance = (ms: number, owner: Sender) => moveClockTo(kit, new Date(clock.now().getTime() + ms), owner)

const SCHEDULE = '/api/notifications/schedule/email'

/** Scheduled for some minutes from now on the test's clock. */
async function scheduleIn(minutes: number, owner: Sender, parts: object = {}): Promise<string> {
  const at = new Date(clock.now().getTime() + minutes * 60_000)
  const seconds = Math.ceil(at.getTime() / 1000)
  const schedule: Schedule = {
    message_type: { type: 1, date: seconds },
    campaign_start_date: { type: 3, local_time: seconds % 86_400, timezone: 'UTC' },
    advanced: { delivery_in_users_timezone: false },
  }
  const body = {
    campaignName: 'Due',
    emailSubject: 'Hi {{ email }}',
    emailBody: '<p>x</p>',
    audience: { segment_uuids: [owner.segment] },
    schedule,
    ...parts,
  }
  const { data, body: answer } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })
  if (data === undefined) throw new Error(JSON.stringify(answer))
  return data.uuid
}

const read = async (uuid: string, { bearer }: ApplicationOwner) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer })).data
const runsOf = (uuid: string) => database.kysely.selectFrom('run').where('campaign_id', '=', uuid).selectAll().execute()
const tick = () => runDueCampaigns(deps)

describe('a campaign whose moment comes', () => {
  test('begins its run then, not before, and once however many ask', async () => {
    const owner = await sender()
    const uuid = await scheduleIn(30, owner)
    await tick()
    expect(await runsOf(uuid)).toEqual([])
    await advance(31 * 60_000, owner)
    const begun = await Promise.all([tick(), tick(), tick(), tick()])
    expect(begun.reduce((sum, n) => sum + n, 0)).toBe(1)
    await tick()
    const [run, ...others] = await runsOf(uuid)
    expect(others).toEqual([])
    expect(run).toMatchObject({ name: 'Due', timezone: 'UTC', started_by: owner.user.uuid })
    await vi.waitFor(async () => expect((await read(uuid, owner)).status).toBe('executing'), { timeout: 10_000 })
    expect(await read(uuid, owner)).toMatchObject({ next_run: null, recipients: 2 })
  })

  test('is left to the next second while somebody else holds it, and the others do not wait', async () => {
    const owner = await sender()
    const [held, free] = [await scheduleIn(1, owner), await scheduleIn(1, owner)]
    await advance(2 * 60_000, owner)
    await database.kysely.transaction().execute(async tx => {
      await tx.selectFrom('campaign').where('campaign_id', '=', held).select('name').forUpdate().execute()
      expect(await tick()).toBe(1)
    })
    expect([await runsOf(held), await runsOf(free)].map(runs => runs.length)).toEqual([0, 1])
    expect(await tick()).toBe(1)
    expect(await runsOf(held)).toHaveLength(1)
  })

  test('of several, all begin', async () => {
    const owner = await sender()
    const ids = await Promise.all([1, 2, 3].map(minutes => scheduleIn(minutes, owner)))
    await advance(4 * 60_000, owner)
    expect(await tick()).toBe(3)
    for (const uuid of ids) expect(await runsOf(uuid)).toHaveLength(1)
  })

  test('runs up to 24 hours late, as after an outage', async () => {
    const owner = await sender()
    const uuid = await scheduleIn(1, owner)
    await advance(24 * HOUR_MS, owner)
    await tick()
    expect(await runsOf(uuid)).toHaveLength(1)
  })

  test('is missed when it is later than that, and says so', async () => {
    const owner = await sender()
    const uuid = await scheduleIn(1, owner)
    await advance(24 * HOUR_MS + 2 * 60_000, owner)
    await Promise.all([tick(), tick()])
    expect(await runsOf(uuid)).toMatchObject([{ state: 'missed', recipients: 0, started_at: null }])
    expect(await read(uuid, owner)).toMatchObject({
      status: 'failed',
      status_reason: 'Missed: it was due more than 24 hours ago.',
      next_run: null,
    })
  })

  test('does nothing while it is paused; resumed too late it has to be edited', async () => {
    const owner = await sender()
    const uuid = await scheduleIn(1, owner)
    await call('POST', `${SCHEDULE}/pause`, { bearer: owner.bearer, body: { uuid } })
    await advance(2 * HOUR_MS, owner)
    await tick()
    expect(await runsOf(uuid)).toEqual([])
    await call('POST', `${SCHEDULE}/resume`, { bearer: owner.bearer, body: { uuid } })
    await tick()
    expect(await runsOf(uuid)).toHaveLength(1)

    const late = await scheduleIn(1, owner)
    await call('POST', `${SCHEDULE}/pause`, { bearer: owner.bearer, body: { uuid: late } })
    await advance(25 * HOUR_MS, owner)
    await tick()
    const resumed = await call('POST', `${SCHEDULE}/resume`, { bearer: owner.bearer, body: { uuid: late } })
    expect(resumed.status).toBe(409)
    expect(resumed.body.message).toBe('Its send time has passed. Edit it and choose a new one.')
  })

  test('waits, and says so, while email is not set up', async () => {
    const owner = await sender()
    const uuid = await scheduleIn(1, owner)
    await call('DELETE', '/api/notifications/email/configuration', { bearer: owner.bearer })
    await advance(HOUR_MS, owner)
    await tick()
    expect(await read(uuid, owner)).toMatchObject({
      status: 'scheduled',
      status_reason: 'Waiting until Email is set up.',
    })
    await setUpEmail(kit, owner)
    await tick()
    expect(await runsOf(uuid)).toHaveLength(1)
  })

  test('fails with the reason when what it is made of has gone', async () => {
    const owner = await sender()
    await database.kysely
      .insertInto('merge_field')
      .values({ application_id: owner.applicationId, name: 'nickname', type: 'text', created_at: clock.now() })
      .execute()
    const uuid = await scheduleIn(1, owner, { emailSubject: 'Hi {{ nickname }}' })
    await database.kysely.deleteFrom('merge_field').where('application_id', '=', owner.applicationId).execute()
    await advance(HOUR_MS, owner)
    const good = await scheduleIn(0, owner)
    await advance(1000, owner)
    await tick()
    expect(await read(uuid, owner)).toMatchObject({
      status: 'failed',
      status_reason: 'Not sent: There is no field "nickname".',
    })
    expect(await runsOf(uuid)).toMatchObject([{ state: 'missed' }])
    expect(await runsOf(good)).toHaveLength(1)
  })

  test('and is cancelled in the same instant either runs or does not, never half', async () => {
    const owner = await sender()
    for (let round = 0; round < 5; round++) {
      const uuid = await scheduleIn(1, owner)
      await advance(2 * 60_000, owner)
      const [, cancelled] = await Promise.all([
        tick(),
        call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer }),
      ])
      expect(cancelled.status).toBe(200)
      expect((await read(uuid, owner)).status).toBe('cancelled')
      expect((await runsOf(uuid)).filter(run => run.state !== 'cancelling')).toEqual([])
    }
  })

  test('and is edited in the same instant either runs as it was or waits as it is now', async () => {
    const owner = await sender()
    for (let round = 0; round < 5; round++) {
      const uuid = await scheduleIn(1, owner)
      await advance(2 * 60_000, owner)
      const body = { campaignName: 'Later' }
      const [, edited] = await Promise.all([
        tick(),
        call('PUT', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer, body }),
      ])
      await tick()
      const runs = await runsOf(uuid)
      expect(runs.map(run => run.name)).toEqual([edited.status === 200 ? 'Later' : 'Due'])
    }
  })
})

test('the clock of a schedule follows daylight saving', async () => {
  const owner = await sender()
  const year = clock.now().getUTCFullYear() + 1
  // The last Sunday of March: 02:30 does not exist in Madrid.
  const march = Temporal.PlainDate.from({ year, month: 3, day: 31 })
  const sunday = march.subtract({ days: march.dayOfWeek % 7 })
  const noon = sunday.toZonedDateTime({ timeZone: 'Europe/Madrid', plainTime: '12:00' })
  const uuid = await scheduleIn(1, owner, {
    schedule: {
      message_type: { type: 1, date: noon.epochMilliseconds / 1000 },
      campaign_start_date: { type: 3, local_time: 9000, timezone: 'Europe/Madrid' },
      advanced: { delivery_in_users_timezone: false },
    },
  })
  const { next_run, words } = await read(uuid, owner)
  expect(new Date((next_run ?? 0) * 1000).toISOString()).toBe(`${sunday.toString()}T01:00:00.000Z`)
  expect(words).toContain('at 3:00 AM (Europe/Madrid)')
})
