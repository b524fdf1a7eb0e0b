/** Maker and checker: what one asks for, another decides, by clicks in two browsers, with the product restarted in between. */
import { listCampaigns } from '@notifly/contracts/campaigns/calls'
import { text } from 'node:stream/consumers'
import { listAudit } from '@notifly/contracts/audit/audit'
import { listSegments } from '@notifly/contracts/contacts/audience'
import { readTemplate } from '@notifly/contracts/templates/templates'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from '@notifly/server/testing/installation'
import { changesOf, decide, openRequestDialog, newestNotice, stayOnPage, viewPending } from '../browser/approvals.ts'
import { chooseFile } from '../browser/application.ts'
import { confirmLaunch, writeCampaign, writeSource } from '../browser/campaigns.ts'
import { open } from '../browser/journey.ts'
import {
  invite,
  newEmail,
  newMember,
  newOwner,
  type Owner,
  PASSWORD,
  type Person,
  tokenFor,
} from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const FILE = { name: 'retail.csv', content: 'email\nbo@example.com\ncy@example.com' }
const REASON = 'Say that it is shipped, please.'

let installation: Installation
let owner: Owner
let approver: Person
beforeAll(async () => {
  installation = await Installation.create()
  await installation.start()
  owner = await newOwner(installation)
  await connectEmail(owner)
  approver = await newMember(installation, owner, 'validator', 'Meera Iyer')
}, 120_000)
afterAll(() => installation.remove())

const at = (rest: string) => `/applications/${owner.slug}/${rest}`
const APPROVALS = 'settings/approvals'
const TITLES = { template: 'Order shipped', segment: 'Retail members', campaign: 'Autumn sale' }

test('what a maker asks for takes effect once an approver agrees, and can be corrected until then', async () => {
  await importAudience(owner, 'email,first_name\nana@example.com,Ana', 'Newsletter readers')
  const html = '<p>Hello {{ first_name }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const template = await saveTemplate(owner, { name: TITLES.template, subject: 'Your order is packed', html })

  const maker = { name: 'Dev Kulkarni', email: newEmail() }
  const workplace = await joinByInvitation(maker)
  await askForImport(workplace)
  await askForCampaign(workplace)
  await askForSubject(workplace, template, 'Your order is sent')
  await expectNothingHasHappened(workplace, template)

  await restartUnder(workplace)

  const office = await open({ at: installation, person: approver, refusals: [403] })
  await openFromMail(office)
  expect(await newestNotice(office, words)).toContain('Dev Kulkarni requests your approval: change a template')
  expect(await changesOf(office, words, TITLES.template)).toEqual(['packed', 'sent'])
  await expectReasonIsNeeded(office)
  await decide(office, words, TITLES.template, 'reject', REASON)
  await expectFile(office)
  await decide(office, words, TITLES.segment, 'approve')
  await expectMailOfTemplate(office)
  await decide(office, words, TITLES.campaign, 'approve', 'Good luck.')
  await office.getByText(words('approvals:none.pending')).waitFor()
  await expectImportAndCampaign(workplace)

  await correct(workplace, maker)
  await office.goto(at(APPROVALS))
  await decide(office, words, TITLES.template, 'approve')
  await workplace.goto(at(`template/${template}`))
  await subjectField(workplace).filter({ hasText: 'Your order is shipped' }).waitFor()
  await workplace.getByRole('button', { name: /^Ask to save v/ }).waitFor()
  await expectTrail()
}, 240_000)

/** A new person follows the link of the email and becomes a maker. */
async function joinByInvitation({ name, email }: Person): Promise<Page> {
  const { link } = await invite(installation, owner, email, 'creator')
  const page = await open({ at: installation, refusals: [403, 404, 409] })
  await page.goto(`/auth/invite/${link}`)
  await page.getByLabel(words('accounts:name')).fill(name)
  await page.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(words('accounts:confirm')).fill(PASSWORD)
  await page.getByRole('button', { name: words('invitation:create') }).click()
  await page.waitForURL(url => url.pathname === at('dashboard'))
  return page
}

/** The dialog counts ten seconds down and leads to the applications; the audience says that something waits. */
async function askForImport(page: Page): Promise<void> {
  await page.goto(at('audience/manage'))
  await chooseFile(page, words, new File([FILE.content], FILE.name, { type: 'text/csv' }))
  const form = page.getByRole('dialog', { name: words('audience:import.title') })
  await form.getByLabel(words('audience:segment.name')).fill(TITLES.segment)
  await form.getByRole('button', { name: new RegExp(words('common:makerChecker.askTo', { act: '' }).trim()) }).click()
  const held = page.getByRole('dialog', { name: words('common:makerChecker.title') })
  await held.getByText(new RegExp(words('common:makerChecker.countdown', { seconds: '\\d+' }))).waitFor()
  await page.waitForURL(url => url.pathname === '/applications')
  await page.goto(at('audience'))
  await page.getByText(words('approvals:moduleWaits', { count: 1, shown: 1 })).waitFor()
}

async function askForCampaign(page: Page): Promise<void> {
  await page.goto(at('notification/email'))
  await writeCampaign(page, words, { name: TITLES.campaign, segment: 'Newsletter readers', template: TITLES.template })
  await page.getByRole('button', { name: words('common:makerChecker.askTo', { act: 'launch' }) }).click()
  await confirmLaunch(page)
  await stayOnPage(page, words)
  await page.waitForURL(url => url.pathname === at('notification'))
  await page
    .getByRole('row', { name: new RegExp(TITLES.campaign) })
    .getByText(words('common:status.campaign.pending_approval'))
    .waitFor()
}

async function askForSubject(page: Page, template: string, subject: string): Promise<void> {
  await page.goto(at(`template/${template}`))
  await writeSource(page, words('templates:parts.subject'), subject)
  await page.getByRole('button', { name: /^Ask to save v/ }).click()
  await viewPending(page, words)
  for (const title of Object.values(TITLES)) await page.getByRole('link', { name: title, exact: true }).waitFor()
  await page.goto(at(`template/${template}`))
  await page.getByText(words('approvals:banner.title')).waitFor()
  expect(await page.getByRole('button', { name: /^Ask to save v/ }).count()).toBe(0)
}

async function expectNothingHasHappened(page: Page, template: string): Promise<void> {
  const { api, token } = owner
  expect((await api(readTemplate, { token, params: { uuid: template } })).subject).toBe('Your order is packed')
  expect((await api(listSegments, { token, query: {} })).map(({ name }) => name)).toEqual(['Newsletter readers'])
  const campaigns = await api(listCampaigns, { token, query: {} })
  expect(campaigns.map(({ campaignName, status }) => [campaignName, status])).toEqual([[TITLES.campaign, 'draft']])
  await page.goto(at('audience/contacts'))
  await page.getByRole('row', { name: /ana@example\.com/ }).waitFor()
  expect(await page.getByRole('row', { name: /bo@example\.com/ }).count()).toBe(0)
}

/** Requests are kept as they were, whatever happens to the product. An open page would ask it in between. */
async function restartUnder(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  await installation.kill()
  await installation.start()
}

/** As a person does who finds the email in the inbox. */
async function openFromMail(page: Page): Promise<void> {
  const mail = await sandboxAt(installation.sandboxUrl).mailTo(approver.email, ({ text }) =>
    text.includes(TITLES.template),
  )
  expect(mail.subject).toBe('Dev Kulkarni requests your approval')
  await page.goto(mail.links.find(link => link.includes(APPROVALS)) ?? '')
  await page.getByRole('link', { name: TITLES.template, exact: true }).waitFor()
}

async function expectReasonIsNeeded(page: Page): Promise<void> {
  const look = await openRequestDialog(page, words, TITLES.template)
  await look.getByRole('button', { name: words('approvals:reject.verb') }).click()
  const dialog = page.getByRole('dialog', { name: words('approvals:reject.title') })
  await dialog.getByRole('button', { name: words('approvals:reject.submit') }).click()
  await dialog.getByText(words('approvals:descriptionMissing')).waitFor()
  await dialog.getByRole('button', { name: words('approvals:cancel'), exact: true }).click()
  await page.keyboard.press('Escape')
  await look.waitFor({ state: 'detached' })
}

/** The file of the request is the one that the maker chose. */
async function expectFile(page: Page): Promise<void> {
  const look = await openRequestDialog(page, words, TITLES.segment)
  const downloading = page.waitForEvent('download')
  await look.getByRole('button', { name: words('approvals:download') }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(FILE.name)
  expect(await text(await file.createReadStream())).toBe(FILE.content)
  await page.keyboard.press('Escape')
  await look.waitFor({ state: 'detached' })
}

/** A campaign shows what its template says, at the version that is held. */
async function expectMailOfTemplate(page: Page): Promise<void> {
  const look = await openRequestDialog(page, words, TITLES.campaign)
  await look.getByText(words('approvals:templateVersion', { name: TITLES.template, version: 1 })).waitFor()
  await look.getByText('Your order is packed').waitFor()
  await look.frameLocator('iframe').getByText('Unsubscribe').waitFor()
  await page.keyboard.press('Escape')
  await look.waitFor({ state: 'detached' })
}

async function expectImportAndCampaign(page: Page): Promise<void> {
  const mail = await sandboxAt(installation.sandboxUrl).mailTo('ana@example.com')
  expect(mail.subject).toBe('Your order is packed')
  await page.goto(at('audience'))
  await waitFor('both people in the new segment', async () => {
    const segments = await owner.api(listSegments, { token: await ownersToken(), query: {} })
    return segments.find(({ name, count }) => name === TITLES.segment && count === 2)
  })
  await page.reload()
  await page.getByRole('row', { name: new RegExp(`${TITLES.segment}.*2`) }).waitFor()
}

/** The maker is told by mail and at the bell, finds the reason, and goes on where it was left. */
async function correct(page: Page, { email }: Person): Promise<void> {
  const mail = await sandboxAt(installation.sandboxUrl).mailTo(email, ({ text }) => text.includes(REASON))
  expect(mail.subject).toBe('Your change was rejected')
  await page.goto(at(`${APPROVALS}?status=2`))
  expect(await newestNotice(page, words)).toContain('Meera Iyer approved your request: launch a campaign')
  await page.getByRole('link', { name: words('approvals:reopen.edit') }).click()
  await page.waitForURL(url => url.searchParams.get('makerCheckerTemplate') === 'True')
  await page.getByText(REASON).waitFor()
  await subjectField(page).filter({ hasText: 'Your order is sent' }).waitFor()
  await page.getByRole('button', { name: words('approvals:reopen.original') }).click()
  const saved = page.getByRole('dialog', { name: words('approvals:reopen.originalTitle') })
  await saved.locator('del').filter({ hasText: 'packed' }).waitFor()
  await saved.getByRole('button', { name: words('approvals:reopen.back') }).click()
  await saved.waitFor({ state: 'detached' })
  await writeSource(page, words('templates:parts.subject'), 'Your order is shipped')
  await page.getByRole('button', { name: /^Ask to save v/ }).click()
  await stayOnPage(page, words)
}

const subjectField = (page: Page) => page.getByRole('textbox', { name: words('templates:parts.subject'), exact: true })

/** Every step, with who took it. */
async function expectTrail(): Promise<void> {
  const page = await open({ at: installation, person: owner })
  await page.goto(at('settings/usage-logs?object=approval'))
  await page.getByRole('row', { name: /Request rejected.*Meera Iyer/ }).waitFor()
  const query = { object: 'approval', per_page: 50 }
  const entries = await owner.api(listAudit, { token: await ownersToken(), query })
  const steps = entries.map(({ action, actor, object }) => [action, actor.name, object.name]).toReversed()
  expect(steps).toEqual([
    ['approval.create', 'Dev Kulkarni', TITLES.segment],
    ['approval.create', 'Dev Kulkarni', TITLES.campaign],
    ['approval.create', 'Dev Kulkarni', TITLES.template],
    ['approval.reject', 'Meera Iyer', TITLES.template],
    ['approval.approve', 'Meera Iyer', TITLES.segment],
    ['approval.approve', 'Meera Iyer', TITLES.campaign],
    ['approval.create', 'Dev Kulkarni', TITLES.template],
    ['approval.approve', 'Meera Iyer', TITLES.template],
  ])
}

/** A fresh one: the product was restarted, and journeys take their time. */
function ownersToken(): Promise<string> {
  return tokenFor(installation, owner, owner.slug)
}
