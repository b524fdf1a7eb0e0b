import type { Campaign, CampaignStatus, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test, vi } from 'vitest'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../testing/campaigns.ts'

const kit = await testApp()
const { call, database } = kit
const owner = await kit.withApplication()
const contacts = await addContacts(kit, owner, ['ann@example.com', 'bob@example.com', 'cleo@example.com'])
const segment = await addSegment(kit, owner, 'Subscribers', contacts.slice(0, 2))
await setUpEmail(kit, owner)
const stranger = await kit.withApplication()

const SCHEDULE = '/api/notifications/schedule/email'
const NOW: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }

/** 09:30 in UTC, so many days from now. */
function inDays(days: number): Schedule {
  const date = Math.floor(Date.now() / 86_400_000) * 86_400 + days * 86_400 + 43_200
  return {
    message_type: { type: 1, date },
    campaign_start_date: { type: 3, local_time: 34_200, timezone: 'UTC' },
    advanced: { delivery_in_users_timezone: false },
  }
}

const dateOf = ({ message_type }: Schedule) => (message_type.type === 1 ? (message_type.date ?? 0) : 0)

const whole = (schedule: Schedule = NOW) => ({
  campaignName: 'Autumn restock 2',
  emailSubject: 'Hi {{ email }}',
  emailBody: '<p>Back in stock</p>',
  audience: { segment_uuids: [segment] },
  schedule,
})

interface LaunchAnswer {
  uuid: string
  status: CampaignStatus
  recipients: number
}

const launch = (body: unknown, { bearer }: ApplicationOwner = owner) =>
  call<LaunchAnswer>('POST', SCHEDULE, { bearer, body })
const change = (uuid: string, body: unknown, { bearer }: ApplicationOwner = owner) =>
  call<{ uuid: string }>('PUT', `${SCHEDULE}?uuid=${uuid}`, { bearer, body })
const read = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const draft = async (body: unknown) =>
  (await call<{ uuid: string }>('POST', '/api/notifications/draft/email', { bearer: owner.bearer, body })).data.uuid
const runsOf = (campaignId: string) =>
  database.kysely.selectFrom('run').where('campaign_id', '=', campaignId).selectAll().execute()

describe('launching', () => {
  test('a whole campaign now begins its run, which is then prepared', async () => {
    const { status, data } = await launch(whole())
    expect(status).toBe(200)
    expect(data).toMatchObject({ status: 'pending', recipients: 2 })
    await vi.waitFor(async () => expect((await read(data.uuid)).status).toBe('executing'), { timeout: 10_000 })
    const [run] = await runsOf(data.uuid)
    expect(run).toMatchObject({
      name: 'Autumn restock 2',
      channel: 'email',
      started_by: owner.user.uuid,
      recipients: 2,
    })
    expect(await read(data.uuid)).toMatchObject({
      recipients: 2,
      counts: { pending: 2 },
      run_uuid: run?.run_id,
      audience_names: ['Subscribers'],
      next_run: null,
      words: expect.stringMatching(/^On \w+, \d+ \w+ \d{4} at \d+:\d\d [AP]M \(UTC\)$/),
    })
  })

  test('a draft keeps its id, its parts and its files', async () => {
    const { schedule: _, ...parts } = whole()
    const attachments = [{ content: 'aGVsbG8=', filename: 'a.txt', type: 'text/plain' }]
    const uuid = await draft({ ...parts, attachments })
    expect((await launch({ uuid })).body.errors).toEqual([
      { field: 'schedule', key: 'campaigns.schedule', message: 'Choose when to send it.' },
    ])
    const { data } = await launch({ uuid: uuid.toUpperCase(), schedule: NOW, from_name: 'Shop' })
    expect(data).toMatchObject({ uuid, status: 'pending' })
    const [run] = await runsOf(uuid)
    expect(run?.content).toMatchObject({ subject: 'Hi {{ email }}', fromName: 'Shop' })
    const files = await database.kysely
      .selectFrom('run_attachment')
      .where('run_id', '=', run?.run_id ?? '')
      .select('filename')
      .execute()
    expect(files).toEqual([{ filename: 'a.txt' }])
  })

  test('for later waits for its moment', async () => {
    const schedule = inDays(3)
    const { data } = await launch(whole(schedule))
    expect(data).toMatchObject({ status: 'scheduled', recipients: 2 })
    expect(await runsOf(data.uuid)).toEqual([])
    const nextRun = dateOf(schedule) - 43_200 + 34_200
    expect(await read(data.uuid)).toMatchObject({
      status: 'scheduled',
      schedule,
      next_run: nextRun,
      timezone: 'UTC',
      recipients: 2,
      words: expect.stringMatching(/ at 9:30 AM \(UTC\)$/),
    })
  })

  test('twice at once begins one run', async () => {
    const uuid = await draft(whole())
    const replies = await Promise.all([1, 2, 3, 4].map(() => launch({ uuid })))
    expect(replies.map(reply => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await runsOf(uuid)).toHaveLength(1)
    expect((await launch({ uuid })).status).toBe(409)
    const { bearer } = owner
    const saved = await call('PUT', `/api/notifications/draft/email?uuid=${uuid}`, { bearer, body: {} })
    expect(saved.status).toBe(409)
  })

  test('takes what the campaign does not say from its template, which its subject overrides', async () => {
    const body = { type: 'Email', name: 'Base', subject: 'From the template', html: '<p>Body</p>', preheader: 'Psst' }
    const template = await call<{ template_uuid: string }>('POST', '/api/template', { bearer: owner.bearer, body })
    const template_uuid = template.data.template_uuid
    const { emailSubject: _, emailBody: __, ...rest } = whole()
    const plain = await launch({ ...rest, template_uuid })
    expect((await runsOf(plain.data.uuid))[0]?.content).toMatchObject({
      subject: 'From the template',
      html: expect.stringContaining('Psst'),
    })
    const own = await launch({ ...rest, template_uuid, emailSubject: 'My own' })
    expect((await runsOf(own.data.uuid))[0]?.content).toMatchObject({ subject: 'My own' })
  })
})

describe('a launch is refused', () => {
  test('with everything that is missing at once', async () => {
    const { status, body } = await launch({ uuid: await draft({ campaignName: 'Sale: 50 %' }) })
    expect(status).toBe(400)
    expect(body.errors?.map(({ field }) => field)).toEqual([
      'campaignName',
      'emailSubject',
      'emailBody',
      'audience.segment_uuids',
      'schedule',
    ])
  })

  test.each([
    ['no segment', { audience: { segment_uuids: [] } }, 'audience.segment_uuids'],
    ['only excluded segments', { audience: { exclude_segment_uuids: [segment] } }, 'audience.segment_uuids'],
    ['a name with signs', { campaignName: 'Sale: 50 %' }, 'campaignName'],
    ['a blank name', { campaignName: '   ' }, 'campaignName'],
    ['a blank subject', { emailSubject: ' ' }, 'emailSubject'],
    ['no body', { emailBody: '' }, 'emailBody'],
    ['a reply address that is none', { reply_to: 'ann@' }, 'reply_to'],
    ['a day that has passed', { schedule: inDays(-1) }, 'schedule.message_type.date'],
    ['a day more than a year ahead', { schedule: inDays(368) }, 'schedule.message_type.date'],
    [
      'a fixed time without a time',
      { schedule: { message_type: { type: 1 }, campaign_start_date: { type: 3 } } },
      'schedule.campaign_start_date.time',
    ],
  ])('with %s, at its field', async (_, part, field) => {
    const { status, body } = await launch({ ...whole(), ...part })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toBe(field)
  })

  test('with a broken tag or an unknown field, with its place', async () => {
    const broken = await launch({ ...whole(), emailBody: '<p>a</p>\n<p>{% if email %}</p>' })
    expect(broken.status).toBe(400)
    expect(broken.body.errors?.[0]).toMatchObject({ field: 'emailBody', line: 2, tag: 'if' })
    const unknown = await launch({ ...whole(), emailSubject: 'Hi {{ nickname }}' })
    expect(unknown.body.errors).toEqual([
      expect.objectContaining({ field: 'emailSubject', line: 1, column: 7, tag: 'nickname' }),
    ])
    expect((await launch({ ...whole(), emailSubject: 'Hi {{ nickname | default: "you" }}' })).status).toBe(200)
  })

  test('while email is not set up, saying where to do that', async () => {
    const contact = await addContacts(kit, stranger, ['dan@example.com'])
    const own = await addSegment(kit, stranger, 'All', contact)
    const { status, body } = await launch({ ...whole(), audience: { segment_uuids: [own] } }, stranger)
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      {
        field: 'configuration',
        key: 'channelNotConfigured',
        values: { reason: { key: 'campaigns.notConfigured', values: { channel: { key: 'channelNames.email' } } } },
        message: 'Email isn’t set up. Set it up under Settings, Platform, then launch again.',
      },
    ])
    expect(body.message).toBe(body.errors?.[0]?.message)
  })

  test('with a segment, template or draft of another application', async () => {
    const contact = await addContacts(kit, stranger, ['eve@example.com'])
    const foreign = await addSegment(kit, stranger, 'Foreign', contact)
    const segments = await launch({ ...whole(), audience: { segment_uuids: [segment, foreign] } })
    expect(segments.status).toBe(404)
    expect(segments.body.errors?.[0]?.field).toBe('audience.segment_uuids')
    const excluded = await launch({ ...whole(), audience: { all: true, exclude_segment_uuids: [foreign] } })
    expect(excluded.body.errors?.[0]?.field).toBe('audience.exclude_segment_uuids')
    const body = { type: 'Email', name: 'Theirs', subject: 'S', html: '<p>x</p>' }
    const template = await call<{ template_uuid: string }>('POST', '/api/template', { bearer: stranger.bearer, body })
    const named = await launch({ ...whole(), template_uuid: template.data.template_uuid })
    expect(named.status).toBe(404)
    expect(named.body.errors?.[0]?.field).toBe('template_uuid')
    expect((await launch({ uuid: await draft(whole()) }, stranger)).status).toBe(404)
  })

  test('and leaves the draft as it was', async () => {
    const uuid = await draft({ ...whole(), campaignName: 'Kept' })
    expect((await launch({ uuid, emailSubject: 'Changed {{ nobody }}' })).status).toBe(400)
    expect(await read(uuid)).toMatchObject({ status: 'draft', emailSubject: 'Hi {{ email }}', campaignName: 'Kept' })
  })
})

describe('changing a scheduled campaign', () => {
  test('replaces the parts given and keeps its moment unless the schedule is given', async () => {
    const { data } = await launch(whole(inDays(3)))
    const before = await read(data.uuid)
    expect((await change(data.uuid, { emailSubject: 'New', audience: { all: true } })).data).toEqual({
      uuid: data.uuid,
    })
    expect(await read(data.uuid)).toMatchObject({
      emailSubject: 'New',
      emailBody: before.emailBody,
      next_run: before.next_run,
      status: 'scheduled',
      recipients: 3,
      audience: { all: true },
    })
    await change(data.uuid, { schedule: inDays(5) })
    expect((await read(data.uuid)).next_run).toBe((before.next_run ?? 0) + 2 * 86_400)
  })

  test('is checked like a launch and changes nothing when refused', async () => {
    const { data } = await launch(whole(inDays(3)))
    const { status, body } = await change(data.uuid, { emailBody: '{{ nobody }}', campaignName: 'Other' })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toBe('emailBody')
    expect(await read(data.uuid)).toMatchObject({ campaignName: 'Autumn restock 2', emailBody: '<p>Back in stock</p>' })
    expect((await change(data.uuid, {}, stranger)).status).toBe(404)
  })

  test('to "now" begins its run', async () => {
    const { data } = await launch(whole(inDays(3)))
    expect((await change(data.uuid, { schedule: NOW })).status).toBe(200)
    expect(await runsOf(data.uuid)).toHaveLength(1)
    const again = await change(data.uuid, { emailSubject: 'Too late' })
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('You can’t do this after the run has started.')
  })

  test('of a draft is refused: drafts are saved as drafts', async () => {
    expect((await change(await draft(whole()), { emailSubject: 'x' })).status).toBe(409)
  })
})
