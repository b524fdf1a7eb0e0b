import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { Campaign, CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { Recipient, RunProgress, RunRow, TrailEvent } from '@notifly/contracts/runs/deliveries'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { endRun, furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { exportRecipients } from './export.ts'
import { readProgress, runsOf } from './runs.ts'
import { insertDueSamples } from './course-queries.ts'

const kit = await testApp()
let owner: ApplicationOwner
let run: { runId: string; campaignId: string }
let empty: { runId: string; campaignId: string }

const BOUNCED: Outcome = {
  kind: 'bounced',
  reason: 'mailbox_missing',
  code: '550',
  answer: '550 5.1.1 no such mailbox',
  suppress: true,
}
const DEFERRED: Outcome = { kind: 'deferred', reason: 'greylisted', code: '451', answer: '451 4.7.1 come back later' }
const SENT: Outcome = { kind: 'sent', answer: '250 2.0.0 queued' }

/** Of twelve: one bounced, one deferred, two pending, the rest sent; then three open, one of them clicks and leaves. */
beforeAll(async () => {
  owner = await kit.withApplication()
  const { applicationId } = owner
  run = await sentRun(kit.database, applicationId, {
    contacts: 12,
    outcome: seq => (seq === 1 ? BOUNCED : seq === 2 ? DEFERRED : seq <= 4 ? undefined : SENT),
  })
  await kit.database.pool.query(
    'update contact set merge_fields = merge_fields || \'{"first_name": "=Zoë"}\' where contact_id = (select contact_id from delivery where run_id = $1 and seq = 12)',
    [run.runId],
  )
  const at = new Date()
  const event = { applicationId, runId: run.runId, source: 'recipient' as const, bot: false, at }
  await applyEvents(kit.database, [
    { ...event, seq: 5, kind: 'opened', detail: { browser: 'Safari', system: 'iOS' } },
    { ...event, seq: 6, kind: 'opened' },
    { ...event, seq: 7, kind: 'opened' },
    { ...event, seq: 7, kind: 'clicked', linkNo: 0 },
    { ...event, seq: 7, kind: 'unsubscribed', detail: { way: 'one_click' } },
    { ...event, seq: 8, kind: 'opened', bot: true, detail: { bot_reason: 'user_agent' } },
  ])
  const other = await furtherApplication(kit.database, owner.organizationId)
  empty = await sentRun(kit.database, other, { contacts: 1, name: 'Foreign' })
})

const BASE = '/api/notifications/delivery'
const get = <Data>(path: string) => kit.call<Data>('GET', `${BASE}${path}`, { bearer: owner.bearer })
const rowsOf = (csv: string) => Papa.parse<string[]>(csv, { skipEmptyLines: true }).data
const uuidOf = (seq: number) => `${run.runId}.${seq}`

test('the list has the run of this application alone, with its counts', async () => {
  const { data, headers } = await get<RunRow[]>('')
  expect(headers['x-notifly-total-count']).toBe('1')
  expect(data[0]).toMatchObject({
    uuid: run.campaignId,
    run_uuid: run.runId,
    notification_type: 'email',
    name: 'Autumn restock',
    status: 'executing',
    matched: 12,
    recipients: 12,
    done: 9,
    sent: 9,
    counts: { pending: 3, sent: 8, bounced: 1, opened: 3, clicked: 1, unsubscribed: 1 },
  })
})

test('lists of runs and campaigns, the run, the dashboard and the applications say the same of what was delivered', async () => {
  const { applicationId, bearer } = owner
  await kit.database.pool.query(
    `insert into campaign (application_id, campaign_id, channel, name, status, created_at, updated_at)
     values ($1, $2, 'email', 'Autumn restock', 'executing', now(), now()) on conflict do nothing`,
    [applicationId, run.campaignId],
  )
  const ask = async <Data>(path: string) => (await kit.call<Data>('GET', path, { bearer })).data
  const deliveredBy = async () => [
    (await ask<RunRow[]>(BASE))[0]?.delivered,
    (await ask<RunProgress>(`${BASE}/email/${run.runId}/summary`)).delivered,
    (await ask<CampaignRow[]>('/api/notifications/schedule/email'))[0]?.delivered,
    (await ask<Campaign>(`/api/notifications/schedule/email?uuid=${run.campaignId}`)).delivered,
    (await ask<ApplicationOverview>('/api/dashboard/overview')).runs[0]?.delivered,
  ]
  const reporting = (reports: boolean | null) =>
    kit.database.pool.query('update run set reports_delivery = $2 where run_id = $1', [run.runId, reports])
  // Eight of nine did not come back; where reports are to come, none has.
  await reporting(false)
  expect(new Set(await deliveredBy())).toEqual(new Set([8]))
  await reporting(true)
  expect(new Set(await deliveredBy())).toEqual(new Set([null]))
  await reporting(null)
})

test.each([
  ['status=executing', 1],
  ['status=1', 1],
  ['status=sent,executing', 1],
  ['status=sent', 0],
  ['status=8', 0],
  ['search=RESTOCK', 1],
  ['search=100%25', 0],
  ['notification_type=sms', 0],
  ['from=2020-01-01&to=2020-02-01', 0],
  ['from=2020-01-01', 1],
  ['page=2', 0],
])('the list filters by %s', async (query, count) => {
  expect((await get<RunRow[]>(`?${query}`)).data).toHaveLength(count)
})

test.each(['status=nonsense', 'from=2026-02-30', 'notification_type=fax', 'per_page=1000'])(
  'the list refuses %s',
  async query => {
    expect((await get(`?${query}`)).status).toBe(400)
  },
)

test('a run is found by its own id and by its campaign, a foreign or unknown one by nothing', async () => {
  for (const id of [run.runId, run.campaignId]) {
    const { data } = await get<RunProgress>(`/email/${id}/summary`)
    expect(data).toMatchObject({
      run_uuid: run.runId,
      is_everyone: true,
      subject: 'Hello {{ first_name }}',
      // Plain SMTP tells of nothing that arrived.
      reports_delivery: false,
      failed: { mailbox_missing: 1 },
      skipped: {},
    })
  }
  const paths = [`/email/${empty.runId}`, `/sms/${run.runId}`, '/email/00000000-0000-7000-8000-000000000000']
  for (const path of paths) {
    for (const tail of ['', '/summary', '/live', '/export', '/buttons', `/events?recipient=${uuidOf(1)}`]) {
      expect([path + tail, (await get(`${path}${tail}`)).status]).toEqual([path + tail, 404])
    }
  }
  expect((await kit.call('GET', `${BASE}/email/${run.runId}`)).status).toBe(401)
})

test('whether delivery is reported follows the provider that began the run, not the one of today', async () => {
  const reports = async () => (await get<RunProgress>(`/email/${run.runId}/summary`)).data.reports_delivery
  const begunWith = (reporting: boolean | null) =>
    kit.database.pool.query('update run set reports_delivery = $2 where run_id = $1', [run.runId, reporting])
  const configuration = (provider: string, settings: object) =>
    kit.database.pool.query(
      "update channel_configuration set provider = $2, settings = $3 where application_id = $1 and channel = 'email'",
      [owner.applicationId, provider, settings],
    )
  await begunWith(true)
  expect(await reports()).toBe(true)
  await configuration('aws_ses', { sns_topic_arn: 'arn:aws:sns:eu-west-1:1:reports' })
  await begunWith(false)
  expect(await reports()).toBe(false)
  await begunWith(null)
  expect(await reports()).toBe(true)
  await configuration('smtp', {})
})

test('recipients say where they stand, why, and what the provider answered', async () => {
  const { data, headers } = await get<Recipient[]>(`/email/${run.runId}`)
  expect(headers['x-notifly-total-count']).toBe('12')
  expect(data).toHaveLength(10)
  const [bounced, deferred, pending, , opened, , left, sent] = data
  expect(bounced).toMatchObject({
    uuid: uuidOf(1),
    current_status: 'bounced',
    status_code: 2,
    reason: 'mailbox_missing',
    detail: '550 5.1.1 no such mailbox',
    attempts: 1,
  })
  expect(deferred).toMatchObject({ current_status: 'pending', reason: 'greylisted', attempts: 1 })
  expect(pending).toMatchObject({ current_status: 'pending', status_code: 0, reason: null, last_event_on: null })
  expect(opened).toMatchObject({ current_status: 'opened', status_code: 3, opened: true, clicked: false })
  expect(left).toMatchObject({ current_status: 'unsubscribed', status_code: 5, clicked: true })
  expect(Object.keys(left?.status ?? {})).toEqual(['sent', 'opened', 'clicked', 'unsubscribed'])
  expect(sent).toMatchObject({
    current_status: 'sent',
    status_code: 1,
    opened: false,
    email: expect.stringMatching(/@/),
  })
})

test.each([
  ['status=bounced', [1]],
  ['reason=mailbox_missing', [1]],
  ['reason=mailbox_full', []],
  ['status=2', [1]],
  ['status=pending', [2, 3, 4]],
  ['status=0', [2, 3, 4]],
  ['status=opened', [5, 6, 7]],
  ['status=clicked', [7]],
  ['status=3', [5, 6]],
  ['status=5', [7]],
  ['status=1', [8, 9, 10, 11, 12]],
  ['status=sent', [5, 6, 7, 8, 9, 10, 11, 12]],
  ['status=bounced,unsubscribed', [1, 7]],
  ['status=scheduled', []],
  ['status=sending', []],
  ['status=read', []],
  ['search=%3DZo%C3%AB%20surname', [12]],
  ['sort=-number&per_page=2', [12, 11]],
  ['status=sent&sort=-number&per_page=3&page=2', [9, 8, 7]],
])('recipients filter and sort by %s', async (query, expected) => {
  const { data } = await get<Recipient[]>(`/email/${run.runId}?${query}`)
  const found = data.map(each => Number(each.uuid.split('.')[1]))
  expect(found).toEqual(expected)
})

test.each([
  ['', 12],
  ['?status=sent,bounced', 9],
  ['?status=opened', 3],
  ['?status=3', 2],
  ['?status=bounced,unsubscribed', 2],
  ['?search=surname', 12],
])('the total of recipients%s is the length of the list', async (query, total) => {
  const { headers } = await get<Recipient[]>(`/email/${run.runId}${query}`)
  expect(headers['x-notifly-total-count']).toBe(String(total))
})

test('recipients are found by address, in any case', async () => {
  const address = (await get<Recipient[]>(`/email/${run.campaignId}`)).data[5]?.email ?? ''
  const { data } = await get<Recipient[]>(`/email/${run.campaignId}?search=${address.toUpperCase()}`)
  expect(data.map(each => each.email)).toEqual([address])
})

test('a trail tells everything in order and in words, machines marked', async () => {
  const trail = async (seq: number) =>
    (await get<{ events: TrailEvent[] }>(`/email/${run.runId}/events?recipient=${uuidOf(seq)}`)).data.events
  const left = await trail(7)
  expect(left.map(each => each.kind)).toEqual(['picked', 'sent', 'opened', 'clicked', 'unsubscribed'])
  expect(left[1]).toMatchObject({ source: 'provider', answer: '250 2.0.0 queued' })
  expect(left[3]?.text).toBe('Clicked https://shop.example/sale.')
  expect(left[4]?.text).toBe('Unsubscribed with one click in the email app.')
  expect((await trail(5)).at(-1)?.text).toBe('Opened in Safari on iOS.')
  expect((await trail(8)).at(-1)).toMatchObject({ kind: 'opened', bot: true })
  expect((await trail(1)).map(each => each.kind)).toEqual(['picked', 'bounced'])
  expect((await trail(2)).map(each => each.kind)).toEqual(['picked', 'deferred', 'waiting'])
  const { data } = await get<{ recipient: Recipient }>(`/email/${run.runId}/events?recipient=${uuidOf(5)}`)
  const byContact = await get<{ recipient: Recipient }>(
    `/email/${run.runId}/events?recipient=${data.recipient.contact_uuid}`,
  )
  expect(byContact.data.recipient.uuid).toBe(uuidOf(5))
  for (const recipient of [`${empty.runId}.1`, uuidOf(99), 'rubbish', `${run.runId}.99999999999`]) {
    const { status } = await get(`/email/${run.runId}/events?recipient=${recipient}`)
    expect([recipient, status]).toEqual([recipient, 404])
  }
})

test('the course keeps only what changed', async () => {
  for (let times = 0; times < 3; times++) {
    await insertDueSamples(kit.database.kysely, kit.clock.now())
    kit.clock.advance(6000)
  }
  const { rows } = await kit.database.pool.query('select 1 from run_sample where run_id = $1', [run.runId])
  expect(rows).toHaveLength(1)
  const { data } = await get<RunProgress>(`/email/${run.runId}/summary`)
  expect(data.over_time.map(({ sent, opened, clicked }) => [sent, opened, clicked])).toEqual([
    [0, 0, 0],
    [9, 3, 1],
  ])
})

test('the course of a run that has ended goes on with what its reports say, for three days', async () => {
  const other = await furtherApplication(kit.database, owner.organizationId)
  const { runId } = await sentRun(kit.database, other, { contacts: 2 })
  const hours = (n: number) => new Date(kit.clock.now().getTime() + n * 3_600_000)
  await kit.database.pool.query("update run set state = 'done', started_at = $2, ended_at = $2 where run_id = $1", [
    runId,
    hours(-100),
  ])
  for (const [at, delivered] of [
    [-99, 1],
    [-40, 2],
    [-1, 2],
  ] as const) {
    await kit.database.pool.query(
      `insert into run_sample (application_id, run_id, at, done, sent, delivered, opened, clicked)
       values ($1, $2, $3, 2, 2, $4, 0, $5)`,
      [other, runId, hours(at), delivered, at === -1 ? 1 : 0],
    )
  }
  const reads = {
    reasonCounts: async () => [],
    readTest: async () => null,
  }
  const { over_time: course } = await readProgress(
    kit.deps,
    { applicationId: other, channel: 'email', id: runId },
    reads,
  )
  expect(course.map(({ sent, delivered, clicked }) => [sent, delivered, clicked])).toEqual([
    [0, 0, 0],
    [2, 0, 0],
    [2, 1, 0],
    [2, 2, 0],
  ])
})

test('the export is a whole CSV with formulas made harmless', async () => {
  const { body, headers } = await kit.app.inject({
    method: 'GET',
    url: `${BASE}/email/${run.runId}/export`,
    headers: { authorization: `Bearer ${owner.bearer}` },
  })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain('filename="Autumn restock recipients.csv"')
  const rows = rowsOf(body)
  expect(rows).toHaveLength(13)
  expect(rows[12]?.[3]).toMatch(/^'=Zoë Surname/)
  const filtered = await kit.app.inject({
    method: 'GET',
    url: `${BASE}/email/${run.runId}/export?status=bounced`,
    headers: { authorization: `Bearer ${owner.bearer}` },
  })
  expect(rowsOf(filtered.body)).toHaveLength(2)
})

test('a run of 20,000 is exported row by row while it is read', async () => {
  const applicationId = await furtherApplication(kit.database, owner.organizationId)
  const { runId } = await sentRun(kit.database, applicationId, { contacts: 20_000, outcome: () => undefined })
  const rows = exportRecipients(kit.deps, await runsOf(kit.deps, { applicationId, channel: 'email', id: runId }), {
    applicationId,
    conditions: null,
    variants: null,
    reasons: null,
    link: null,
    openSpan: null,
    used: [],
    domains: [],
    search: undefined,
    now: new Date(),
  })
  const pieces: number[] = []
  for await (const piece of rows) pieces.push(piece.split('\r\n').length - 1)
  expect(pieces.reduce((sum, n) => sum + n, 0)).toBe(20_001)
  expect(Math.max(...pieces)).toBeLessThanOrEqual(1000)
})

test('the live stream reports news once a second, and ends with the run', async () => {
  const address = await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${owner.bearer}` }
  const response = await fetch(`${address}${BASE}/email/${run.runId}/live`, { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const progress: RunProgress[] = []
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks.filter(each => each.startsWith('event: progress'))) {
      progress.push(JSON.parse(block.split('data: ')[1] ?? '') as RunProgress)
      if (progress.length === 1) await endRun(kit.database, run.runId)
    }
  }
  expect(progress.map(each => each.status)).toEqual(['executing', 'sent'])
})

test('who waits for a moment is scheduled in counts, rows and filters alike; the others are pending', async () => {
  const who = await kit.withApplication()
  const { runId } = await sentRun(kit.database, who.applicationId, { contacts: 4, outcome: () => undefined })
  const setDue = (due: string) => kit.database.pool.query(`update batch set due_at = ${due} where run_id = $1`, [runId])
  const read = <Data>(path: string) => kit.call<Data>('GET', `${BASE}/email/${runId}${path}`, { bearer: who.bearer })
  const standing = async () => {
    const { counts } = (await read<RunProgress>('/summary')).data
    const lists = await Promise.all(
      ['pending', 'scheduled'].map(async status => {
        const { data, headers } = await read<Recipient[]>(`?status=${status}`)
        expect(headers['x-notifly-total-count']).toBe(String(data.length))
        return data.map(row => row.current_status)
      }),
    )
    return { counts, lists }
  }
  await setDue(`now() + interval '1 day'`)
  expect(await standing()).toEqual({ counts: { scheduled: 4 }, lists: [[], Array(4).fill('scheduled')] })
  await setDue(`now() - interval '1 minute'`)
  expect(await standing()).toEqual({ counts: { pending: 4 }, lists: [Array(4).fill('pending'), []] })
})
