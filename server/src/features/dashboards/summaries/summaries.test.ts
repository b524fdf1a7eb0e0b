import { type Locale, LOCALES } from '@notifly/contracts/accounts/accounts'
import type { ReportSubscription } from '@notifly/contracts/dashboards/summaries'
import { expect, test } from 'vitest'
import type { Clock } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { type ApplicationOwner, testApp } from '../../../testing/app.ts'
import { approvalTeamOf } from '../../../testing/approvals.ts'
import { sendDueSummaries } from './summaries.ts'
import { lastDue, nextDue, periodOf } from './times.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const db = kit.database.kysely

const PATH = '/api/dashboard/report'
const read = (who: ApplicationOwner) => kit.call<ReportSubscription>('GET', PATH, { bearer: who.bearer })
const choose = (who: ApplicationOwner, every: string) =>
  kit.call<ReportSubscription>('PUT', PATH, { bearer: who.bearer, body: { every } })

const epoch = (iso8601: string) => Date.parse(iso8601) / 1000
const day = (text: string) => Temporal.PlainDate.from(text)

/** Ranges have thin spaces. */
const plain = (text = '') => text.replaceAll(/\p{Zs}/gu, ' ')

/** What schedulers would do at that moment. */
const tickAt = (iso8601: string) => {
  const clock: Clock = { now: () => new Date(iso8601) }
  return sendDueSummaries({ database: kit.database, clock })
}

async function inKolkata(): Promise<ApplicationOwner> {
  const owner = await kit.withApplication()
  const body = { uuid: owner.applicationId, name: 'Chai & Co', timezone: 'Asia/Kolkata' }
  await kit.call('POST', '/api/verticals', { bearer: owner.bearer, body })
  return owner
}

/** As of a subscription that was made then. */
async function subscribedFor(who: ApplicationOwner, lastSentFor: string): Promise<void> {
  const { rowCount } = await kit.database.pool.query(
    'update report_subscription set last_sent_for = $2 where application_id = $1 and account_id = $3',
    [who.applicationId, lastSentFor, who.user.uuid],
  )
  expect(rowCount).toBe(1)
}

async function addActivity({ applicationId }: ApplicationOwner, channel: string, at: string, sums: object) {
  const key = { application_id: applicationId, channel, run_id: uuidv7(), shard: 0, quarter: new Date(at) }
  await db
    .insertInto('activity_quarter')
    .values({ ...key, ...sums })
    .execute()
}

test('summaries are due at 8:00 on Monday and on the first, also where clocks change', () => {
  const of = (every: 'weekly' | 'monthly', zone: string, at: string) => [
    lastDue(every, zone, new Date(at)).toString(),
    nextDue(every, zone, new Date(at)),
  ]
  expect(of('weekly', 'Asia/Kolkata', '2026-03-02T02:29:59Z')).toEqual(['2026-02-23', epoch('2026-03-02T02:30:00Z')])
  expect(of('weekly', 'Asia/Kolkata', '2026-03-02T02:30:00Z')).toEqual(['2026-03-02', epoch('2026-03-09T02:30:00Z')])
  // Summer time begins on the 29th.
  expect(of('weekly', 'Europe/Paris', '2026-03-25T12:00:00Z')).toEqual(['2026-03-23', epoch('2026-03-30T06:00:00Z')])
  expect(of('monthly', 'America/New_York', '2026-03-01T12:59:00Z')).toEqual([
    '2026-02-01',
    epoch('2026-03-01T13:00:00Z'),
  ])
  expect(of('monthly', 'America/New_York', '2026-12-31T20:00:00Z')).toEqual([
    '2026-12-01',
    epoch('2027-01-01T13:00:00Z'),
  ])
  const { starts, startsBefore, first, last } = periodOf('monthly', day('2026-04-01'), 'Europe/Paris')
  expect([starts, startsBefore].map(each => each.map(moment => moment.toISOString()))).toEqual([
    ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
  ])
  expect([first.toString(), last.toString()]).toEqual(['2026-03-01', '2026-03-31'])
})

test('each person chooses for themselves, with right 901 or 502', async () => {
  const owner = await inKolkata()
  expect((await read(owner)).data).toEqual({ every: 'never', next_on: null, email: owner.email })
  const weekly = await choose(owner, 'weekly')
  expect(weekly.data).toMatchObject({ every: 'weekly', next_on: nextDue('weekly', 'Asia/Kolkata', kit.clock.now()) })
  const withRight = async (activity: number) =>
    team.addMember(owner, await team.addRole(owner, { permissions: { [activity]: [1, 0] } }))
  const colleague = await withRight(502)
  expect((await read(colleague)).data.every).toBe('never')
  expect((await choose(colleague, 'monthly')).data.every).toBe('monthly')
  expect((await read(owner)).data.every).toBe('weekly')
  expect((await choose(await withRight(902), 'weekly')).status).toBe(403)
  expect((await choose(owner, 'daily')).body.errors?.[0]?.field).toBe('every')
  expect((await choose(owner, 'never')).data).toMatchObject({ every: 'never', next_on: null })
})

test('a summary goes out once with two schedulers, after downtime, and tells the week against the one before', async () => {
  const owner = await inKolkata()
  await choose(owner, 'weekly')
  await subscribedFor(owner, '2026-03-02')
  await addActivity(owner, 'email', '2026-02-25T06:00:00Z', { accepted: 800, opened: 200, clicked: 50 })
  // Monday 00:00 in Kolkata is the first moment of the week, the next Monday no more of it.
  await addActivity(owner, 'email', '2026-03-01T18:30:00Z', {
    accepted: 1000,
    bounced: 20,
    opened: 300,
    unsubscribed: 4,
  })
  await addActivity(owner, 'sms', '2026-03-08T18:15:00Z', { accepted: 204, clicked: 75 })
  await addActivity(owner, 'sms', '2026-03-08T18:30:00Z', { accepted: 999 })
  await tickAt('2026-03-09T02:29:00Z')
  // The product was away at 8:00, then two schedulers start.
  await Promise.all([tickAt('2026-03-10T11:00:00Z'), tickAt('2026-03-10T11:00:00Z')])
  await tickAt('2026-03-10T11:01:00Z')
  const mail = await kit.mailbox.next(owner.email)
  expect(mail.subject).toBe('Chai & Co: your week')
  expect(plain(mail.text)).toContain('2 – 8 March 2026')
  const lines = (mail.text ?? '').split('\n').filter(line => line.includes(' ('))
  expect(lines).toEqual([
    'Sent: 1,224 (+53%)',
    'Delivered: 1,204 · 98.4% (+50.5%)',
    'Opened: 300 · 24.9% (+50%)',
    'Unsubscribed: 4 (–)',
    'Clicked: 75 · 6.2% (+50%)',
    'New contacts: 0 (–)',
    'Email: 1,020 (300 opened, 0 clicked)',
    'SMS: 204 (0 opened, 75 clicked)',
  ])
  expect(mail.text).toContain(`/applications/${owner.applicationId}/dashboard`)
  // Three weeks away: the latest one is told, once.
  await tickAt('2026-03-31T11:00:00Z')
  await tickAt('2026-04-01T11:00:00Z')
  expect(plain((await kit.mailbox.next(owner.email)).text)).toContain('23 – 29 March 2026')
  expect(kit.mailbox.waiting(owner.email)).toBe(0)
})

test('a person who left, lost the rights or stopped it gets none, and one without any figures is told so', async () => {
  const owner = await inKolkata()
  const [left, lost] = [await team.maker(owner), await team.maker(owner)]
  for (const who of [owner, left, lost]) {
    await choose(who, 'monthly')
    await subscribedFor(who, '2026-03-01')
  }
  await db.updateTable('member').set({ status: 'disabled' }).where('account_id', '=', left.user.uuid).execute()
  const role = await team.addRole(owner, { permissions: { '401': [4, 0] } })
  await db.updateTable('member').set({ role_id: role }).where('account_id', '=', lost.user.uuid).execute()
  await tickAt('2026-04-01T02:30:00Z')
  const mail = await kit.mailbox.next(owner.email)
  expect([mail.subject, plain(mail.text).includes('Nothing was sent on 1 – 31 March 2026')]).toEqual([
    'Chai & Co: your month',
    true,
  ])
  await expect
    .poll(async () => {
      const { rows } = await kit.database.pool.query(
        "select 1 from graphile_worker.jobs where task_identifier = 'summary-mail'",
      )
      return rows.length
    })
    .toBe(0)
  expect([kit.mailbox.waiting(left.email), kit.mailbox.waiting(lost.email)]).toEqual([0, 0])
})

/** What the mail of each language says first. */
const SUBJECTS = {
  en: 'Chai & Co: your week',
  es: 'Chai & Co: su semana',
  fr: 'Chai & Co : votre semaine',
  hi: 'Chai & Co: आपका सप्ताह',
} satisfies Record<Locale, string>

test('the mail is in its reader’s language, and its own link stops it: opening asks, a button or a mail program’s one click does it', async () => {
  const owner = await inKolkata()
  for (const [n, locale] of LOCALES.entries()) {
    await db.updateTable('account').set({ locale }).where('account_id', '=', owner.user.uuid).execute()
    await choose(owner, 'weekly')
    await subscribedFor(owner, '2026-03-02')
    await tickAt('2026-03-09T03:00:00Z')
    const mail = await kit.mailbox.next(owner.email)
    const home = locale === 'en' ? '/applications' : `/${locale}/applications`
    expect(mail.subject).toBe(SUBJECTS[locale])
    expect(mail.html).toContain(`<html lang="${locale}"`)
    expect(mail.text).toContain(`${kit.deps.config.publicUrl}${home}/${owner.applicationId}/dashboard`)
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = new URL(header('list-unsubscribe').slice(1, -1))
    expect(mail.html).toContain(`${link.pathname}?lang=${locale}`)
    const page = await kit.app.inject({ method: 'GET', url: `${link.pathname}?lang=${locale}` })
    expect([
      page.statusCode,
      page.body.includes(`<html lang="${locale}">`),
      page.body.includes('Chai &amp; Co'),
    ]).toEqual([200, true, true])
    expect((await read(owner)).data.every).toBe('weekly')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = n === 0 ? 'List-Unsubscribe=One-Click' : ''
    const stopped = await kit.app.inject({ method: 'POST', url: link.pathname, headers: form, payload })
    expect(stopped.statusCode).toBe(n === 0 ? 200 : 303)
    expect((await read(owner)).data.every).toBe('never')
    expect((await kit.app.inject({ method: 'GET', url: link.pathname })).body).not.toContain('<form')
    const forged = link.pathname.replace(/.$/, letter => (letter === 'A' ? 'B' : 'A'))
    expect((await kit.app.inject({ method: 'POST', url: forged, headers: form, payload })).statusCode).toBe(404)
  }
})
