import type { Campaign, CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test, vi } from 'vitest'
import { testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../../testing/campaigns.ts'

const kit = await testApp()
const { call, database } = kit
const owner = await kit.withApplication()
const contacts = await addContacts(kit, owner, ['ann@example.com', 'bob@example.com'])
const segment = await addSegment(kit, owner, 'Subscribers', contacts)
await setUpEmail(kit, owner)
const stranger = await kit.withApplication()

const SCHEDULE = '/api/notifications/schedule/email'
const NOW: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1 } }
const tomorrow = (): Schedule => ({
  message_type: { type: 1, date: Math.floor(kit.clock.now().getTime() / 1000) + 86_400 },
  campaign_start_date: { type: 3, local_time: 34_200, timezone: 'UTC' },
  advanced: { delivery_in_users_timezone: false },
})

async function launch(schedule: Schedule): Promise<string> {
  const body = {
    campaignName: 'Campaign',
    emailSubject: 'Hi',
    emailBody: '<p>x</p>',
    audience: { segment_uuids: [segment] },
    schedule,
  }
  const { data } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })
  return data.uuid
}

const read = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const act = (name: 'pause' | 'resume', uuid: string, { bearer }: ApplicationOwner = owner) =>
  call<{ uuid: string; status: CampaignStatus }>('POST', `${SCHEDULE}/${name}`, { bearer, body: { uuid } })
const cancel = (uuid: string, { bearer }: ApplicationOwner = owner) =>
  call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer })
const becomes = (uuid: string, status: CampaignStatus) =>
  vi.waitFor(async () => expect((await read(uuid)).status).toBe(status), { timeout: 10_000 })
const runStates = async (uuid: string) =>
  (await database.kysely.selectFrom('run').where('campaign_id', '=', uuid).select('state').execute()).map(r => r.state)

describe('a scheduled campaign', () => {
  test('can be paused and resumed, and keeps its moment', async () => {
    const uuid = await launch(tomorrow())
    const { next_run } = await read(uuid)
    expect((await act('pause', uuid)).data).toEqual({ uuid, status: 'paused' })
    expect((await act('pause', uuid)).data.status).toBe('paused')
    expect(await read(uuid)).toMatchObject({ status: 'paused', next_run })
    expect((await act('resume', uuid)).data).toEqual({ uuid, status: 'scheduled' })
    expect(await read(uuid)).toMatchObject({ status: 'scheduled', next_run })
  })

  test('is cancelled once', async () => {
    const uuid = await launch(tomorrow())
    expect((await cancel(uuid)).status).toBe(200)
    expect(await read(uuid)).toMatchObject({ status: 'cancelled', next_run: null, run_uuid: null })
    expect((await cancel(uuid)).status).toBe(409)
    for (const name of ['pause', 'resume'] as const) expect((await act(name, uuid)).status).toBe(409)
  })

  test('can be cancelled while it is paused', async () => {
    const uuid = await launch(tomorrow())
    await act('pause', uuid)
    expect((await cancel(uuid)).status).toBe(200)
    expect((await read(uuid)).status).toBe('cancelled')
  })

  test('can be edited while it is paused, and stays paused', async () => {
    const uuid = await launch(tomorrow())
    await act('pause', uuid)
    const body = { emailSubject: 'Edited', schedule: NOW }
    expect((await call('PUT', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer, body })).status).toBe(200)
    expect(await read(uuid)).toMatchObject({ status: 'paused', emailSubject: 'Edited', run_uuid: null })
  })

  test('cannot be resumed when it is not paused', async () => {
    const uuid = await launch(tomorrow())
    const { status, body } = await act('resume', uuid)
    expect(status).toBe(409)
    expect(body.message).toBe('You can’t do this to a scheduled campaign.')
  })
})

describe('a running campaign', () => {
  test('is paused, resumed and cancelled with its run', async () => {
    const uuid = await launch(NOW)
    await becomes(uuid, 'executing')
    expect((await act('pause', uuid)).data.status).toBe('paused')
    expect(await runStates(uuid)).toEqual(['paused'])
    expect((await act('pause', uuid)).data.status).toBe('paused')
    const edit = await call('PUT', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer, body: { emailSubject: 'x' } })
    expect(edit.status).toBe(409)
    expect((await act('resume', uuid)).data.status).toBe('executing')
    expect((await act('resume', uuid)).status).toBe(409)
    expect((await cancel(uuid)).status).toBe(200)
    expect(await runStates(uuid)).toEqual(['cancelling'])
    expect((await read(uuid)).status).toBe('cancelled')
    expect((await cancel(uuid)).status).toBe(409)
  })

  test('cannot be resumed while email is not set up', async () => {
    const other = await kit.withApplication()
    const people = await addContacts(kit, other, ['dan@example.com'])
    await setUpEmail(kit, other)
    const { bearer } = other
    const parts = { campaignName: 'C', emailSubject: 'Hi', emailBody: '<p>x</p>', schedule: NOW }
    const audience = { segment_uuids: [await addSegment(kit, other, 'All', people)] }
    const { data } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer, body: { ...parts, audience } })
    await call('DELETE', '/api/notifications/email/configuration', { bearer })
    const { status, body } = await act('resume', data.uuid, other)
    expect(status).toBe(409)
    expect(body.message).toBe('Email isn’t set up. Set it up under Settings, Platform, then resume.')
    await setUpEmail(kit, other)
    expect((await act('resume', data.uuid, other)).status).toBe(200)
  })

  test('cancelled while it is being prepared sends nothing, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await launch(NOW)
      const replies = await Promise.all([cancel(uuid), act('pause', uuid), cancel(uuid)])
      const statuses = replies.map(reply => reply.status)
      expect(statuses.filter(status => status !== 200 && status !== 409)).toEqual([])
      expect((await read(uuid)).status).toBe('cancelled')
      expect(await runStates(uuid)).toEqual(['cancelling'])
    }
  })
})

test('a draft is neither paused nor resumed', async () => {
  const { bearer } = owner
  const { data } = await call<{ uuid: string }>('POST', '/api/notifications/draft/email', { bearer, body: {} })
  for (const name of ['pause', 'resume'] as const) expect((await act(name, data.uuid)).status).toBe(409)
})

test('nobody acts on campaigns of another application', async () => {
  const scheduled = await launch(tomorrow())
  const running = await launch(NOW)
  for (const uuid of [scheduled, running]) {
    expect((await act('pause', uuid, stranger)).status).toBe(404)
    expect((await act('resume', uuid, stranger)).status).toBe(404)
    expect((await cancel(uuid, stranger)).status).toBe(404)
  }
  expect((await read(scheduled)).status).toBe('scheduled')
  expect(['pending', 'executing']).toContain((await read(running)).status)
  expect((await act('pause', 'x')).status).toBe(400)
})
