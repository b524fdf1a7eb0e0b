import type { Campaign, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { RunRow } from '@notifly/contracts/runs/deliveries'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { describe, expect, test } from 'vitest'
import { storedWords } from '../../lib/stored-words.ts'
import { testApp } from '../../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../../testing/campaigns.ts'
import { runDueCampaigns } from './clock/due.ts'

const kit = await testApp()
const { call, database, clock, deps } = kit
const owner = await kit.withApplication()
const segment = await addSegment(kit, owner, 'All', await addContacts(kit, owner, ['ann@example.com']))
await setUpEmail(kit, owner)

const HOUR = 3600
const SCHEDULE = '/api/notifications/schedule/email'
const now = () => Math.floor(clock.now().getTime() / 1000)
const tick = () => runDueCampaigns(deps)

const moveTo = (epochSeconds: number) => moveClockTo(kit, new Date(epochSeconds * 1000), owner)

const every = (hours: 1 | 24, sunset?: Schedule['sunset']): Schedule => ({
  message_type: { type: 3, interval: hours * HOUR },
  campaign_start_date: { type: 3, local_time: (Math.ceil(now() / 60) * 60 + 60) % 86_400, timezone: 'UTC' },
  advanced: { delivery_in_users_timezone: false },
  ...(sunset !== undefined && { sunset }),
})

async function launch(schedule: Schedule): Promise<{ uuid: string; first: number }> {
  const body = { campaignName: 'Weekly', emailSubject: 'Hi', emailBody: '<p>x</p>', schedule }
  const { data, body: answer } = await call<{ uuid: string }>('POST', SCHEDULE, {
    bearer: owner.bearer,
    body: { ...body, audience: { segment_uuids: [segment] } },
  })
  if (data === undefined) throw new Error(JSON.stringify(answer))
  return { uuid: data.uuid, first: (await read(data.uuid)).next_run ?? 0 }
}

const read = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const runsOf = (uuid: string) =>
  database.kysely.selectFrom('run').where('campaign_id', '=', uuid).selectAll().orderBy('occurrence_at').execute()
const act = (name: 'pause' | 'resume' | 'duplicate' | 'resend', body: object) =>
  call<{ uuid: string; status: string; campaignName: string }>('POST', `${SCHEDULE}/${name}`, {
    bearer: owner.bearer,
    body,
  })

describe('a recurring campaign', () => {
  test('has a run per moment, once however many ask, and ends after its sends', async () => {
    const { uuid, first } = await launch(every(1, { type: 3, number_of_send: 2 }))
    expect(await read(uuid)).toMatchObject({ status: 'scheduled', run_uuid: null })
    await moveTo(first)
    const begun = await Promise.all([tick(), tick(), tick()])
    expect(begun.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect(await read(uuid)).toMatchObject({ next_run: first + HOUR })
    await moveTo(first + HOUR)
    await Promise.all([tick(), tick()])
    expect((await runsOf(uuid)).map(run => run.occurrence_at?.getTime())).toEqual([first * 1000, (first + HOUR) * 1000])
    expect((await read(uuid)).next_run).toBeNull()
    await moveTo(first + 3 * HOUR)
    expect(await tick()).toBe(0)
    expect((await read(uuid)).words).toMatch(/^Every hour from .*; ends after 2 sends$/)
  })

  test('after an outage starts the latest of what it missed, and says so', async () => {
    const { uuid, first } = await launch(every(1))
    await moveTo(first + 26 * HOUR + 60)
    await Promise.all([tick(), tick()])
    const runs = await runsOf(uuid)
    expect(runs).toHaveLength(27)
    expect(runs.filter(run => run.state !== 'missed').map(run => run.occurrence_at?.getTime())).toEqual([
      (first + 26 * HOUR) * 1000,
    ])
    expect(runs[0]?.state_reason).toBe(storedWords(sentence('campaigns.missed')))
    const { next_run, status_reason, status_reason_sentence } = await read(uuid)
    expect(next_run).toBe(first + 27 * HOUR)
    expect(status_reason).toMatch(/^26 runs were missed\. Missed: a later run was also due/)
    expect(status_reason_sentence).toEqual(
      sentence('campaigns.missedRuns', { n: 26, reason: sentence('campaigns.overtaken') }),
    )
    const path = `/api/notifications/delivery?uuid=${uuid}&status=missed&per_page=100`
    expect((await call<RunRow[]>('GET', path, { bearer: owner.bearer })).data).toHaveLength(26)
    await call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })
  })

  test('held back has no runs; resumed, it goes on with the next moment', async () => {
    const { uuid, first } = await launch(every(1))
    await act('pause', { uuid })
    await moveTo(first + 2 * HOUR + 60)
    expect(await tick()).toBe(0)
    expect((await act('resume', { uuid })).data).toEqual({ uuid, status: 'scheduled' })
    expect(await read(uuid)).toMatchObject({ next_run: first + 3 * HOUR })
    expect((await runsOf(uuid)).map(run => run.state)).toEqual(['missed', 'missed', 'missed'])
    await call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })
  })

  test('pauses one run alone, and with a cancel ends with all of them', async () => {
    const { uuid, first } = await launch(every(1))
    await moveTo(first)
    await tick()
    const [run] = await runsOf(uuid)
    await act('pause', { uuid, run_uuid: run?.run_id })
    await moveTo(first + HOUR)
    expect(await tick()).toBe(1)
    expect((await act('resume', { uuid, run_uuid: run?.run_id })).status).toBe(200)
    expect((await call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).status).toBe(200)
    expect((await runsOf(uuid)).map(({ state }) => state)).toEqual(['cancelling', 'cancelling'])
    expect(await read(uuid)).toMatchObject({ status: 'cancelled', next_run: null })
    await moveTo(first + 3 * HOUR)
    expect(await tick()).toBe(0)
  })

  test('is edited while a run is on its way: the run stays, the next ones change', async () => {
    const { uuid, first } = await launch(every(24))
    await moveTo(first)
    await tick()
    const change = (body: object) => call('PUT', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer, body })
    expect((await change({ campaignName: 'Renamed', schedule: (await read(uuid)).schedule })).status).toBe(200)
    expect(await read(uuid)).toMatchObject({ campaignName: 'Renamed', next_run: first + 24 * HOUR })
    expect((await runsOf(uuid)).map(run => run.name)).toEqual(['Weekly'])
    const tooOften: Schedule = { ...every(1), campaign_start_date: { type: 2 } }
    const { status, body } = await change({ schedule: tooOften })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toBe('schedule.campaign_start_date.type')
    await call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })
  })
})

describe('a copy', () => {
  test('is a draft of its own; a resend asks for those who did not open', async () => {
    const { uuid, first } = await launch(every(24))
    const copy = await act('duplicate', { uuid })
    expect(copy.status).toBe(201)
    expect(await read(copy.data.uuid)).toMatchObject({
      campaignName: 'Weekly copy',
      status: 'draft',
      emailSubject: 'Hi',
    })
    expect((await act('resend', { uuid, who: 'not_opened' })).status).toBe(409)
    await moveTo(first)
    await tick()
    await database.kysely.updateTable('run').set({ state: 'done' }).where('campaign_id', '=', uuid).execute()
    const again = await act('resend', { uuid, who: 'not_opened' })
    expect(await read(again.data.uuid)).toMatchObject({
      campaignName: 'Weekly copy',
      status: 'draft',
      audience_names: ['Weekly not opened'],
    })
    expect((await act('resend', { uuid, who: 'not_opened' })).status).toBe(201)
  })
})
