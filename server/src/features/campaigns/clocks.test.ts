/** Campaigns on their recipients' clocks, from the schedule to what people read about it. */
import type { Campaign, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { CampaignCalendar } from '@notifly/contracts/campaigns/calendar'
import type { RecipientMoment } from '@notifly/contracts/schedules/moments'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../../testing/campaigns.ts'
import { runDueCampaigns } from './clock/due.ts'

const kit = await testApp()
const { call, database, clock, deps } = kit
const owner = await kit.withApplication()
await setUpEmail(kit, owner)
const contacts = await addContacts(kit, owner, [
  'ann@example.com',
  'bob@example.com',
  'cleo@example.com',
  'dan@example.com',
])
const segment = await addSegment(kit, owner, 'All', contacts)
const ZONES = ['Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati', null]
for (const [index, timezone] of ZONES.entries()) {
  await database.kysely
    .updateTable('contact')
    .set({ timezone })
    .where('contact_id', '=', contacts[index] ?? '')
    .execute()
}

const HOUR = 3600
const SCHEDULE = '/api/notifications/schedule/email'
const now = () => Math.floor(clock.now().getTime() / 1000)
const tick = () => runDueCampaigns(deps)

const moveTo = (epochSeconds: number) => moveClockTo(kit, new Date(epochSeconds * 1000), owner)

/** Ten o'clock in three days, on UTC's clock and each recipient's own. */
function tenOClock(parts: Partial<Schedule> = {}): { schedule: Schedule; at: number } {
  const day = Math.floor(now() / 86_400) * 86_400 + 3 * 86_400
  const schedule: Schedule = {
    message_type: { type: 1, date: day + 12 * HOUR },
    campaign_start_date: { type: 3, local_time: 10 * HOUR, timezone: 'UTC' },
    ...parts,
  }
  return { schedule, at: day + 10 * HOUR }
}

async function launch(schedule: Schedule, segmentId = segment): Promise<string> {
  const { data, body: answer } = await call<{ uuid: string }>('POST', SCHEDULE, {
    bearer: owner.bearer,
    body: {
      campaignName: 'Their time',
      emailSubject: 'Hi',
      emailBody: '<p>x</p>',
      audience: { segment_uuids: [segmentId] },
      schedule,
    },
  })
  if (data === undefined) throw new Error(JSON.stringify(answer))
  return data.uuid
}

const read = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const recipientsOf = async (uuid: string, query = '') =>
  (await call<Recipient[]>('GET', `/api/notifications/delivery/email/${uuid}${query}`, { bearer: owner.bearer })).data
const dueOf = async (uuid: string) => {
  const { rows } = await database.pool.query<{ timezone: string | null; due: number }>(
    `select c.timezone, extract(epoch from b.due_at)::int as due from run r
     join delivery d using (application_id, run_id) join contact c using (application_id, contact_id)
     join batch b on b.run_id = d.run_id and (d.seq between b.seq_from and b.seq_to or d.seq = any (b.seqs)) and not b.done
     where r.campaign_id = $1 order by due`,
    [uuid],
  )
  return rows
}

test('a schedule that says nothing of clocks follows the recipients’: it opens when the first of them shows its time', async () => {
  const { schedule, at } = tenOClock()
  const uuid = await launch(schedule)
  expect(await read(uuid)).toMatchObject({ status: 'scheduled', next_run: at })
  await moveTo(at - 14 * HOUR - 1)
  expect(await tick()).toBe(0)
  await moveTo(at - 14 * HOUR)
  expect((await Promise.all([tick(), tick()])).reduce((sum, n) => sum + n, 0)).toBe(1)
  await vi.waitFor(async () => expect((await read(uuid)).status).toBe('executing'), { timeout: 20_000 })
  const summer = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })
    .format(at * 1000)
    .includes('-04:00')
  expect(await dueOf(uuid)).toEqual([
    // The first moment has come already: it is the one at which the run was prepared.
    { timezone: 'Pacific/Kiritimati', due: expect.closeTo(at - 14 * HOUR, -1) as number },
    { timezone: 'Asia/Kolkata', due: at - 5.5 * HOUR },
    { timezone: null, due: at },
    { timezone: 'America/New_York', due: at + (summer ? 4 : 5) * HOUR },
  ])
  expect((await read(uuid)).words).toMatch(/ at 10:00 AM, recipient's local time$/)
  const waiting = await recipientsOf(uuid, '?status=scheduled')
  expect(waiting.map(row => [row.current_status, row.status_code])).toEqual(Array(3).fill(['scheduled', 4]))
  expect(await recipientsOf(uuid, '?status=4')).toHaveLength(3)

  const act = (name: string) => call('POST', `${SCHEDULE}/${name}`, { bearer: owner.bearer, body: { uuid } })
  expect((await act('pause')).status).toBe(200)
  await moveTo(at)
  expect((await act('resume')).status).toBe(200)
  expect((await recipientsOf(uuid, '?status=scheduled')).map(row => row.email)).toEqual(['bob@example.com'])
  expect((await call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).status).toBe(200)
  expect((await read(uuid)).status).toBe('cancelled')
})

test('a run that begins late, as after an outage, leaves out whose moment is over for a day', async () => {
  const { schedule, at } = tenOClock()
  const uuid = await launch(schedule)
  await moveTo(at + 20 * HOUR)
  expect(await tick()).toBe(1)
  await vi.waitFor(async () => expect((await read(uuid)).status).toBe('executing'), { timeout: 20_000 })
  const rows = await recipientsOf(uuid)
  const byEmail = new Map(rows.map(row => [row.email, [row.current_status, row.reason]]))
  expect(byEmail.get('ann@example.com')).toEqual(['expired', 'moment_passed'])
  expect(byEmail.get('cleo@example.com')).toEqual(['expired', 'moment_passed'])
  expect(byEmail.get('bob@example.com')).toEqual(['pending', null])
  expect(byEmail.get('dan@example.com')).toEqual(['pending', null])
})

/** Mondays and Thursdays at nine, on a Monday morning on which nine o'clock has passed in India and Kiritimati only. */
async function mondayMorning() {
  const week = 7 * 86_400
  const firstMonday = 4 * 86_400
  const monday = Math.ceil((now() - firstMonday) / week) * week + firstMonday
  await moveTo(monday + 7 * HOUR)
  const schedule: Schedule = {
    message_type: { type: 3, days_of_week: [2, 5] },
    campaign_start_date: { type: 3, local_time: 9 * HOUR, timezone: 'UTC' },
  }
  const thursday = monday + 3 * 86_400
  const offset = (zone: string, at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9
  const nine = (day: number, zone: string) => day + 9 * HOUR - offset(zone, day)
  return { schedule, monday, thursday, nine }
}

interface Estimated {
  next_runs: number[]
  moments: RecipientMoment[]
}

const estimate = async (schedule: Schedule, segmentId = segment) => {
  const body = { audience: { segment_uuids: [segmentId] }, schedule }
  return (await call<Estimated>('POST', '/api/notifications/estimate/email', { bearer: owner.bearer, body })).data
}

test('recipients whose time has passed at the launch get the next run; estimate, campaign and calendar say so, and the run does so', async () => {
  const { schedule, monday, thursday, nine } = await mondayMorning()
  const [newYork, india] = ['America/New_York', 'Asia/Kolkata'] as const
  const told = await estimate(schedule)
  const moment = (zone_offset: number, at: number, passed: boolean) => ({ zone_offset, people: 1, at, passed })
  expect(told.next_runs[0]).toBe(nine(monday, 'UTC'))
  expect(told.moments).toEqual([
    moment(0, nine(monday, 'UTC'), false),
    moment(nine(0, 'UTC') - nine(monday, newYork) + monday, nine(monday, newYork), false),
    moment(14 * HOUR, nine(thursday, 'UTC') - 14 * HOUR, true),
    moment(5.5 * HOUR, nine(thursday, india), true),
  ])

  const uuid = await launch(schedule)
  const span = { first: nine(monday, 'UTC'), last: nine(monday, newYork), passed: 2 }
  expect(await read(uuid)).toMatchObject({ next_run: nine(monday, 'UTC'), next_moments: span })
  const [from, to] = [monday, thursday].map(day => new Date(day * 1000).toISOString().slice(0, 10))
  const path = `${SCHEDULE}/calendar?from=${from}&to=${to}&timezone=UTC`
  const calendar = (await call<CampaignCalendar>('GET', path, { bearer: owner.bearer })).data
  expect(calendar.entries.filter(entry => entry.uuid === uuid).map(({ at, moments }) => [at, moments])).toEqual([
    [nine(monday, 'UTC'), span],
    [nine(thursday, 'UTC'), { first: nine(thursday, 'UTC') - 14 * HOUR, last: nine(thursday, newYork), passed: 0 }],
  ])

  expect(await tick()).toBe(1)
  await vi.waitFor(async () => expect((await read(uuid)).status).toBe('executing'), { timeout: 20_000 })
  expect(await dueOf(uuid)).toEqual([
    { timezone: null, due: nine(monday, 'UTC') },
    { timezone: newYork, due: nine(monday, newYork) },
  ])
  const left = await recipientsOf(uuid, '?status=skipped')
  expect(left.map(row => [row.email, row.reason])).toEqual(
    expect.arrayContaining(['ann@example.com', 'cleo@example.com'].map(email => [email, 'waits_for_next_run'])),
  )
  expect(left).toHaveLength(2)
})

test('where it has passed for all of them the first run is the next one, unless another choice was made', async () => {
  const { schedule, thursday, nine } = await mondayMorning()
  const indians = await addSegment(kit, owner, 'India', contacts.slice(0, 1))
  const at = nine(thursday, 'Asia/Kolkata')
  const told = await estimate(schedule, indians)
  expect(told.next_runs[0]).toBe(nine(thursday, 'UTC'))
  expect(told.moments).toEqual([{ zone_offset: 5.5 * HOUR, people: 1, at, passed: false }])
  const uuid = await launch(schedule, indians)
  expect(await read(uuid)).toMatchObject({
    status: 'scheduled',
    next_run: nine(thursday, 'UTC'),
    next_moments: { first: at, last: at, passed: 0 },
  })
  // Campaigns of the tests above may be due as well.
  await tick()
  expect((await read(uuid)).run_uuid).toBeNull()

  const atOnce = { ...schedule, advanced: { passed: 'at_once' as const } }
  const [line] = (await estimate(atOnce, indians)).moments
  expect(line).toMatchObject({ at: expect.closeTo(now(), -1) as number, passed: true })
  const second = await launch(atOnce, indians)
  expect(await tick()).toBe(1)
  await vi.waitFor(async () => expect((await read(second)).status).toBe('executing'), { timeout: 20_000 })
  expect(await dueOf(second)).toEqual([{ timezone: 'Asia/Kolkata', due: expect.closeTo(now(), -1) as number }])

  const once: Schedule = { ...schedule, message_type: { type: 1, date: nine(thursday - 3 * 86_400, 'UTC') } }
  const tomorrow = nine(thursday - 2 * 86_400, 'Asia/Kolkata')
  expect((await estimate(once, indians)).moments).toEqual([
    { zone_offset: 5.5 * HOUR, people: 1, at: tomorrow, passed: true },
  ])
  const third = await launch(once, indians)
  expect((await read(third)).next_moments).toEqual({ first: tomorrow, last: tomorrow, passed: 1 })
  expect(await tick()).toBe(1)
  await vi.waitFor(async () => expect((await read(third)).status).toBe('executing'), { timeout: 20_000 })
  expect(await dueOf(third)).toEqual([{ timezone: 'Asia/Kolkata', due: tomorrow }])
})

test('a recurring campaign has one run per moment, each begun as its time comes in the first zone', async () => {
  const { schedule, at } = tenOClock({ message_type: { type: 3, interval: 86_400 } })
  const uuid = await launch({ ...schedule, sunset: { type: 3, number_of_send: 2 } })
  const first = (await read(uuid)).next_run ?? 0
  expect((at - first) % 86_400).toBe(0)
  await moveTo(first - 14 * HOUR)
  expect(await tick()).toBe(1)
  expect(await tick()).toBe(0)
  expect((await read(uuid)).next_run).toBe(first + 86_400)
  await moveTo(first + 10 * HOUR)
  expect(await tick()).toBe(1)
  expect((await read(uuid)).next_run).toBeNull()
})

test('an estimate says on how many clocks they are, and of how many the best hour is known', async () => {
  const { schedule, at } = tenOClock()
  expect(await estimate(schedule)).toMatchObject({ next_runs: [at], clocks: { zones: 3, without: 1 } })
  const alike = await estimate({ ...schedule, advanced: { delivery_in_users_timezone: false } })
  expect(alike).not.toHaveProperty('clocks')
  const best: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 2 } }
  expect(await estimate(best)).toMatchObject({ best_hour: { known: 0, of: 4, application: null } })
  expect(await estimate(best)).not.toHaveProperty('clocks')
})
