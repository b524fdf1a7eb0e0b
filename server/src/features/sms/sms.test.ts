import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import type { SmsBill, SmsDay, SmsPreview } from '@notifly/contracts/sms/sms'
import type { Template, TemplateRow, TestMailResult } from '@notifly/contracts/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { startScripted } from '../../channels/testing/scripted-server.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { maintainMonths } from '../../engine/upkeep/housekeeping.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { startWorkerForTest } from '../../testing/engine/workers.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { NO_PROVIDERS } from '../../testing/channels/provider-urls.ts'
import { endRun, sentRun } from '../../testing/engine/sent-run.ts'

const urls = { ...NO_PROVIDERS }
const kit = await testApp({ config: { providerUrls: urls } })
const { call, database } = kit
const team = approvalTeamOf(kit)

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
  await database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, phone_number, is_test, merge_fields, added_at, changed_at)
     values ($1, gen_random_uuid(), 'asha@x.example', 'asha@x.example', '+919812345678', true, '{"first_name": "आशा"}', now(), now()),
       ($1, gen_random_uuid(), 'ben@x.example', 'ben@x.example', '+919812345679', false, '{"first_name": "Ben"}', now(), now())`,
    [owner.applicationId],
  )
  await database.pool.query(
    `insert into merge_field (application_id, name, type, filled, created_at) values ($1, 'first_name', 'text', 2, now())
     on conflict do nothing`,
    [owner.applicationId],
  )
})

const ask = <Data>(method: string, path: string, body?: object) =>
  call<Data>(method, path, { bearer: owner.bearer, ...(body && { body }) })

const TEXT = 'Hi {{ first_name }}, your order is on its way.'

test('a template of type SMS keeps its text and its DLT id, and stays an SMS', async () => {
  const sms = { type: 'SMS', name: 'Shipped', text: TEXT, dlt_template_id: '1107160000000000001', html: '<p>no</p>' }
  const { status, data } = await ask<{ template_uuid: string }>('POST', '/api/template', sms)
  expect(status).toBe(201)
  const path = `/api/template/${data.template_uuid}`
  const read = (await ask<Template>('GET', path)).data
  expect(read).toMatchObject({
    type: 'SMS',
    text: TEXT,
    dlt_template_id: '1107160000000000001',
    version: 1,
    problems: [],
  })
  expect(read.html).toBeUndefined()
  const { data: rows } = await ask<TemplateRow[]>('GET', '/api/template?type=SMS&search=on%20its%20way')
  expect(rows).toMatchObject([{ name: 'Shipped', excerpt: TEXT }])
  expect((await ask<TemplateRow[]>('GET', '/api/template?type=Email')).data).toEqual([])
  expect((await ask('PUT', path, { ...sms, text: '{{ broken' })).body.errors?.[0]).toMatchObject({
    field: 'text',
    line: 1,
  })
  expect((await ask('PUT', path, { ...sms, type: 'Email' })).body.errors?.[0]?.field).toBe('type')
  expect((await ask('PUT', path, { ...sms, dlt_template_id: 'abc' })).status).toBe(400)
  const draft = { campaignName: 'Shipped', template_uuid: data.template_uuid }
  const { data: campaign } = await ask<{ problems: object[] }>('POST', '/api/notifications/draft/sms', draft)
  expect(campaign.problems).toEqual([])
})

test('the preview is what somebody gets, with its size as the network counts it', async () => {
  const preview = async (body: object) => (await ask<SmsPreview>('POST', '/api/template/preview/sms', body)).data
  expect(await preview({ text: TEXT, sample: { first_name: 'Ben' } })).toEqual({
    text: 'Hi Ben, your order is on its way.',
    encoding: 'GSM-7',
    segments: 1,
    units: 33,
    units_left: 127,
    forcing: [],
    problems: [],
    contact: null,
    short_links: 0,
    characters_max: 1600,
  })
  const hindi = await preview({ text: TEXT, sample: { first_name: 'आशा' } })
  expect(hindi).toMatchObject({ encoding: 'UCS-2', units_left: 37, forcing: ['आ', 'श', 'ा'] })
  expect((await preview({ text: '{{ nobody }}', sample: {} })).problems).toMatchObject([{ code: 'unknown_field' }])
  expect(await preview({ text: '{% if %}' })).toMatchObject({ text: '', segments: 0 })
  const link = { text: 'Sale: https://shop.example/sale', sample: {} }
  const { text, short_links } = await preview(link)
  expect(text).toMatch(new RegExp(`^Sale: ${kit.deps.config.publicUrl}/l/[0-9A-Za-z]{18}$`))
  expect(short_links).toBe(1)
  expect((await preview({ ...link, track_links: false })).text).toBe(link.text)
  expect((await preview({ ...link, dlt_template_id: '1107' })).text).toBe(link.text)
  const bare = { text: '{{ first_name }}: www.shop.example or {{ page }}', sample: { first_name: 'Ben' } }
  expect(await preview(bare)).toMatchObject({ short_links: 1 })
  const brought = await preview({
    ...bare,
    sample: { ...bare.sample, page: `https://shop.example/${'a'.repeat(200)}` },
  })
  expect(brought).toMatchObject({ short_links: 2, segments: 1 })
})

test('what a campaign costs is what each recipient would be sent, not one text times their number', async () => {
  const other = await kit.withApplication()
  // 30 short names, 9 that make it two messages, one in another script, one without the field.
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), '+1415' || (5000000 + i), case when i > 40 then '{}' else jsonb_build_object('first_name',
       case when i <= 30 then 'Ben' when i <= 39 then repeat('n', 150) else repeat('आ', 80) end) end || jsonb_build_object('page', 'https://shop.example/' || repeat('p', 150)),
       now(), now()
     from generate_series(1, 41) i`,
    [other.applicationId],
  )
  const call = async <T>(path: string, body: object) =>
    (await kit.call<T>('POST', path, { bearer: other.bearer, body })).data
  const bill = (body: object) =>
    call<SmsBill>('/api/notifications/estimate/sms/segments', { audience: { all: true }, ...body })
  expect(await bill({ smsBody: 'Hi {{ first_name }}, welcome.' })).toEqual({
    sampled: 41,
    least: 1,
    most: 2,
    unicode: 1,
    unsendable: 0,
    sum: 51,
    recipients: 41,
    total: 51,
    is_exact: true,
  })
  expect(await bill({ smsBody: '{{ first_name }}' })).toMatchObject({ sampled: 40, unsendable: 1, total: 41 })
  expect(await bill({ smsBody: 'The same for all' })).toMatchObject({ sampled: 1, total: 41, is_exact: true })
  // An address that a field brings is measured as it leaves.
  expect(await bill({ smsBody: 'Yours: {{ page }}' })).toMatchObject({ least: 1, most: 1, total: 41 })
  expect(await bill({ smsBody: 'Yours: {{ page }}', track_links: false })).toMatchObject({ least: 2, total: 82 })
  expect(await bill({ smsBody: '{% if %}' })).toMatchObject({ recipients: 41, total: 0 })
  const { range } = await call<SmsPreview>('/api/template/preview/sms', { text: 'Hi {{ first_name }}, welcome.' })
  expect(range).toEqual({ sampled: 41, least: 1, most: 2, unicode: 1, unsendable: 0 })
})

test('preview, bill and launch know how long a text the provider of the application takes', async () => {
  const other = await kit.withApplication()
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
     values ($1, gen_random_uuid(), '+919812345678', jsonb_build_object('note', repeat('a', 900)), now(), now()),
       ($1, gen_random_uuid(), '+919812345679', jsonb_build_object('note', 'short'), now(), now())`,
    [other.applicationId],
  )
  const post = <T>(path: string, body: object) => call<T>('POST', path, { bearer: other.bearer, body })
  const known = async () => {
    const text = { text: '{{ note }}', sample: { note: 'x' } }
    const { data: preview } = await post<SmsPreview>('/api/template/preview/sms', text)
    const { data: ranged } = await post<SmsPreview>('/api/template/preview/sms', { text: '{{ note }}' })
    const asked = { smsBody: '{{ note }}', audience: { all: true } }
    const { data: bill } = await post<SmsBill>('/api/notifications/estimate/sms/segments', asked)
    return [preview.characters_max, ranged.range?.unsendable, bill.unsendable, bill.sum]
  }
  const schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }
  const launch = async () => {
    const campaign = { campaignName: 'Long', smsBody: 'a'.repeat(900), audience: { all: true }, schedule }
    const { status, body } = await post('/api/notifications/schedule/sms', campaign)
    return [status, body.errors?.map(({ field, message }) => `${field}: ${message}`)]
  }
  expect(await known()).toEqual([1600, 0, 0, 7])
  const account = (kind: string) => ({ [`${kind}_key`]: `${kind}-key`, [`${kind}_sender`]: `${kind.slice(0, 3)}SND` })
  const settings = { provider: 'Karix', ...account('otp'), ...account('transactional'), ...account('promotional') }
  expect((await post('/api/notifications/sms/configuration', settings)).status).toBe(201)
  expect(await known()).toEqual([800, 1, 1, 1])
  expect(await launch()).toEqual([400, ['smsBody: The sms body field can have at max 800 characters']])
  const twilio = { provider: 'Twilio', account_sid: `AC${'a'.repeat(32)}`, auth_token: 'token', from: '+14155550123' }
  const changed = await call('PUT', '/api/notifications/sms/configuration', { bearer: other.bearer, body: twilio })
  expect(changed.status).toBe(200)
  expect(await known()).toEqual([1600, 0, 0, 7])
  expect((await launch())[0]).toBe(200)
})

test('a test goes out by the settings of the application, and says what came of it', async () => {
  const server = await startScripted(({ body }) => {
    const refused = body.includes('919800000000')
    const status = refused ? { code: '405', desc: 'Invalid dest' } : { code: '200', desc: 'Request accepted' }
    return { status: 200, body: JSON.stringify({ ackid: '1', status }) }
  })
  urls.karix = server.url
  await startWorkerForTest(kit)
  const send = (body: object) => ask<TestMailResult[]>('POST', '/api/notifications/sms/test', body)
  const text = { smsBody: 'Hello {{ first_name | default: "you" }}', message_class: 'otp' }
  expect((await send({ ...text, receivers: ['+919812345678'] })).status).toBe(409)
  const account = (kind: string) => ({ [`${kind}_key`]: `${kind}-key`, [`${kind}_sender`]: `${kind.slice(0, 3)}SND` })
  const settings = { provider: 'Karix', ...account('otp'), ...account('transactional'), ...account('promotional') }
  expect((await ask('POST', '/api/notifications/sms/configuration', settings)).status).toBe(201)
  const { data } = await send({ ...text, receivers: ['+91 98123 45678', '919812345678', '+919800000000'] })
  expect(data).toMatchObject([
    { receiver: '+919812345678', ok: true, message: 'The provider accepted the message. (200 Request accepted)' },
    {
      receiver: '+919800000000',
      ok: false,
      message: 'This isn’t a valid mobile number. (405 Invalid dest)',
    },
  ])
  expect(JSON.parse(String(server.asked[0]?.body))).toMatchObject({ key: 'otp-key', messages: [{ send: 'otpSND' }] })
  expect((await send({ ...text, receivers: ['12'] })).body.errors?.[0]?.field).toBe('receivers')

  // A test is as long as the campaign's message, its links lead on for a week, and following one is counted nowhere.
  const links = { smsBody: '{{ first_name }}: https://shop.example/a?b=1, www.shop.example', message_class: 'otp' }
  const { rows: people } = await database.pool.query<{ contact_id: string }>(
    `select contact_id from contact where email = 'ben@x.example'`,
  )
  const contact_uuid = people[0]?.contact_id
  const sentText = async (body: object) => {
    expect((await send({ ...links, contact_uuid, receivers: ['+919812345678'], ...body })).data).toMatchObject([
      { ok: true },
    ])
    return (JSON.parse(String(server.asked.at(-1)?.body)) as { messages: { text: string }[] }).messages[0]?.text ?? ''
  }
  expect(await sentText({ track_links: false })).toBe('Ben: https://shop.example/a?b=1, www.shop.example')
  const short = await sentText({})
  const { text: shown } = (
    await ask<SmsPreview>('POST', '/api/template/preview/sms', { text: links.smsBody, contact_uuid })
  ).data
  expect(short).toHaveLength(shown.length)
  const follow = async () => {
    const answers = []
    for (const [path] of short.matchAll(/\/l\/[0-9A-Za-z]{18}/g)) answers.push(await kit.app.inject({ url: path }))
    return answers.map(({ statusCode, headers }) => [statusCode, headers.location])
  }
  expect(await follow()).toEqual([
    [302, 'https://shop.example/a?b=1'],
    [302, 'http://www.shop.example'],
  ])
  expect((await database.pool.query('select 1 from waiting_hit')).rowCount).toBe(0)
  const kept = async () => {
    await maintainMonths({ database, clock: kit.clock, log: kit.deps.log, retentionDays: 0 })
    return (await database.pool.query('select 1 from test_link')).rowCount
  }
  expect(await kept()).toBeGreaterThan(0)
  await database.pool.query(`update test_link set created_at = created_at - interval '8 days'`)
  expect(await follow()).toEqual([
    [404, undefined],
    [404, undefined],
  ])
  expect(await kept()).toBe(0)
  expect((await send({ receivers: ['+919812345678'] })).body.errors?.[0]?.field).toBe('smsBody')
  const registered = { type: 'SMS', name: 'Registered', text: 'Your code is {{ code }}', dlt_template_id: '1107' }
  const { data: template } = await ask<{ template_uuid: string }>('POST', '/api/template', registered)
  const idOf = async (smsBody: string) => {
    const asked = { smsBody, template_id: template.template_uuid, receivers: ['+919812345678'] }
    expect((await send({ ...asked, message_class: 'otp' })).status).toBe(200)
    const { messages } = JSON.parse(String(server.asked.at(-1)?.body)) as { messages: [{ dlt_template_id?: string }] }
    return messages[0].dlt_template_id
  }
  // The id is that of the template's own text.
  expect(await idOf('Hello')).toBeUndefined()
  const dlt = { ...settings, dlt_entity_id: '1101' }
  expect((await ask('PUT', '/api/notifications/sms/configuration', dlt)).status).toBe(200)
  const other = { smsBody: 'Hello', message_class: 'otp', template_id: template.template_uuid }
  const refused = await send({ ...other, receivers: ['+919812345678'] })
  expect(refused.body.errors?.[0]?.message).toMatch(/^India requires registered text/)
  expect((await ask('PUT', '/api/notifications/sms/configuration', settings)).status).toBe(200)
  const nobodys = await send({ ...text, receivers: ['+919812345678', '9812300001'] })
  expect(nobodys.body.errors).toMatchObject([
    { field: 'receivers', message: 'Start the number with + and its country code. (9812300001)' },
  ])
})

test('each day tells what left on it, and as how many messages it is billed', async () => {
  const outcome = (seq: number): Outcome | undefined => {
    if (seq <= 3) return { kind: 'sent', answer: '200 ok', units: seq }
    if (seq === 4) return { kind: 'bounced', reason: 'number_invalid', code: '405', answer: 'no', suppress: false }
    return undefined
  }
  const { runId } = await sentRun(database, owner.applicationId, { contacts: 5, outcome })
  await database.pool.query(`update run set channel = 'sms' where run_id = $1`, [runId])
  await database.pool.query('update delivery set state = 6, delivered_at = now() where run_id = $1 and seq = 1', [
    runId,
  ])
  const { data } = await ask<SmsDay[]>('GET', '/api/notification/sms/daily-statistics')
  expect(data).toHaveLength(30)
  expect(data.at(-1)).toMatchObject({ sent: 3, delivered: 1, failed: 1, segments: 6 })
  expect(data.at(-2)).toMatchObject({ sent: 0, delivered: 0, failed: 0, segments: 0 })
  const today = data.at(-1)?.date
  const one = await ask<SmsDay[]>('GET', `/api/notification/sms/daily-statistics?from=${today}&to=${today}`)
  expect(one.data).toEqual([data.at(-1)])
  expect((await ask('GET', '/api/notification/sms/daily-statistics?from=2020-01-01')).status).toBe(400)
})

test("days are those of the application's zone, and together they are what the runs count", async () => {
  const other = await kit.withApplication()
  const { applicationId, bearer } = other
  const zone = 'Pacific/Kiritimati'
  await database.pool.query('update application set timezone = $2 where application_id = $1', [applicationId, zone])
  const today = Temporal.Instant.fromEpochMilliseconds(kit.clock.now().getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const midnight = new Date(today.toZonedDateTime(zone).epochMilliseconds)
  const before = new Date(midnight.getTime() - 1000)
  // 1 to 3 leave before midnight and 4 after it; 5 is refused after it, 6 is in doubt, and 7 waits.
  const refusal = { reason: 'number_invalid', code: '405', answer: 'no', suppress: false }
  const outcome = (seq: number): Outcome | undefined => {
    if (seq <= 4) return { kind: 'sent', answer: '200 ok', units: seq }
    if (seq === 5) return { kind: 'bounced', ...refusal }
    return seq === 6 ? { kind: 'unknown', reason: 'connection_lost', answer: '' } : undefined
  }
  const first = await sentRun(database, applicationId, { contacts: 7, outcome })
  await database.pool.query('delete from contact where application_id = $1', [applicationId])
  const twoParts: Outcome = { kind: 'sent', answer: '200 ok', units: 2 }
  const runs = [first, await sentRun(database, applicationId, { contacts: 2, outcome: () => twoParts })]
  for (const { runId } of runs) {
    await endRun(database, runId)
    await database.pool.query(`update run set channel = 'sms', created_at = $2 where run_id = $1`, [runId, before])
    for (const [seqs, at] of [
      [[1, 2, 3], before],
      [[4, 5, 6, 7], midnight],
    ] as const) {
      await database.pool.query('update attempt set at = $3 where run_id = $1 and seq = any($2)', [runId, seqs, at])
      await database.pool.query(
        `update delivery set last_event_at = $3, sent_at = case when sent_at > '-infinity' then $3 else sent_at end
         where run_id = $1 and seq = any($2)`,
        [runId, seqs, at],
      )
    }
  }
  const event = { applicationId, runId: first.runId, source: 'provider', bot: false, at: midnight } as const
  await applyEvents(database, [
    ...[1, 2, 4, 6].map(seq => ({ ...event, seq, kind: 'delivered' as const })),
    { ...event, seq: 3, kind: 'bounced', reason: 'number_unreachable' },
  ])
  const get = async <T>(path: string) => (await call<T>('GET', path, { bearer })).data
  const yesterday = today.subtract({ days: 1 }).toString()
  const range = `from=${yesterday}&to=${today.toString()}`
  const days = await get<SmsDay[]>(`/api/notification/sms/daily-statistics?${range}`)
  expect(days).toEqual([
    { date: yesterday, sent: 5, delivered: 2, failed: 1, segments: 10 },
    { date: today.toString(), sent: 2, delivered: 2, failed: 1, segments: 4 },
  ])
  const found = await Promise.all(
    runs.map(each => get<RunProgress>(`/api/notifications/delivery/sms/${each.runId}/summary`)),
  )
  const sum = (of: (run: RunProgress) => number | undefined) => found.reduce((all, run) => all + (of(run) ?? 0), 0)
  const total = (figure: Exclude<keyof SmsDay, 'date'>) => days.reduce((all, day) => all + day[figure], 0)
  expect(total('delivered')).toBe(sum(run => run.counts['delivered']))
  expect(total('failed')).toBe(sum(run => (run.counts['failed'] ?? 0) + (run.counts['bounced'] ?? 0)))
  expect(total('segments')).toBe(sum(run => run.segments))
  // A run counts as handed over what the provider refused at once.
  expect(total('sent') + 1).toBe(sum(run => run.sent))
})

test('receivers are sorted into those that can be written to and those that cannot, each with its reason', async () => {
  const verify = async (platform: string, receivers: string[]) =>
    (await ask('POST', '/api/notification/receiver/verify', { platform, receivers })).data
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     values ($1, 'sms', '919812345670', 'unsubscribe', now()), ($1, 'email', 'gone@x.example', 'hard_bounce', now())`,
    [owner.applicationId],
  )
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select application_id, contact_id, 'sms', 'unsubscribed', 'link', now() from contact
     where application_id = $1 and phone_number = '+919812345679'`,
    [owner.applicationId],
  )
  const numbers = ['+91 98123 45678', '919812345678', '9812300001', '+12', '+919812345670', '+919812345679']
  expect(await verify('sms', numbers)).toMatchObject({
    valid: ['+91 98123 45678'],
    invalid: [
      { receiver: '919812345678', reason: 'This recipient is listed twice.' },
      { receiver: '9812300001', reason: 'Start the number with + and its country code.' },
      { receiver: '+12', reason: 'Please enter a valid mobile number.' },
      { receiver: '+919812345670', reason: 'The address unsubscribed.' },
      { receiver: '+919812345679', reason: 'The contact has unsubscribed.' },
    ],
  })
  expect(await verify('email', ['Ben@x.example', 'gone@x.example', 'nobody'])).toMatchObject({
    valid: ['Ben@x.example'],
    invalid: [{ receiver: 'gone@x.example' }, { receiver: 'nobody', reason: 'Please enter a valid Email Id.' }],
  })
  expect(await verify('whatsapp', ['+919812345679'])).toMatchObject({ valid: ['+919812345679'] })
})

test('who may read the campaigns of a channel may have its receivers looked at, and nobody else', async () => {
  const as = async (activity: string) => {
    const permissions = { [activity]: [1, 0] } as unknown as PermissionSet
    const { bearer } = await team.addMember(owner, await team.addRole(owner, { permissions }))
    const answers = ['email', 'sms', 'whatsapp'].map(platform =>
      call('POST', '/api/notification/receiver/verify', { bearer, body: { platform, receivers: ['+919812345679'] } }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await as('401')).toEqual([200, 200, 403])
  expect(await as('402')).toEqual([403, 403, 200])
  expect(await as('403')).toEqual([403, 403, 403])
})
