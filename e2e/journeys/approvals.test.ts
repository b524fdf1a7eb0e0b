/** Maker and checker: what one asks for, another decides, in two browsers, with the product restarted in between. */
import { listAudit } from '@notifly/contracts/audit'
import { listSegments } from '@notifly/contracts/audience'
import { createDraft, readCampaign, scheduleCampaign } from '@notifly/contracts/campaigns'
import { insertImport, verifyImport } from '@notifly/contracts/imports'
import { readTemplate } from '@notifly/contracts/templates'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from '../acceptance/installation.ts'
import { open } from '../browser/journey.ts'
import { newMember, newOwner, type Owner, type Person, tokenFor } from '../product/people.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

let installation: Installation
let owner: Owner
let maker: Person
let approver: Person
beforeAll(async () => {
  installation = await Installation.create()
  await installation.start()
  owner = await newOwner(installation)
  await connectEmail(owner)
  ;[maker, approver] = [
    await newMember(installation, owner, 'creator', 'Dev Kulkarni'),
    await newMember(installation, owner, 'validator', 'Meera Iyer'),
  ]
}, 120_000)
afterAll(() => installation.remove())

const at = (rest: string) => `/applications/${owner.slug}/${rest}`
const APPROVALS = 'settings/approvals'

test('what a maker asks for takes effect once an approver agrees, and can be corrected until then', async () => {
  const segment = await importAudience(owner, 'email,first_name\nana@example.com,Ana', 'Newsletter readers')
  const html = '<p>Hello {{ first_name }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const template = await saveTemplate(owner, { name: 'Order shipped', subject: 'Your order is packed', html })

  const workplace = await open({ at: installation, person: maker, refusals: [403, 409] })
  await changeSubject(workplace, template, 'Your order is sent')
  const held = workplace.getByRole('dialog', { name: words('common:makerChecker.title') })
  await held.getByRole('button', { name: words('common:makerChecker.view') }).click()
  await workplace.getByRole('row', { name: /Order shipped/ }).waitFor()
  const campaign = await askForImportAndCampaign(segment)
  await expectNothingHasHappened(template, campaign)

  // Requests are kept as they were, whatever happens to the product. An open page would ask it in between.
  await workplace.getByRole('button', { name: /notices?$/i }).waitFor()
  await workplace.waitForLoadState('networkidle')
  await workplace.goto('about:blank')
  await installation.kill()
  await installation.start()

  const office = await open({ at: installation, person: approver, refusals: [403] })
  await office.goto(at(APPROVALS))
  expect(await changesOf(office, 'Order shipped')).toEqual(['packed', 'sent'])
  await decide(office, 'Order shipped', 'reject', 'Say that it is shipped, please.')
  await decide(office, 'Retail members', 'approve')
  await decide(office, 'Autumn sale', 'approve')
  await office.getByText(words('approvals:none.pending')).waitFor()
  await expectImportAndCampaign(campaign)

  await workplace.goto(at(`${APPROVALS}?status=2`))
  await workplace.getByRole('link', { name: words('approvals:reopen.edit') }).click()
  await workplace.getByText('Say that it is shipped, please.').waitFor()
  await writeSubject(workplace, 'Your order is shipped')
  await held.getByRole('button', { name: words('common:makerChecker.stay') }).click()

  await office.goto(at(APPROVALS))
  await decide(office, 'Order shipped', 'approve')
  await waitFor('the template to change', async () => {
    const { subject } = await owner.api(readTemplate, { token: await ownersToken(), params: { uuid: template } })
    return subject === 'Your order is shipped' ? subject : undefined
  })
  await expectTrail()
}, 180_000)

async function changeSubject(page: Page, template: string, subject: string): Promise<void> {
  await page.goto(at(`template/${template}`))
  await writeSubject(page, subject)
}

async function writeSubject(page: Page, subject: string): Promise<void> {
  const field = page.getByRole('textbox', { name: words('templates:parts.subject') })
  await field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(subject)
  await page.getByRole('button', { name: /^Save v/ }).click()
}

/** In the maker's name; answers the campaign's id. */
async function askForImportAndCampaign(segment: string): Promise<string> {
  const { api } = owner
  const token = await tokenFor(installation, maker, owner.slug)
  const form = new FormData()
  form.set('file', new File(['email\nbo@example.com\ncy@example.com'], 'retail.csv', { type: 'text/csv' }))
  const { corelation_id } = await api(verifyImport, { token, body: form })
  await api(insertImport, { token, params: { corelation_id }, body: { segment_name: 'Retail members' } })
  const { uuid } = await api(createDraft, {
    token,
    body: {
      campaignName: 'Autumn sale',
      emailSubject: 'Everything must go',
      emailBody: '<p>Come in. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      audience: { segment_uuids: [segment], exclude_segment_uuids: [] },
      schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } },
    },
  })
  await api(scheduleCampaign, { token, body: { uuid } })
  return uuid
}

async function expectNothingHasHappened(template: string, campaign: string): Promise<void> {
  const { api, token } = owner
  expect((await api(readTemplate, { token, params: { uuid: template } })).subject).toBe('Your order is packed')
  expect((await api(listSegments, { token, query: {} })).map(({ name }) => name)).toEqual(['Newsletter readers'])
  expect((await api(readCampaign, { token, query: { uuid: campaign } })).status).toBe('draft')
}

async function expectImportAndCampaign(campaign: string): Promise<void> {
  const { api } = owner
  const token = await ownersToken()
  const counts = await waitFor('the import and the campaign', async () => {
    const segments = await api(listSegments, { token, query: { sort: 'name' } })
    const { status } = await api(readCampaign, { token, query: { uuid: campaign } })
    const isDone = status === 'sent' && segments.every(({ count }) => count > 0) && segments.length === 2
    return isDone ? segments.map(({ name, count }) => [name, count]) : undefined
  })
  expect(counts).toEqual([
    ['Newsletter readers', 1],
    ['Retail members', 2],
  ])
}

/** The words of a request that go and that come. */
async function changesOf(page: Page, title: string): Promise<string[]> {
  await page.getByRole('link', { name: title, exact: true }).click()
  const look = page.getByRole('dialog', { name: words('approvals:request'), exact: true })
  await look.locator('ins').waitFor()
  const changes = await look.locator('del, ins').allTextContents()
  await page.keyboard.press('Escape')
  await look.waitFor({ state: 'hidden' })
  return changes
}

/** Opens a request and decides. */
async function decide(page: Page, title: string, decision: 'approve' | 'reject', reason = ''): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click()
  const look = page.getByRole('dialog', { name: words('approvals:request'), exact: true })
  await look.getByRole('row').nth(1).waitFor()
  await look.getByRole('button', { name: words(`approvals:${decision}.verb`) }).click()
  const dialog = page.getByRole('dialog', { name: words(`approvals:${decision}.title`) })
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: words(`approvals:${decision}.submit`) }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Every step, with who took it. */
async function expectTrail(): Promise<void> {
  const page = await open({ at: installation, person: owner })
  await page.goto(at('settings/usage-logs?object=approval'))
  await page.getByRole('row', { name: /Request rejected.*Meera Iyer/ }).waitFor()
  const entries = await owner.api(listAudit, {
    token: await ownersToken(),
    query: { object: 'approval', per_page: 50 },
  })
  const steps = entries.map(({ action, actor, object }) => [action, actor.name, object.name]).toReversed()
  expect(steps).toEqual([
    ['approval.create', 'Dev Kulkarni', 'Order shipped'],
    ['approval.create', 'Dev Kulkarni', 'Retail members'],
    ['approval.create', 'Dev Kulkarni', 'Autumn sale'],
    ['approval.reject', 'Meera Iyer', 'Order shipped'],
    ['approval.approve', 'Meera Iyer', 'Retail members'],
    ['approval.approve', 'Meera Iyer', 'Autumn sale'],
    ['approval.create', 'Dev Kulkarni', 'Order shipped'],
    ['approval.approve', 'Meera Iyer', 'Order shipped'],
  ])
}

/** A fresh one: the product was restarted, and journeys take their time. */
function ownersToken(): Promise<string> {
  return tokenFor(installation, owner, owner.slug)
}
