/**
 * The five-minute walk: from no account to three thousand mails, of which one is read, followed by a click and an unsubscription, only
 * through the dashboard.
 */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { apiAt } from '../product/api.ts'
import { AUDIENCE_FILE, AUDIENCE_SIZE, welcomeTo } from '../product/material.ts'
import { newEmail, type Owner, type Person, tokenFor } from '../product/people.ts'
import { type Mail, sandboxAt } from '../product/sandbox.ts'
import { waitForTrail } from '../product/trail.ts'
import { type Words, wordsIn } from '../words.ts'
import { followVerificationLink, inLanguage, setUpOrganization, signUp } from './accounts.ts'
import { connectSandbox, importFile } from './application.ts'
import { launch, openRecipient, watchRun, writeCampaign, writeTemplate } from './campaigns.ts'
import { open, product } from './journey.ts'
import { followLink, readMail, unsubscribeWithOneClick } from './reader.ts'

/** How long one walk may take. */
export const WALK_MS = 180_000

/** The most clicks from the sign-up form to the run of the first campaign; the link in the email is one more. */
const CLICKS_MAX = 35
/** "Within seconds", on a machine with other load. */
const SECONDS = 10
/** The page on another site that the button of the mail opens. */
const SHOP = `${product.sandboxUrl}/?from=mail`
const SEGMENT = 'Everybody'
const TEMPLATE = 'Welcome'

const sandbox = sandboxAt(product.sandboxUrl)

interface Walk {
  page: Page
  words: Words
  locale: Locale
  person: Person
  /** An address of the application in the language of the walk. */
  at: (path: string) => string
  owner: Pick<Owner, 'api' | 'token'>
  /** Of the email; no other test of the run writes this one. */
  subject: string
}

/** One of the recipients. */
const READER = 'person.1+list@example.org'

/** Does all steps in one language. */
export async function expectFiveMinutes(locale: Locale): Promise<void> {
  const walk = await startEmpty(locale)
  await prepare(walk)
  await goToNext(walk, 'campaign')
  const run = await send(walk, 'First hello', AUDIENCE_SIZE)
  const clicks = await walk.page.evaluate(() => Number(sessionStorage.getItem('clicks')))
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
  expect(clicks).toBeGreaterThan(20)
  const mail = await expectAllDelivered(walk)
  await expectReadingShows(walk, run, mail)
  await expectStoppingHolds(walk, run, mail)
}

async function startEmpty(locale: Locale): Promise<Walk> {
  const words = wordsIn(locale)
  const person = { name: 'Asha Raman', email: newEmail() }
  // The password that proves the address is first answered that the address is not proven.
  const page = await open({ locale, refusals: [400], loadsAhead: true })
  await page.addInitScript(countClicks)
  await page.goto(inLanguage(locale, '/auth/sign-up'))
  await signUp(page, words, person)
  await followVerificationLink(page, words, sandbox, person.email)
  await page.waitForURL(url => url.pathname === inLanguage(locale, '/onboarding'))
  const slug = await setUpOrganization(page, words, 'Lumen Store')
  const owner = { api: apiAt(product.url), token: await tokenFor(product, person, slug) }
  const at = (path: string) => inLanguage(locale, `/applications/${slug}/${path}`)
  return { page, words, locale, person, at, owner, subject: `Welcome to Lumen ${slug.slice(-6)}` }
}

/** Onboarding ends at the email settings; from there each page links to the next. */
async function prepare(walk: Walk): Promise<void> {
  const { page, words, at, subject } = walk
  await connectSandbox(page, words)
  await goToNext(walk, 'audience')
  await importFile(page, words, AUDIENCE_FILE, SEGMENT)
  await page.waitForURL(url => url.pathname === at('audience'))
  await goToNext(walk, 'template')
  await writeTemplate(page, words, { name: TEMPLATE, subject, html: welcomeTo(SHOP) })
  await page.waitForURL(/\/template\/[0-9a-f-]{36}$/)
}

/** Once a step is done, the page links to the next. */
async function goToNext({ page, words }: Walk, step: 'audience' | 'template' | 'campaign'): Promise<void> {
  await page.getByRole('link', { name: words(`first-steps:${step}.action`) }).click()
}

/**
 * In a page: counts every click, and every first field of a form that gets the focus without one, since a person clicks there. Tab reaches
 * the next fields.
 */
function countClicks(): void {
  const count = () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
  let isPointed = false
  addEventListener('pointerdown', () => (isPointed = true), true)
  addEventListener('click', event => (event.isTrusted ? count() : undefined), true)
  addEventListener(
    'focusin',
    ({ target, relatedTarget }) => {
      const isNext = relatedTarget instanceof Element && relatedTarget.matches('input, textarea')
      if (
        !isPointed &&
        !isNext &&
        target instanceof Element &&
        target.matches('input, textarea, [contenteditable="true"]')
      )
        count()
      isPointed = false
    },
    true,
  )
}

/** In the wizard: writes a campaign, launches it and watches its run to the end. Returns the run's id. */
async function send({ page, words, locale }: Walk, name: string, recipients: number): Promise<string> {
  await writeCampaign(page, words, { name, segment: SEGMENT, template: TEMPLATE })
  await launch(page, words, name, new Intl.NumberFormat(locale).format(recipients))
  await watchRun(page, words, name)
  return /[0-9a-f-]{36}$/.exec(new URL(page.url()).pathname)?.[0] ?? ''
}

/** Checks that everybody received exactly one mail, with everything that such mails must contain. Returns the reader's. */
async function expectAllDelivered({ subject }: Walk): Promise<Mail> {
  const mails = await sandbox.mailsWith(subject)
  const differing = (of: (mail: Mail) => string | undefined) => new Set(mails.map(of)).size
  expect(mails).toHaveLength(AUDIENCE_SIZE)
  expect(differing(mail => mail.to)).toBe(AUDIENCE_SIZE)
  expect(differing(mail => mail.headers['message-id'])).toBe(AUDIENCE_SIZE)
  expect(differing(mail => mail.headers['list-unsubscribe'])).toBe(AUDIENCE_SIZE)
  for (const { headers, raw, text, html } of mails) {
    expect(headers['message-id']).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/)
    expect(headers['list-unsubscribe']).toMatch(/^<https?:/)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(raw).toMatch(/multipart\/alternative/i)
    expect(text).toContain('lumen.example')
    expect(html).toMatch(/\/t\/o\//)
    expect(html).toMatch(/\/t\/c\//)
  }
  return mails.find(mail => mail.to === READER) ?? sandbox.mailTo(READER)
}

/** Checks that opening the email and clicking its button are shown in the history within seconds. */
async function expectReadingShows({ page, words, owner }: Walk, run: string, mail: Mail) {
  const inbox = await open()
  await readMail(inbox, mail)
  expect(await followLink(inbox, 'Do this Next')).toBe(SHOP)
  expect(await waitForTrail(owner, run, READER, ['opened', 'clicked'])).toBeLessThan(SECONDS)
  await openRecipient(page, words, READER)
  const drawer = page.getByRole('dialog')
  await drawer.getByText(words('delivery:trail.kind.opened'), { exact: true }).waitFor()
  await drawer.getByText(SHOP).first().waitFor()
}

/** Checks that one click in the mail program excludes the reader from the next campaign, which shows the reason. */
async function expectStoppingHolds(walk: Walk, run: string, mail: Mail): Promise<void> {
  const { page, words, owner } = walk
  expect(await unsubscribeWithOneClick(mail)).toBe(200)
  expect(await waitForTrail(owner, run, READER, ['unsubscribed'])).toBeLessThan(SECONDS)
  await page.goto(walk.at('notification/email'))
  await send(walk, 'Second hello', AUDIENCE_SIZE - 1)
  await openRecipient(page, words, READER)
  await page.getByRole('dialog').getByText(words('sentences:reasons.delivery.unsubscribed')).first().waitFor()
  expect(await sandbox.countTo(READER)).toBe(1)
}
