import type { Campaign, CampaignCheck, CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test } from 'vitest'
import { testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../../testing/campaigns.ts'
import type { SavedDraft } from './drafts.ts'

const kit = await testApp()
const { call } = kit
const owner = await kit.withApplication()
const stranger = await kit.withApplication()

const DRAFT = '/api/notifications/draft/email'
const SCHEDULE = '/api/notifications/schedule/email'
const STARTED = [
  '<style>[class="name"] { color: red }</style><!-- example.org --><!--[if mso]><br><![endif]-->',
  '<h1> Your company </h1><p>Your company grows.</p>',
  '<p>Dear [First name], lorem ipsum, Lorem ipsum [1]</p>',
  '<a href="https://shop.example/{{ first_name }}">x</a><a href="https://example.com">y</a> example.community',
  '<a href="{{ unsubscribe_url }}">Leave</a>',
].join('\n')
const base64 = (text: string) => Buffer.from(text).toString('base64')

const create = (body: unknown, { bearer }: ApplicationOwner = owner) =>
  call<SavedDraft>('POST', DRAFT, { bearer, body })
const update = (uuid: string, body: unknown, { bearer }: ApplicationOwner = owner) =>
  call<SavedDraft>('PUT', `${DRAFT}?uuid=${uuid}`, { bearer, body })
const read = (uuid: string, { bearer }: ApplicationOwner = owner) =>
  call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer })
const file = (filename: string, content = base64('hello')) => ({ content, filename, type: 'text/plain' })

describe('a draft', () => {
  test('begins with nothing at all and is read as such', async () => {
    const { status, data } = await create({})
    expect(status).toBe(201)
    expect(data.problems).toEqual([])
    expect((await read(data.uuid)).data).toMatchObject({
      uuid: data.uuid,
      platform: 'email',
      campaignName: '',
      status: 'draft',
      status_reason: null,
      schedule: null,
      words: 'Not scheduled yet',
      next_run: null,
      audience: null,
      audience_names: [],
      recipients: null,
      counts: {},
      run_uuid: null,
      attachments: [],
    })
  })

  test('keeps every part that a later save does not give', async () => {
    const { data } = await create({ campaignName: 'Weekly', emailSubject: 'One', reply_to: 'ann@' })
    const schedule = { message_type: { type: 1 }, campaign_start_date: { type: 3, local_time: 34_200 } }
    expect((await update(data.uuid, { emailBody: '<p>Two</p>', schedule })).status).toBe(200)
    expect((await update(data.uuid, { emailSubject: '' })).data.uuid).toBe(data.uuid)
    expect((await read(data.uuid)).data).toMatchObject({
      campaignName: 'Weekly',
      emailSubject: '',
      emailBody: '<p>Two</p>',
      reply_to: 'ann@',
      schedule,
      updated_by: 'Asha Raman',
    })
  })

  test('keeps a place that is half typed, whatever its coordinates are', async () => {
    const path = '/api/notifications/draft/whatsapp'
    const parameters = { header: { location: { latitude: 91, name: 'Harbor' } } }
    const { data } = await call<{ uuid: string }>('POST', path, { bearer: owner.bearer, body: { parameters } })
    const page = `/api/notifications/schedule/whatsapp?uuid=${data.uuid}`
    expect((await call<Campaign>('GET', page, { bearer: owner.bearer })).data.parameters).toEqual(parameters)
  })

  test('saves broken content and answers each problem with its place', async () => {
    const { status, data } = await create({
      campaignName: 'not ready: 50 %',
      emailSubject: 'Hi {{ first_nam }}',
      emailBody: '<p>one</p>\n<p>{% if email %}</p>',
    })
    expect(status).toBe(201)
    expect(data.problems).toContainEqual(
      expect.objectContaining({ part: 'subject', code: 'unknown_field', severity: 'error', line: 1, column: 7 }),
    )
    expect(data.problems).toContainEqual(expect.objectContaining({ part: 'html', code: 'syntax', line: 2 }))
    expect((await read(data.uuid)).data.problems).toEqual(data.problems)
  })

  test('takes its content from a template and answers the problems of that', async () => {
    const body = { type: 'Email', name: 'Base', subject: 'Hello', html: '<p>{{ nickname }}</p>' }
    const template = await call<{ template_uuid: string }>('POST', '/api/template', { bearer: owner.bearer, body })
    const { data } = await create({ template_uuid: template.data.template_uuid.toUpperCase() })
    expect(data.problems).toContainEqual(expect.objectContaining({ part: 'html', field: 'nickname' }))
    expect((await read(data.uuid)).data.template_uuid).toBe(template.data.template_uuid)
    expect((await create({ template_uuid: template.data.template_uuid }, stranger)).data.problems).toEqual([])
  })

  test('is told who it comes from, where it leads, and what was meant to be replaced', async () => {
    const shop = await kit.withApplication()
    const none = { sender: null, reply_to: null, link: null }
    expect((await create({}, shop)).data.outline).toEqual(none)
    await setUpEmail(kit, shop)
    const parts = { from_name: 'Harbor news', emailBody: STARTED }
    const { data } = await create(parts, shop)
    expect(data.outline.sender).toMatch(/^Harbor news <[^@]+@[^@]+>$/)
    expect(data.outline).toMatchObject({
      reply_to: data.outline.sender?.slice('Harbor news <'.length, -1),
      link: 'https://shop.example/{{ first_name }}',
    })
    const found = data.problems.filter(({ code }) => code === 'placeholder')
    expect(found.map(({ values, line, severity }) => [values?.['text'], line, severity])).toEqual([
      ['Your company', 2, 'warning'],
      ['[First name]', 3, 'warning'],
      ['lorem ipsum', 3, 'warning'],
      ['https://example.com', 4, 'warning'],
    ])
    expect((await update(data.uuid, { reply_to: 'care@harbor.example' }, shop)).data.outline.reply_to).toBe(
      'care@harbor.example',
    )
    const broken = await update(data.uuid, { emailBody: '<a href="https://shop.example/{{">x</a>' }, shop)
    expect(broken.data.outline.link).toBeNull()
    const gone = await update(data.uuid, { template_uuid: data.uuid }, shop)
    expect(gone.data.outline).toEqual(none)
  })

  test('is told when it is saved exactly what its launch would be refused for, each at its field', async () => {
    const { data } = await create({ campaignName: '50 %', emailSubject: '{{ first_nam }}', reply_to: 'ann@' })
    const launch = async () => (await call('POST', SCHEDULE, { bearer: owner.bearer, body: { uuid: data.uuid } })).body
    expect(data.launch_errors).toEqual((await launch()).errors)
    expect(data.launch_errors.map(({ field }) => field)).toEqual([
      'campaignName',
      'emailSubject',
      'emailBody',
      'reply_to',
      'audience.segment_uuids',
      'schedule',
      'configuration',
    ])
    const gone = { audience: { segment_uuids: [data.uuid] }, template_uuid: data.uuid }
    const saved = (await update(data.uuid, gone)).data
    expect(saved.launch_errors.slice(0, 2)).toEqual((await launch()).errors)
    expect(saved.launch_errors.slice(0, 2).map(({ field }) => field)).toEqual([
      'template_uuid',
      'audience.segment_uuids',
    ])
  })

  test('is checked as it would be after a change, and stays as it is', async () => {
    const check = (body: object, { bearer } = owner) =>
      call<CampaignCheck>('POST', '/api/notifications/check/email', { bearer, body })
    const fieldsOf = async (body: object) => (await check(body)).data.launch_errors.map(({ field }) => field)
    const whole = { campaignName: 'Weekly', emailSubject: 'One', emailBody: '<p>Two</p>', audience: { all: true } }
    const schedule = { message_type: { type: 1 }, campaign_start_date: { type: 3 } }
    expect(await fieldsOf({ ...whole, schedule })).toEqual(['schedule.campaign_start_date.time', 'configuration'])
    const { data } = await create(whole)
    expect(await fieldsOf({ uuid: data.uuid, emailSubject: ' ' })).toContain('emailSubject')
    expect(await fieldsOf({ uuid: data.uuid })).toEqual(['schedule', 'configuration'])
    expect((await read(data.uuid)).data).toMatchObject({ emailSubject: 'One', updated_on: data.updated_on })
    const image = (alt: string) => ({ uuid: data.uuid, emailBody: `<p>Two</p><img src="https://a.test/b.png"${alt}>` })
    expect((await check(image(''))).data.launch_errors[0]).toMatchObject({
      field: 'emailBody',
      key: 'campaigns.imageWithoutAlt',
    })
    expect(await fieldsOf(image(' alt=""'))).toEqual(['schedule', 'configuration'])
    expect((await check({ uuid: data.uuid }, stranger)).status).toBe(404)
    expect((await check({ emailBody: '<p>{{ nickname }}</p>' })).data.problems).toContainEqual(
      expect.objectContaining({ place: 'emailBody', field: 'nickname' }),
    )
  })

  test('says for how many of its recipients an image has no address', async () => {
    const shop = await kit.withApplication()
    const [first, second] = await addContacts(kit, shop, ['one@a.example', 'two@a.example', 'three@a.example'])
    await kit.database.pool.query(
      `update contact set merge_fields = jsonb_build_object('picture', case when contact_id = $1 then 'https://a.example/1.png' else '' end)
       where application_id = $2 and contact_id in ($1, $3)`,
      [first, shop.applicationId, second],
    )
    const image = '<p>Hello</p>\n<img src="{{ picture | strip }}" alt="Yours">'
    const emptyIn = ({ problems }: CampaignCheck) => problems.filter(({ code }) => code === 'image_without_value')
    const { data } = await create({ emailSubject: 'One', emailBody: image, audience: { all: true } }, shop)
    expect(emptyIn(data)).toMatchObject([
      {
        key: 'campaigns.imageWithoutValue',
        values: { field: 'picture', people: 2, of: 3 },
        severity: 'warning',
        place: 'emailBody',
        line: 2,
        column: 1,
      },
    ])
    const only = await addSegment(kit, shop, 'With a picture', [first ?? ''])
    const narrow = { audience: { segment_uuids: [only], exclude_segment_uuids: [] } }
    expect(emptyIn((await update(data.uuid, narrow, shop)).data)).toEqual([])
    const variants = [{ emailBody: image }, { emailBody: '<p>None</p>' }, { emailBody: image }]
    const ab_test = { part: 'content', metric: 'opened', share: 20, after_hours: 1, variants }
    const tested = (await update(data.uuid, { audience: { all: true }, ab_test }, shop)).data
    expect(emptyIn(tested).map(({ variant }) => variant)).toEqual([1, 3])
  })

  test('is deleted for good, with its files', async () => {
    const { data } = await create({ attachments: [file('a.txt')] })
    const { bearer } = owner
    expect((await call('DELETE', `${SCHEDULE}?uuid=${data.uuid}`, { bearer })).status).toBe(200)
    expect((await read(data.uuid)).status).toBe(404)
    expect((await call('DELETE', `${SCHEDULE}?uuid=${data.uuid}`, { bearer })).status).toBe(404)
    const { n } = await kit.database.kysely
      .selectFrom('campaign_attachment')
      .where('campaign_id', '=', data.uuid)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(0)
  })

  test('of another application does not exist', async () => {
    const { data } = await create({ campaignName: 'Ours' })
    expect((await read(data.uuid, stranger)).status).toBe(404)
    expect((await update(data.uuid, { campaignName: 'Theirs' }, stranger)).status).toBe(404)
    const removed = await call('DELETE', `${SCHEDULE}?uuid=${data.uuid}`, { bearer: stranger.bearer })
    expect(removed.status).toBe(404)
    expect((await read(data.uuid)).data.campaignName).toBe('Ours')
    const theirs = await call<CampaignRow[]>('GET', SCHEDULE, { bearer: stranger.bearer })
    expect(theirs.data.map(row => row.uuid)).not.toContain(data.uuid)
  })

  test('saved many times at once ends as one of the saves', async () => {
    const { data } = await create({})
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`)
    const replies = await Promise.all(names.map(campaignName => update(data.uuid, { campaignName })))
    expect(replies.map(reply => reply.status)).toEqual(names.map(() => 200))
    expect(names).toContain((await read(data.uuid)).data.campaignName)
  })
})

describe('attachments', () => {
  test('come back as they were given, in order', async () => {
    const { data } = await create({ attachments: [file('Plan.PDF'), file('b.txt', base64('second'))] })
    expect((await read(data.uuid)).data.attachments).toEqual([
      { ...file('Plan.PDF'), disposition: 'attachment' },
      { ...file('b.txt', base64('second')), disposition: 'attachment' },
    ])
    await update(data.uuid, { attachments: [file('c.txt')] })
    expect((await read(data.uuid)).data.attachments.map(each => each.filename)).toEqual(['c.txt'])
    await update(data.uuid, { campaignName: 'Renamed' })
    expect((await read(data.uuid)).data.attachments).toHaveLength(1)
  })

  test.each([
    ['a kind that is not allowed', file('run.exe'), 'This file type can’t be attached.'],
    ['no extension', file('README'), 'This file type can’t be attached.'],
    ['no bytes', file('a.txt', ''), 'This file is empty.'],
    [
      'a data-URL prefix',
      file('a.txt', `data:text/plain;base64,${base64('x')}`),
      'The content must be base64, without a data-URL prefix.',
    ],
    ['a byte too many', file('a.txt', Buffer.alloc(2_097_153).toString('base64')), 'Files can be up to 2 MB.'],
    ['a line break in its name', file('a\r\nBcc: x.txt'), 'This isn’t a valid file name.'],
    ['a folder in its name', file('../a.txt'), 'This isn’t a valid file name.'],
  ])('with %s are refused at their place', async (_, bad, message) => {
    const { status, body } = await create({ attachments: [file('good.txt'), bad] })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'attachments.1', message }])
  })

  test('of the same name twice are refused, whatever the case', async () => {
    const { status, body } = await create({ attachments: [file('a.txt'), file('A.TXT')] })
    expect(status).toBe(400)
    expect(body.errors?.[0]).toMatchObject({
      field: 'attachments.1',
      message: 'A file with this name is already attached.',
    })
  })

  test('are at most five of at most 2 MB, which fit into one call', async () => {
    const full = (index: number) => file(`${index}.pdf`, Buffer.alloc(2_097_152, index).toString('base64'))
    const five = [0, 1, 2, 3, 4].map(full)
    expect((await create({ attachments: five })).status).toBe(201)
    const six = await create({ attachments: [...five.map((each, index) => file(`${index}.txt`)), file('f.txt')] })
    expect(six.status).toBe(400)
    expect(six.body.errors?.[0]).toMatchObject({ field: 'attachments', message: 'Attach up to 5 files.' })
  })

  test('get a harmless type where theirs could not stand in a header', async () => {
    const { data } = await create({ attachments: [{ ...file('a.txt'), type: 'text/plain\r\nX: y' }] })
    expect((await read(data.uuid)).data.attachments[0]?.type).toBe('application/octet-stream')
  })
})

test('malformed input is refused, never a failure of ours', async () => {
  const { data } = await create({})
  const bodies: unknown[] = [
    [],
    'text',
    { campaignName: 5 },
    { audience: null },
    { audience: { segment_uuids: ['x'] } },
    { schedule: {} },
    { schedule: { message_type: { type: 4 }, campaign_start_date: { type: 1 } } },
    { schedule: { message_type: { type: 1, date: 1e18 }, campaign_start_date: { type: 1 } } },
    { schedule: { message_type: { type: 1, date: 1.5 }, campaign_start_date: { type: 1 } } },
    { schedule: { message_type: { type: 1 }, campaign_start_date: { type: 3, local_time: 86_400 } } },
    { schedule: { message_type: { type: 1 }, campaign_start_date: { type: 3, timezone: 'Mars/Base' } } },
    { attachments: [{}] },
    { attachments: 'x' },
    { template_uuid: 'x' },
    { emailBody: 'a\u0000b' },
  ]
  for (const body of bodies) {
    const statuses = [(await create(body)).status, (await update(data.uuid, body)).status]
    expect({ body, isRefused: statuses.every(status => status === 400 || status === 415) }).toEqual({
      body,
      isRefused: true,
    })
  }
  for (const uuid of ['', 'x', '%00', '00000000-0000-0000-0000-00000000000g']) {
    expect((await update(uuid, {})).status).toBe(400)
  }
  expect((await update('00000000-0000-7000-8000-000000000000', {})).status).toBe(404)
  expect((await call('POST', DRAFT, { body: {} })).status).toBe(401)
})
