/**
 * A schedule on recipients' clocks keeps its word: the wizard, the approver, the list and the campaign's page say when messages
 * leave, and the run does what they say. The application is in Los Angeles, and in India the time has passed already.
 */
import { saveApplication } from '@notifly/contracts/applications/applications'
import { listCampaigns, readCampaign } from '@notifly/contracts/campaigns/calls'
import { listRecipients } from '@notifly/contracts/runs/deliveries'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { decide, openRequestDialog, viewPending } from '../browser/approvals.ts'
import { confirmLaunch } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { newMember, newOwner, type Owner, type Person } from '../product/people.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const HERE = 'America/Los_Angeles'
const INDIA = 'Asia/Kolkata'
const INDIANS = 131
const NEIGHBOURS = 3
const NAME = 'Twice a week'

let owner: Owner
let maker: Person
let approver: Person
beforeAll(async () => {
  owner = await newOwner(product)
  const { api, token } = owner
  await api(saveApplication, { token, body: { uuid: owner.slug, name: 'Lumen Store', timezone: HERE } })
  await connectEmail(owner)
  maker = await newMember(product, owner, 'creator', 'Dev Kulkarni')
  approver = await newMember(product, owner, 'validator', 'Meera Iyer')
  const person = (zone: string) => (_: unknown, n: number) => `${zone.slice(-4)}${n}@example.com,${zone}`
  const people = [
    ...Array.from({ length: INDIANS }, person(INDIA)),
    ...Array.from({ length: NEIGHBOURS }, person(HERE)),
  ]
  await importAudience(owner, ['email,timezone', ...people].join('\n'), 'Subscribers')
  const html = '<p>Hello. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  await saveTemplate(owner, { name: 'Digest', subject: 'Your digest', html })
}, 120_000)

/** An hour or more from now on a quarter, and the same time three days later: two days of the week. */
function twoDays() {
  const soon = Temporal.Now.zonedDateTimeISO(HERE).add({ minutes: 75 })
  const first = soon.with({
    minute: soon.minute - (soon.minute % 15),
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  })
  const later = first.add({ days: 3 })
  return { first, later, inIndia: later.toPlainDateTime().toZonedDateTime(INDIA) }
}

const counted = (count: number) => ({ count, shown: count })

/** "Mon, Nov 23, 9:00 AM", as the pages say it. */
function said(moment: Temporal.ZonedDateTime, zone = moment.timeZoneId): string {
  const at = moment.withTimeZone(zone)
  const isOtherYear = at.year !== Temporal.Now.zonedDateTimeISO(zone).year
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { timeZone: zone, ...options }).format(at.epochMilliseconds).replace(/\u202f/g, ' ')
  const day = format({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(isOtherYear && { year: 'numeric' }),
  })
  const isToday = at.toPlainDate().equals(Temporal.Now.plainDateISO(HERE))
  return `${isToday ? 'today' : day}, ${format({ timeStyle: 'short' })}`
}

/** "9:00 AM": whether it is today the line does not say. */
const saidTime = (moment: Temporal.ZonedDateTime) => said(moment).split(', ').at(-1) ?? ''

test('who cannot get this run waits for the next one, and wizard, approver, list and run say the same', async () => {
  const { first, later, inIndia } = twoDays()
  const page = await open({ person: maker })
  await page.goto(`/applications/${owner.slug}/notification/email`)
  await writeWhoAndWhat(page)
  await chooseDays(page, [first, later])
  await chooseTime(page, first)

  await page.getByText(words('campaigns:when.passedNow', counted(INDIANS))).waitFor()
  const promised = [
    [words('campaigns:moments.people', counted(NEIGHBOURS)), saidTime(first)],
    [
      words('campaigns:moments.people', counted(INDIANS)),
      words('campaigns:moments.passed.next_run'),
      words('campaigns:moments.ours', { when: said(inIndia, HERE), zone: 'Los Angeles' }),
    ],
  ] as const
  await expectMoments(page.getByRole('complementary'), promised)
  await page.getByRole('button', { name: words('campaigns:wizard.continue.review') }).click()
  await expectMoments(page.getByRole('main'), promised)
  await page.getByRole('button', { name: words('common:makerChecker.askTo', { act: 'launch' }) }).click()
  await confirmLaunch(page)
  await viewPending(page, words)

  const office = await open({ person: approver })
  await office.goto(`/applications/${owner.slug}/settings/approvals`)
  const look = await openRequestDialog(office, words, NAME)
  await look.getByText(words('approvals:reach.title')).waitFor()
  await expectMoments(look, promised)
  await office.keyboard.press('Escape')
  await look.waitFor({ state: 'detached' })
  await decide(office, words, NAME, 'approve')

  await expectRun()
  await page.goto(`/applications/${owner.slug}/notification`)
  await page.getByRole('row').getByRole('link', { name: NAME, exact: true }).waitFor()
  await expectNextRun(later, inIndia)
  await expectPagesToSay(page, later, inIndia)
}, 180_000)

async function writeWhoAndWhat(page: Page): Promise<void> {
  await page.getByLabel(words('campaigns:wizard.name')).fill(NAME)
  await page.getByRole('combobox', { name: words('campaigns:who.include') }).fill('Subscribers')
  await page.getByRole('option', { name: 'Subscribers' }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.what') }).click()
  await page.getByRole('combobox', { name: words('campaigns:what.whichTemplate') }).click()
  await page.getByRole('option', { name: 'Digest' }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.when') }).click()
}

async function chooseDays(page: Page, days: readonly Temporal.ZonedDateTime[]): Promise<void> {
  await page.getByRole('radio', { name: words('campaigns:when.recurring') }).click()
  const popper = page.getByRole('dialog', { name: words('campaigns:when.recurrence') })
  for (const day of days) {
    await popper.getByRole('button', { name: day.toLocaleString('en', { weekday: 'long' }), exact: true }).click()
  }
  await popper.getByRole('button', { name: words('common:ui.save') }).click()
}

async function chooseTime(page: Page, { hour, minute }: Temporal.ZonedDateTime): Promise<void> {
  await page.getByRole('radio', { name: words('campaigns:when.fixed') }).check()
  const time = page.getByRole('group', { name: words('campaigns:when.fixed') })
  await time.getByRole('textbox').fill(String(hour % 12 === 0 ? 12 : hour % 12))
  await time.getByRole('combobox').click()
  await page.getByRole('option', { name: String(minute).padStart(2, '0'), exact: true }).click()
  await time.getByRole('radio', { name: words(hour < 12 ? 'common:ui.am' : 'common:ui.pm') }).click()
}

type Place = Pick<Page, 'getByRole'>

/** The lines say so, in this order. */
async function expectMoments(place: Place, lines: readonly (readonly string[])[]): Promise<void> {
  const rows = place.getByRole('list', { name: words('campaigns:moments.title') }).getByRole('listitem')
  for (const [row, parts] of lines.entries()) {
    for (const part of parts) await rows.nth(row).getByText(part, { exact: false }).first().waitFor()
  }
  expect(await rows.count()).toBe(lines.length)
}

/** Its run has the neighbours alone; the others have ended in it with the reason. */
async function expectRun(): Promise<void> {
  const { api, token } = owner
  const run = await waitFor('the run to be prepared', async () => {
    const [campaign] = await api(listCampaigns, { token, query: { page: 1, per_page: 10, search: NAME } })
    return campaign?.status === 'executing' ? (campaign.run_uuid ?? undefined) : undefined
  })
  const page = { page: 1, per_page: 100 }
  const read = (status: string) =>
    api(listRecipients, { token, params: { notification_type: 'email', uuid: run }, query: { ...page, status } })
  expect(await read('scheduled')).toHaveLength(NEIGHBOURS)
  const left = await read('skipped')
  expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['waits_for_next_run']))
  expect(new Set(left.map(({ email }) => email?.slice(0, 4)))).toEqual(new Set(['kata']))
}

/** What is next is said of all of them. */
async function expectNextRun(later: Temporal.ZonedDateTime, inIndia: Temporal.ZonedDateTime): Promise<void> {
  const { api, token } = owner
  const [row] = await api(listCampaigns, { token, query: { page: 1, per_page: 10, search: NAME } })
  const seconds = (moment: Temporal.ZonedDateTime) => moment.epochMilliseconds / 1000
  expect(row).toMatchObject({
    next_run: seconds(later),
    next_moments: { first: seconds(inIndia), last: seconds(later), passed: 0 },
  })
  const { next_spans } = await api(readCampaign, { token, query: { uuid: row?.uuid ?? '' } })
  expect(next_spans?.[0]).toEqual(row?.next_moments)
}

/** The calendar and the campaign's own page name the first moment and the last one of the next run. */
async function expectPagesToSay(page: Page, later: Temporal.ZonedDateTime, inIndia: Temporal.ZonedDateTime) {
  const isOneDay = inIndia.withTimeZone(HERE).toPlainDate().equals(later.toPlainDate())
  const span = `${said(inIndia, HERE)} – ${isOneDay ? saidTime(later) : said(later)}`
  await page.getByRole('row').getByRole('link', { name: NAME, exact: true }).click()
  const runs = page.getByRole('region', { name: words('campaigns:summary.runs') })
  await runs.getByText(words('campaigns:moments.ours', { when: span, zone: 'Los Angeles' })).waitFor()
  const month = later.toPlainDate().toPlainYearMonth().toString()
  await page.goto(`/applications/${owner.slug}/notification/calendar?month=${month}&clock=application`)
  const day = later.toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  await page.getByRole('button', { name: new RegExp(day.replace(' ', ',? ')) }).click()
  const entry = page.getByRole('dialog').getByRole('listitem').filter({ hasText: NAME })
  await entry.getByText(span).waitFor()
}
