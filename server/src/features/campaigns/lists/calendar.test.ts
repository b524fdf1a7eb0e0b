import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import type { CalendarEntry, CampaignCalendar } from '@notifly/contracts/campaigns/calendar'
import type { Campaign, CampaignRow, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../../../testing/campaigns.ts'
import { runDueCampaigns } from '../clock/due.ts'

const kit = await testApp()
const { call, clock, deps } = kit
const owner = await kit.withApplication()
const segment = await addSegment(kit, owner, 'All', await addContacts(kit, owner, ['ann@example.com']))
await setUpEmail(kit, owner)
const stranger = await kit.withApplication()

const HOUR = 3600
const SCHEDULE = '/api/notifications/schedule/email'
const now = () => Math.floor(clock.now().getTime() / 1000)
const dayAt = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const momentOf = (day: string, time = '00:00:00Z') => Date.parse(`${day}T${time}`) / 1000
const inDays = (days: number) => dayAt(now() + days * 24 * HOUR)

const moveTo = (epochSeconds: number) => moveClockTo(kit, new Date(epochSeconds * 1000), owner)

const daily = (change: Partial<Schedule> = {}): Schedule => ({
  message_type: { type: 3, days_of_week: [1, 2, 3, 4, 5, 6, 7] },
  campaign_start_date: { type: 3, local_time: 22 * HOUR, timezone: 'UTC' },
  advanced: { delivery_in_users_timezone: false },
  ...change,
})
const hourly = (): Schedule => ({
  message_type: { type: 3, interval: HOUR },
  campaign_start_date: { type: 1, timezone: 'UTC' },
  advanced: { delivery_in_users_timezone: false },
})

async function launch(campaignName: string, schedule: Schedule): Promise<string> {
  const parts = { campaignName, emailSubject: 'Hi', emailBody: '<p>x</p>', schedule }
  const body = { ...parts, audience: { segment_uuids: [segment] } }
  const { data, body: answer } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })
  if (data === undefined) throw new Error(JSON.stringify(answer))
  return data.uuid
}

const read = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const cancel = (uuid: string) => call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })
const ask = (query: Record<string, string>, { bearer }: ApplicationOwner = owner) =>
  call<CampaignCalendar>('GET', `${SCHEDULE}/calendar?${new URLSearchParams(query).toString()}`, { bearer })
const entriesOf = async (uuid: string, query: Record<string, string>): Promise<CalendarEntry[]> =>
  (await ask(query)).data.entries.filter(entry => entry.uuid === uuid)

describe('the calendar', () => {
  test('has the runs to come on the days of the clock that is asked for', async () => {
    const uuid = await launch('Every evening', daily({ sunset: { type: 3, number_of_send: 4 } }))
    const { next_runs: runs } = await read(uuid)
    expect(runs).toHaveLength(4)
    const first = runs[0] ?? 0
    const days = { from: dayAt(first), to: dayAt(first + 10 * 24 * HOUR) }
    const here = await entriesOf(uuid, { ...days, timezone: 'UTC' })
    expect(here.map(({ day, at }) => [day, at])).toEqual(runs.map(run => [dayAt(run), run]))
    expect(here[0]).toMatchObject({ name: 'Every evening', status: 'scheduled', runs: 1, run_uuid: null })
    // At ten in the evening it is the next day already in Kolkata.
    const there = await entriesOf(uuid, { ...days, timezone: 'Asia/Kolkata' })
    expect(there.map(({ day }) => day)).toEqual(runs.map(run => dayAt(run + 24 * HOUR)))
    // Counted from the next run, also when the days asked for begin later.
    const late = await entriesOf(uuid, { from: dayAt(runs[2] ?? 0), to: days.to, timezone: 'UTC' })
    expect(late.map(({ at }) => at)).toEqual(runs.slice(2))
    expect((await ask({ ...days, timezone: 'UTC' }, stranger)).data.entries).toEqual([])
    await cancel(uuid)
    expect(await entriesOf(uuid, { ...days, timezone: 'UTC' })).toEqual([])
  })

  test('says the runs of one campaign on one day in one line, and keeps what began and what was missed apart', async () => {
    await moveTo(momentOf(inDays(1), '20:30:00Z'))
    const uuid = await launch('Hourly', hourly())
    // Midnight is the first start of an interval.
    const start = momentOf(inDays(1))
    const days = { from: dayAt(start), to: dayAt(start + 24 * HOUR), timezone: 'UTC' }
    expect((await entriesOf(uuid, days)).map(({ day, at, last_at, runs }) => [day, at, last_at, runs])).toEqual([
      [days.from, start, start + 23 * HOUR, 24],
      [days.to, start + 24 * HOUR, start + 47 * HOUR, 24],
    ])
    await moveTo(start)
    await runDueCampaigns(deps)
    await moveTo(start + 4 * HOUR + 60)
    await runDueCampaigns(deps)
    const today = (await entriesOf(uuid, days)).filter(({ day }) => day === days.from)
    const begun = today.filter(({ status }) => status === 'pending' || status === 'executing')
    expect(begun.reduce((sum, { runs }) => sum + runs, 0)).toBe(2)
    const [missed, toCome, ...others] = today.filter(entry => !begun.includes(entry))
    expect(missed).toMatchObject({ status: 'missed', at: start + HOUR, last_at: start + 3 * HOUR, runs: 3 })
    expect(missed?.status_reason).toBe('Missed: a later run was also due, and only the latest starts.')
    expect(toCome).toMatchObject({ status: 'scheduled', at: start + 5 * HOUR, last_at: start + 23 * HOUR, runs: 19 })
    expect(others).toEqual([])

    // The campaign's own list has them by their scheduled moments.
    const list = async (query: string) =>
      (await call<RunRow[]>('GET', `/api/notifications/delivery?uuid=${uuid}&${query}`, { bearer: owner.bearer })).data
    const moments = (rows: RunRow[]) => rows.map(({ started_on }) => started_on)
    expect(moments(await list('status=missed'))).toEqual([3, 2, 1].map(n => start + n * HOUR))
    expect((await list('')).map(({ status }) => status === 'missed')).toEqual([false, true, true, true, false])
    expect(await list(`from=${inDays(-3)}&to=${inDays(-1)}`)).toEqual([])

    // A pause holds the runs to come back; what passes meanwhile is no run to come.
    await call('POST', `${SCHEDULE}/pause`, { bearer: owner.bearer, body: { uuid } })
    await moveTo(start + 7 * HOUR + 60)
    const held = (await entriesOf(uuid, days)).filter(({ at }) => at > start + 4 * HOUR)
    expect(held[0]).toMatchObject({ status: 'paused', at: start + 8 * HOUR, runs: 16 })
    // The clock goes on from the moment it was set to.
    expect((await read(uuid)).paused_on).toBeGreaterThanOrEqual(start + 4 * HOUR + 60)
    expect((await read(uuid)).paused_on).toBeLessThan(start + 4 * HOUR + 120)
    const summary = `/api/notifications/delivery/email/${uuid}/summary`
    const { data: run } = await call<RunProgress>('GET', summary, { bearer: owner.bearer })
    expect(run.campaign).toMatchObject({ repeats: true, status: 'paused', paused_on: start + 4 * HOUR + 60 })
    await cancel(uuid)
  })

  test('shows a month without being told, and refuses days that it cannot show', async () => {
    const { data } = await ask({})
    const today = dayAt(now())
    expect(data).toMatchObject({ from: `${today.slice(0, 8)}01`, timezone: 'UTC', is_cut: false })
    const wrong = [
      { from: today, to: inDays(62) },
      { from: inDays(400), to: inDays(401) },
      { from: today, to: inDays(-1) },
      { from: '2026-02-30', to: '2026-03-01' },
    ]
    const statuses = await Promise.all(wrong.map(async query => (await ask(query)).status))
    expect(statuses).toEqual([400, 400, 400, 400])
    expect((await ask({ from: today, to: inDays(61) })).status).toBe(200)
  })
})

test('a resend says beforehand how many it is about', async () => {
  const uuid = await launch('Once', { message_type: { type: 1 }, campaign_start_date: { type: 1 } })
  const count = (bearer: string) => call('GET', `${SCHEDULE}/resend?uuid=${uuid}`, { bearer })
  expect((await count(owner.bearer)).data).toEqual({ count: 0, estimated: false })
  const { data: rows } = await call<CampaignRow[]>('GET', SCHEDULE, { bearer: owner.bearer })
  expect(['pending', 'executing']).toContain(rows.find(row => row.uuid === uuid)?.run_status)
  expect(rows.find(row => row.uuid === uuid)).toMatchObject({ paused_on: null })
  const { data: other } = await call<UserDetails>('POST', '/authP/login', {
    body: { email: stranger.email, password: PASSWORD },
  })
  expect((await count(other.token)).status).not.toBe(200)
})
