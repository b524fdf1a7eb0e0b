import { LOCALES } from '@notifly/contracts/accounts'
import { expect, test } from 'vitest'
import { followVerificationLink, inLanguage, setUpOrganization, signIn, signUp } from '../browser/accounts.ts'
import { connectSandbox, importFile } from '../browser/application.ts'
import { launch, openRecipient, watchRun, writeCampaign, writeTemplate } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { followLink, readMail, unsubscribeWithOneClick } from '../browser/reader.ts'
import { apiAt } from '../product/api.ts'
import { AUDIENCE_FILE, AUDIENCE_SIZE, audienceOf, welcomeTo } from '../product/material.ts'
import { newEmail, tokenFor } from '../product/people.ts'
import { type Mail, sandboxAt } from '../product/sandbox.ts'
import { waitForTrail } from '../product/trail.ts'
import { wordsIn } from '../words.ts'

/** "Within seconds", on a machine that does other things as well. */
const SECONDS = 10
const WALK_MS = 180_000

const sandbox = sandboxAt(product.sandboxUrl)

/** A page on another site, for the button of the mail to lead to. */
const SHOP = `${product.sandboxUrl}/?from=mail`

/** The address of somebody in the audience file of three thousand. */
const READER = 'person.1+list@example.org'

test.for(LOCALES)(
  'five minutes in %s: from nothing to a mail that was read, followed and stopped',
  { timeout: WALK_MS },
  async locale => {
    const words = wordsIn(locale)
    const isWhole = locale === 'en'
    const person = { name: 'Asha Raman', email: newEmail() }
    const friends = ['Ana', 'Bruno', 'Chandra'].map(firstName => ({ email: newEmail(), firstName }))
    const reader = isWhole ? READER : (friends[0]?.email ?? '')
    const everybody = isWhole ? AUDIENCE_SIZE : friends.length
    const number = new Intl.NumberFormat(locale)
    const page = await open({ locale })

    await page.goto(inLanguage(locale, '/auth/sign-up'))
    await signUp(page, words, person)
    await followVerificationLink(page, words, sandbox, person.email)
    await signIn(page, words, person.email)
    await page.waitForURL(url => url.pathname === inLanguage(locale, '/onboarding'))
    const slug = await setUpOrganization(page, words, 'Lumen Store')
    const at = (path: string) => inLanguage(locale, `/applications/${slug}/${path}`)
    await connectSandbox(page, words)

    await page.goto(at('audience/manage'))
    const small = new File([audienceOf(friends)], 'friends.csv')
    await importFile(page, words, isWhole ? AUDIENCE_FILE : small, 'Everybody')
    await page.waitForURL(url => url.pathname === at('audience'))

    await page.goto(at('template/new'))
    const subject = `Welcome to Lumen ${slug.slice(-6)}`
    await writeTemplate(page, words, { name: 'Welcome', subject, html: welcomeTo(SHOP) })
    await page.waitForURL(/\/template\/[0-9a-f-]{36}$/)

    await page.goto(at('notification/email'))
    await writeCampaign(page, words, { name: 'First hello', segment: 'Everybody', template: 'Welcome' })
    await launch(page, words, 'First hello', shown(number, everybody))
    await watchRun(page, words, 'First hello')
    const runAddress = page.url()
    const run = /[0-9a-f-]{36}$/.exec(new URL(runAddress).pathname)?.[0] ?? ''
    const addressees = await sandbox.addressees(subject)
    expect(addressees).toHaveLength(everybody)
    expect(new Set(addressees).size).toBe(everybody)

    const mail = await sandbox.mailTo(reader, row => row.subject === subject)
    expectCampaignMail(mail)
    const inbox = await open()
    await readMail(inbox, mail)
    expect(await followLink(inbox, 'Do this Next')).toBe(SHOP)
    const owner = { api: apiAt(product.url), token: await tokenFor(product, person, slug) }
    expect(await waitForTrail(owner, run, reader, ['opened', 'clicked'])).toBeLessThan(SECONDS)
    await openRecipient(page, words, reader)
    const drawer = page.getByRole('dialog')
    await drawer.getByText(words('delivery:trail.kind.opened'), { exact: true }).waitFor()
    await drawer.getByText(SHOP).first().waitFor()

    expect(await unsubscribeWithOneClick(mail)).toBe(200)
    expect(await waitForTrail(owner, run, reader, ['unsubscribed'])).toBeLessThan(SECONDS)
    await page.goto(at('notification/email'))
    await writeCampaign(page, words, { name: 'Second hello', segment: 'Everybody', template: 'Welcome' })
    await launch(page, words, 'Second hello', shown(number, everybody - 1))
    await watchRun(page, words, 'Second hello')
    await openRecipient(page, words, reader)
    await page.getByRole('dialog').getByText(words('delivery:reason.unsubscribed')).first().waitFor()
    expect(await sandbox.countTo(reader)).toBe(1)
  },
)

/** As a number stands on the screen. */
function shown(number: Intl.NumberFormat, value: number): string {
  return number.format(value)
}

/** What every mail of a campaign has, whoever gets it. */
function expectCampaignMail({ headers, html, text, raw }: Mail): void {
  expect(headers['list-unsubscribe']).toMatch(/<http/)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(raw).toMatch(/multipart\/alternative/i)
  expect(text).toContain('lumen.example')
  expect(html).toMatch(/\/t\/o\//)
  expect(html).toMatch(/\/t\/c\//)
}
