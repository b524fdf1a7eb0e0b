/**
 * A campaign that goes out again and again, by clicks: planned in the wizard, seen on the calendar, copied; its first run is
 * held back alone while those to come stay, and then all of it ends and goes again to those who did not open.
 */
import { listCampaigns, readCampaign } from '@notifly/contracts/campaigns/calls'
import { createEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from '@notifly/server/testing/installation'
import { confirmLaunch } from '../browser/campaigns.ts'
import { open } from '../browser/journey.ts'
import { newEmail, newOwner, type Owner, tokenFor } from '../product/people.ts'
import { importAudience, saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const NAME = 'Hourly alert'
/** So many at one a second: the run goes on while it is looked at. */
const PEOPLE = 90

let installation: Installation
let owner: Owner
beforeAll(async () => {
  installation = await Installation.create()
  await installation.start()
  owner = await newOwner(installation)
  await connectSlowly(owner)
  const people = Array.from({ length: PEOPLE }, (_, n) => `${newEmail()},Person ${n}`)
  await importAudience(owner, ['email,first_name', ...people].join('\n'), 'Everybody')
  const html = '<p>Hello. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  await saveTemplate(owner, { name: 'Alert', subject: 'Look here', html })
}, 120_000)
afterAll(() => installation.remove())

test('is planned, seen on the calendar, copied, held back run by run, cancelled and sent again', async () => {
  const before = await open({ at: installation, person: owner })
  await planHourly(before)
  await seeOnCalendar(before)
  await copy(before)
  await before.waitForLoadState('networkidle')
  await before.goto('about:blank')

  await installation.kill()
  await installation.startLater(minutesToMidnight() + 1)
  const token = await tokenFor(installation, owner, owner.slug)
  await expect.poll(() => sentByNow(token), { timeout: 60_000, interval: 500 }).toBeGreaterThan(1)
  const page = await open({ at: installation, person: owner })
  await page.goto(`/applications/${owner.slug}/notification`)
  await page.getByRole('row').getByRole('link', { name: NAME, exact: true }).click()
  await holdBackOneRun(page)
  await endAll(page)
  await sendAgain(page, token)
}, 240_000)

async function connectSlowly({ api, token, email }: Owner): Promise<void> {
  const configuration_setting = {
    sender_email: email,
    from_name: 'Lumen Store',
    host: '127.0.0.1',
    port_no: installation.smtpPort,
    username: 'sandbox',
    password: 'sandbox',
    security: 'none',
    messages_per_second: 1,
  } as const
  await api(createEmailConfiguration, { token, body: { configuration_type: 'smtp', configuration_setting } })
}

/** Until the first run of what recurs by hours and begins at once: the application's clock is that of UTC. */
function minutesToMidnight(): number {
  return 24 * 60 - Math.floor((Date.now() / 60_000) % (24 * 60))
}

/** Messages of the first run that have left. */
async function sentByNow(token: string): Promise<number> {
  const [campaign] = await owner.api(listCampaigns, { token, query: { search: NAME, status: 'executing' } })
  return campaign?.counts.sent ?? 0
}

async function planHourly(page: Page): Promise<void> {
  await page.goto(`/applications/${owner.slug}/notification/email`)
  await page.getByLabel(words('campaigns:wizard.name')).fill(NAME)
  await page.getByRole('combobox', { name: words('campaigns:who.include') }).fill('Everybody')
  await page.getByRole('option', { name: 'Everybody' }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.what') }).click()
  await page.getByRole('combobox', { name: words('campaigns:what.whichTemplate') }).click()
  await page.getByRole('option', { name: 'Alert' }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.when') }).click()
  await page.getByRole('radio', { name: words('campaigns:when.recurring') }).click()
  const popper = page.getByRole('dialog', { name: words('campaigns:when.recurrence') })
  await popper.getByRole('radio', { name: words('campaigns:when.kinds.interval') }).click()
  await popper.getByRole('button', { name: '1 hour', exact: true }).click()
  await popper.getByRole('button', { name: words('common:ui.save') }).click()
  await page.getByRole('radio', { name: words('campaigns:when.midnight.interval', { time: '12:00 AM' }) }).check()
  // Several runs a day pass alike on every clock: there is nothing to choose.
  await page.getByRole('switch', { name: words('campaigns:when.usersZone'), disabled: true }).waitFor()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.review') }).click()
  await page.getByRole('button', { name: /^Schedule for / }).click()
  await confirmLaunch(page)
  await page.getByText(words('campaigns:done.scheduled', { name: NAME })).waitFor()
}

async function seeOnCalendar(page: Page): Promise<void> {
  await page.getByRole('link', { name: words('calendar:views.calendar') }).click()
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: words('calendar:next') }).click()
  await page.waitForURL(url => url.searchParams.has('month'))
  // Every day of it: by hours, one line a day. Enter opens the day that has the focus.
  const first = page.locator('[data-day$="-10"]')
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const day = page.getByRole('dialog')
  await day.getByText(/24 runs/).waitFor()
  await day.getByRole('link', { name: NAME }).click()
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
  await page.getByText(words('campaigns:page.noRun')).waitFor()
}

async function copy(page: Page): Promise<void> {
  await page.goto(`/applications/${owner.slug}/notification`)
  await page.getByRole('button', { name: `Actions: ${NAME}`, exact: true }).click()
  await page.getByRole('menuitem', { name: words('acts:duplicate') }).click()
  await page.getByText(words('acts:done.duplicated', { name: `${NAME} copy` })).waitFor()
  await expect.poll(() => page.getByLabel(words('campaigns:wizard.name')).inputValue()).toBe(`${NAME} copy`)
  await page.goto(`/applications/${owner.slug}/notification?tab=drafts`)
  await page
    .getByRole('row')
    .getByRole('link', { name: `${NAME} copy` })
    .waitFor()
}

/** On the campaign's page: its first run alone; the next ones stay planned. */
async function holdBackOneRun(page: Page): Promise<void> {
  const runs = page.getByRole('table', { name: words('campaigns:page.runs') })
  const run = runs.getByRole('row').nth(1)
  await run.getByText(words('common:status.campaign.executing')).waitFor()
  await run.getByRole('button').click()
  await page.getByRole('menuitem', { name: words('acts:run.pause') }).click()
  await page.getByText(words('acts:done.pausedRun', { name: NAME })).waitFor()
  await run.getByText(words('common:status.campaign.paused')).waitFor()
  const next = page.getByRole('region', { name: words('campaigns:summary.runs') })
  await expect.poll(() => next.getByRole('listitem').count()).toBe(10)
  await page.getByRole('button', { name: words('acts:all.pause') }).waitFor()
}

async function endAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('acts:more') }).click()
  await page.getByRole('menuitem', { name: words('acts:all.cancel') }).click()
  const dialog = page.getByRole('dialog', { name: words('acts:cancelAll.title', { name: NAME }) })
  await dialog.getByText(/No more runs/).waitFor()
  await dialog.getByRole('button', { name: words('acts:cancelAll.action') }).click()
  await page.getByText(words('acts:done.cancelledAll', { name: NAME })).waitFor()
  await page.getByText(words('campaigns:page.noneToCome')).waitFor()
}

async function sendAgain(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: words('acts:more') }).click()
  await page.getByRole('menuitem', { name: words('acts:resend') }).click()
  const dialog = page.getByRole('dialog', { name: words('acts:resendQuestion.title', { name: NAME }) })
  await dialog.getByText(/(hasn’t|haven’t) opened it/).waitFor()
  await dialog.getByRole('button', { name: words('acts:resendQuestion.action') }).click()
  await page.getByText(words('acts:done.resent', { name: `${NAME} copy` })).waitFor()
  await page.waitForURL(url => url.searchParams.has('draft'))
  const uuid = new URL(page.url()).searchParams.get('draft') ?? ''
  const draft = await owner.api(readCampaign, { token, query: { uuid } })
  expect(draft).toMatchObject({ status: 'draft', audience_names: [`${NAME} not opened`] })
}
