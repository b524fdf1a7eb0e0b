/** What readers did with an email run: links, opening times, domains and the mail itself, with every kind of outcome. */
import {
  drawnLinkAddress,
  type OpenSpan,
  type RunDomain,
  type RunLinks,
  type RunMail,
} from '@notifly/contracts/runs/panels'
import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { freezeContent } from '../../channels/email/email.ts'
import type { Outcome } from '../../channels/provider.ts'
import { applyEvents, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import { testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const { pool } = kit.database

const SENT: Outcome = { kind: 'sent', answer: '250 2.0.0 queued' }
const BOUNCED: Outcome = {
  kind: 'bounced',
  reason: 'mailbox_missing',
  code: '550',
  answer: '550 5.1.1 no such mailbox',
  suppress: true,
}
const REJECTED: Outcome = {
  kind: 'rejected',
  reason: 'content_refused',
  temporary: false,
  wholeConfiguration: false,
  code: '550',
  answer: '550 5.7.1 refused',
}

type Told = Pick<DeliveryEvent, 'seq' | 'kind'> & Partial<DeliveryEvent> & { after?: number }

/** `after`: seconds after the hand-over of its message. */
async function runWith(told: Told[], { contacts = 12, outcome = (_seq: number): Outcome | undefined => SENT } = {}) {
  const owner = await kit.withApplication()
  const { applicationId, bearer } = owner
  const { runId, campaignId } = await sentRun(kit.database, applicationId, { contacts, outcome })
  const { rows } = await pool.query<{ seq: number; sent_at: Date }>(
    "select seq, sent_at from delivery where run_id = $1 and sent_at > '-infinity'",
    [runId],
  )
  const sentAt = new Map(rows.map(row => [row.seq, row.sent_at.getTime()]))
  const event = { applicationId, runId, source: 'recipient', bot: false } as const
  const tell = (all: Told[]) =>
    applyEvents(
      kit.database,
      all.map(({ after = 60, ...each }) => ({
        ...event,
        at: new Date((sentAt.get(each.seq) ?? Date.now()) + after * 1000),
        ...each,
      })),
    )
  await tell(told)
  const get = <Data>(path: string, as = bearer) =>
    kit.call<Data>('GET', `/api/notifications/delivery/email/${path}`, { bearer: as })
  const read = async <Data>(path: string) => (await get<Data>(`${runId}${path}`)).data
  const table = async (panel: string) => {
    const { body, headers } = await kit.app.inject({
      method: 'GET',
      url: `/api/notifications/delivery/email/${runId}/panel?panel=${panel}`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    return Papa.parse<string[]>(body.replace('\uFEFF', ''), { skipEmptyLines: true }).data
  }
  return { owner, applicationId, bearer, runId, campaignId, get, read, tell, table }
}

const click = (seq: number, linkNo: number, more: Partial<Told> = {}): Told => ({
  seq,
  kind: 'clicked',
  linkNo,
  ...more,
})

test('links have the clicks that dashboards count, the people behind them, and lead to exactly those', async () => {
  const { applicationId, bearer, campaignId, get, read, runId, table } = await runWith([
    click(1, 0),
    click(1, 0, { after: 90 }),
    click(2, 0),
    click(2, 2),
    click(3, 2, { bot: true }),
    { seq: 4, kind: 'opened' },
    { seq: 5, kind: 'unsubscribed', detail: { way: 'one_click' } },
  ])
  const expected: RunLinks = {
    clicks: 4,
    links: [
      { no: 0, url: 'https://shop.example/sale', clicks: 3, clicked: 2 },
      { no: 2, url: 'https://shop.example/help', clicks: 1, clicked: 1 },
      { no: 1, url: 'https://shop.example/p/{{ code }}?who={{ first_name }}', clicks: 0, clicked: 0 },
    ],
  }
  expect(await read('/links')).toEqual(expected)
  expect((await get<RunLinks>(`${campaignId}/links`)).data).toEqual(expected)
  expect(await table('links')).toEqual([
    ['no', 'url', 'clicked', 'clicks'],
    ...expected.links.map(({ no, url, clicked, clicks }) => [no, url, clicked, clicks].map(String)),
  ])
  const dashboard = await kit.app.inject({
    method: 'GET',
    url: '/api/dashboard/email/export?panel=links',
    headers: { authorization: `Bearer ${bearer}` },
  })
  const { data } = Papa.parse<{ url: string; clicks: string }>(dashboard.body.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(({ url, clicks }) => [url, Number(clicks)])).toEqual(
    expected.links.filter(({ clicks }) => clicks > 0).map(({ url, clicks }) => [url, clicks]),
  )
  for (const [link, people] of [
    [0, [1, 2]],
    [1, []],
    [2, [2]],
  ] as const) {
    const found = await get<Recipient[]>(`${runId}?link=${link}`)
    expect(found.data.map(({ uuid }) => uuid)).toEqual(people.map(seq => `${runId}.${seq}`))
    expect(found.headers['x-notifly-total-count']).toBe(String(people.length))
  }
  expect((await get(`${runId}?link=sale`)).status).toBe(400)
  await pool.query('update run set details_removed_at = now() where application_id = $1', [applicationId])
  expect((await read<RunLinks>('/links')).links.map(({ clicks, clicked }) => [clicks, clicked])).toEqual([
    [3, null],
    [1, null],
    [0, null],
  ])
})

test('openings are told by the time since the hand-over, each recipient once and machines left out, and lead to exactly those', async () => {
  const { applicationId, bearer, get, read, runId, table, tell } = await runWith([
    { seq: 1, kind: 'opened', after: 0 },
    { seq: 2, kind: 'opened', after: 599 },
    { seq: 3, kind: 'opened', after: 600 },
    { seq: 3, kind: 'opened', after: 999_999 },
    { seq: 4, kind: 'opened', after: 3599 },
    { seq: 5, kind: 'opened', after: 86_400 },
    { seq: 6, kind: 'opened', after: 604_799 },
    { seq: 7, kind: 'opened', after: 604_800 },
    { seq: 8, kind: 'opened', bot: true },
    click(9, 0),
  ])
  const spans = await read<OpenSpan[]>('/open-times')
  expect(spans.map(({ until, opened }) => [until, opened])).toEqual([
    [600, 2],
    [1800, 1],
    [3600, 1],
    [10_800, 0],
    [21_600, 0],
    [43_200, 0],
    [86_400, 0],
    [172_800, 1],
    [604_800, 1],
    [null, 1],
  ])
  expect(await table('open_times')).toEqual([
    ['until_seconds', 'opened'],
    ...spans.map(({ until, opened }) => [until === null ? '' : String(until), String(opened)]),
  ])
  for (const [no, { opened }] of spans.entries()) {
    const listed = await get<Recipient[]>(`${runId}?open_span=${no}`)
    const file = await kit.app.inject({
      url: `/api/notifications/delivery/email/${runId}/export?open_span=${no}`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    const { data: rows } = Papa.parse(file.body.replace('\uFEFF', ''), { header: true, skipEmptyLines: true })
    expect([no, listed.data.length, Number(listed.headers['x-notifly-total-count']), rows.length]).toEqual([
      no,
      opened,
      opened,
      opened,
    ])
  }
  expect((await get(`${runId}?open_span=10`)).status).toBe(400)
  // A run is not walked over anew for each reader: a fresh answer stays, however many openings came.
  await tell([{ seq: 10, kind: 'opened' }])
  expect(await read('/open-times')).toEqual(spans)
  await pool.query('update run set details_removed_at = now() where application_id = $1', [applicationId])
  expect(await read('/open-times')).toEqual([])
})

test('domains are counted with what became of their emails, the ten largest by name and the others as one', async () => {
  const { applicationId, get, campaignId, runId, tell } = await runWith([], {
    contacts: 20,
    outcome: seq => (seq === 1 ? BOUNCED : seq === 2 ? REJECTED : seq === 3 ? undefined : SENT),
  })
  // 1 to 6 at one domain, 7 and 8 at another, the rest at one each.
  await pool.query(
    `update delivery set address = 'person' || seq || case when seq <= 6 then '@Big.example' when seq <= 8 then '@two.example'
       else '@d' || lpad(seq::text, 2, '0') || '.example' end where run_id = $1`,
    [runId],
  )
  await tell([
    { seq: 4, kind: 'complained', source: 'provider' },
    { seq: 5, kind: 'opened' },
    { seq: 6, kind: 'opened', bot: true },
    { seq: 7, kind: 'opened' },
    click(7, 0),
    { seq: 19, kind: 'opened' },
    click(20, 0),
  ])
  const none = { bounced: 0, complained: 0, opened: 0, clicked: 0 }
  const expected: RunDomain[] = [
    { domain: 'big.example', sent: 4, bounced: 1, complained: 1, opened: 1, clicked: 0 },
    { domain: 'two.example', sent: 2, bounced: 0, complained: 0, opened: 1, clicked: 1 },
    ...Array.from({ length: 8 }, (_, index) => ({
      domain: `d${String(index + 9).padStart(2, '0')}.example`,
      sent: 1,
      ...none,
    })),
    { domain: null, sent: 4, bounced: 0, complained: 0, opened: 1, clicked: 1 },
  ]
  expect((await get<RunDomain[]>(`${campaignId}/domains`)).data).toEqual(expected)
  await pool.query('update run set details_removed_at = now() where application_id = $1', [applicationId])
  expect((await get(`${runId}/domains`)).data).toEqual([])
})

test('the mail is drawn as the first who got it sees it, its links by their numbers, without anything that tracks', async () => {
  const { owner, get, read, runId } = await runWith([], { outcome: seq => (seq === 1 ? undefined : SENT) })
  const { rows } = await pool.query<{ first_name: string }>(
    `select c.merge_fields ->> 'first_name' as first_name from delivery d join contact c using (application_id, contact_id)
     where d.run_id = $1 and d.seq = 2`,
    [runId],
  )
  const name = rows[0]?.first_name ?? 'nobody'
  const mail = await read<RunMail>('/mail')
  expect(mail.recipient).toContain(name)
  expect(mail.html).toContain(`<p>Dear ${name}</p><a href="${drawnLinkAddress(0)}">Sale</a>`)
  expect(mail).toMatchObject({ variant: null, links: [0, 1, 2], html: expect.stringContaining(drawnLinkAddress(2)) })
  expect(mail.html).not.toMatch(/\/t\/[co]\/|\{\{/)
  expect((await get(`${runId}/mail?variant=1`)).status).toBe(404)

  const nobodys = { recipient: null, html: expect.stringContaining('<p>Dear </p>') }
  const permissions = { [ACTIVITY.deliveryListing]: [1, 0] } as PermissionSet
  const watcher = await team.addMember(owner, await team.addRole(owner, { permissions }))
  expect((await get<RunMail>(`${runId}/mail`, watcher.bearer)).data).toMatchObject(nobodys)
  await pool.query('delete from contact where application_id = $1', [owner.applicationId])
  expect(await read('/mail')).toMatchObject(nobodys)
})

test('each variant of a test has its own mail; the winner, or else the first, is shown unless one is chosen', async () => {
  const { applicationId, read, runId, get } = await runWith([])
  const content = (word: string, firstLinkNo: number) =>
    freezeContent({ subject: word, html: `<a href="https://shop.example/${word}">${word}</a>` }, 'x', firstLinkNo)
      .content
  await pool.query(
    `insert into run_test (application_id, run_id, part, metric, share, after_hours) values ($1, $2, 'content', 'clicked', 50, 1)`,
    [applicationId, runId],
  )
  await pool.query(
    'insert into run_variant (application_id, run_id, no, content) values ($1, $2, 1, $3), ($1, $2, 2, $4)',
    [applicationId, runId, content('first', 0), content('second', 1)],
  )
  expect(await read('/mail')).toMatchObject({ variant: 1, html: expect.stringContaining('>first<') })
  const second = await read<RunMail>('/mail?variant=2')
  expect(second).toMatchObject({
    variant: 2,
    links: [1],
    html: expect.stringContaining(`href="${drawnLinkAddress(1)}"`),
  })
  expect((await get(`${runId}/mail?variant=3`)).status).toBe(404)
  expect((await get(`${runId}/mail?variant=9`)).status).toBe(400)
  await pool.query('update run_test set winner = 2 where run_id = $1', [runId])
  expect(await read('/mail')).toMatchObject({ variant: 2, html: expect.stringContaining('>second<') })
})

test('a run that nobody opened or clicked says so, and none of its panels is another application’s', async () => {
  const { get, read, runId } = await runWith([], { contacts: 3, outcome: () => undefined })
  expect(await read<RunLinks>('/links')).toMatchObject({ clicks: 0, links: [{ clicked: 0 }, {}, {}] })
  expect([await read('/open-times'), await read('/domains')]).toEqual([[], []])
  const stranger = await kit.withApplication()
  for (const panel of ['links', 'open-times', 'domains', 'mail', 'panel?panel=links']) {
    expect([panel, (await get(`${runId}/${panel}`, stranger.bearer)).status]).toEqual([panel, 404])
    const elsewhere = await kit.call('GET', `/api/notifications/delivery/sms/${runId}/${panel}`, {
      bearer: stranger.bearer,
    })
    expect([panel, elsewhere.status]).toEqual([panel, 404])
  }
})
