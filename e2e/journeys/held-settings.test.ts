/** Email settings and keys under approval, by clicks: pending, rejected, corrected, approved. Secrets stay where they belong. */
import { listAudit } from '@notifly/contracts/audit/audit'
import { listApprovals } from '@notifly/contracts/approvals/approvals'
import { listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { readEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { decide, openRequestDialog, newestNotice, stayOnPage } from '../browser/approvals.ts'
import { open, product } from '../browser/journey.ts'
import { newMember, newOwner, newRole, type Owner, PASSWORD, type Person } from '../product/people.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
/** Typed by the maker; it is never readable again. */
const SECRET = 'Typed-by-Dev-7'
const KEY = 'Checkout service'

let owner: Owner
let approver: Person
beforeAll(async () => {
  owner = await newOwner(product)
  approver = await newMember(product, owner, 'validator', 'Meera Iyer')
})

const at = (rest: string) => `/applications/${owner.slug}/${rest}`
const PLATFORM = 'settings/platform?checkEmailConfigure=true'
/** What a button is called for those whose write only asks. */
const askTo = (key: string) => new RegExp(`^${words('common:makerChecker.askTo', { act: words(key) })}$`, 'i')
const press = (page: Page, key: string) =>
  page
    .getByRole('button', { name: words(key), exact: true })
    .first()
    .click()

test('email settings wait, come back with their password untold, and hold once they are approved', async () => {
  const maker = await newMember(product, owner, 'creator', 'Dev Kulkarni')
  const desk = await open({ person: maker, refusals: [403] })
  await desk.goto(at(PLATFORM))
  await press(desk, 'channels:states.email.empty')
  await press(desk, 'channels:sandbox.use')
  await desk.getByLabel(words('channels:fields.password.label'), { exact: true }).fill(SECRET)
  await desk
    .getByRole('button', { name: askTo('common:ui.save') })
    .first()
    .click()
  await stayOnPage(desk, words)
  await desk.getByText(words('approvals:banner.title')).waitFor()
  expect(await desk.getByLabel(words('channels:fields.host.label')).count()).toBe(0)
  expect(await savedHost()).toBeUndefined()

  const office = await open({ person: approver, refusals: [403] })
  await office.goto(at('settings/approvals'))
  const look = await openRequestDialog(office, words, '127.0.0.1')
  await look.getByText(words('approvals:newSecret')).waitFor()
  expect(await look.getByText(SECRET).count()).toBe(0)
  await office.keyboard.press('Escape')
  await look.waitFor({ state: 'detached' })
  await decide(office, words, '127.0.0.1', 'reject', 'Say who writes.')

  await desk.goto(at('settings/approvals?status=2'))
  await desk.getByRole('link', { name: words('approvals:reopen.edit') }).click()
  await desk.waitForURL(url => url.searchParams.get('makerCheckerEmail') === 'True')
  await desk.getByText('Say who writes.').waitFor()
  expect(await desk.getByLabel(words('channels:fields.password.label'), { exact: true }).inputValue()).toBe('********')
  await desk.getByLabel(new RegExp(`^${words('channels:fields.from_name.label')}`)).fill('Lumen Store')
  await desk
    .getByRole('button', { name: askTo('common:ui.save') })
    .first()
    .click()
  await stayOnPage(desk, words)

  await office.goto(at('settings/approvals'))
  await decide(office, words, '127.0.0.1', 'approve')
  await desk.goto(at(PLATFORM))
  // Records of the sender's domain have a host, too.
  await desk.getByRole('textbox', { name: words('channels:fields.host.label') }).waitFor()
  expect(await savedHost()).toBe('127.0.0.1')
  await expectNowhere(SECRET)
})

test('a key is made when an approver agrees; its secret is shown to whoever says again who they are', async () => {
  const role = await newRole(owner, 'Key keeper', { '801': [4, 0] })
  const maker = await newMember(product, owner, { uuid: role }, 'Asha Nair')
  const desk = await open({ person: maker, refusals: [400, 403] })
  await desk.goto(at('settings/keys-and-integration'))
  await press(desk, 'keys:list.new')
  const form = desk.getByRole('dialog', { name: words('keys:create.title') })
  await form.getByLabel(words('keys:create.name')).fill(KEY)
  await form.getByRole('checkbox', { name: new RegExp(words('keys:scopes.devices-write')) }).check()
  await form.getByRole('button', { name: askTo('keys:create.action') }).click()
  await stayOnPage(desk, words)
  await desk.getByText(words('approvals:moduleWaits', { count: 1, shown: 1 })).waitFor()
  expect(await owner.api(listApiKeys, { token: owner.token, query: {} })).toEqual([])

  const office = await open({ person: approver, refusals: [403] })
  await office.goto(at('settings/approvals'))
  await decide(office, words, KEY, 'approve')
  await desk.goto(at('settings/keys-and-integration'))
  expect(await newestNotice(desk, words)).toContain('Meera Iyer approved your request: create a key')
  const secret = await showSecret(desk)
  expect(secret).toMatch(/^[\w-]{32,}$/)
  await expectNowhere(secret)

  await actOn(desk, words('keys:delete.open'))
  const deleting = desk.getByRole('dialog', { name: words('keys:delete.title', { name: KEY }) })
  await deleting.getByRole('button', { name: words('keys:delete.action') }).click()
  await stayOnPage(desk, words)
  await desk
    .getByRole('row', { name: new RegExp(KEY) })
    .getByText(words('keys:list.waits'))
    .waitFor()
  await office.goto(at('settings/approvals'))
  await decide(office, words, KEY, 'approve')
  await desk.goto(at('settings/keys-and-integration'))
  await desk.getByText(words('keys:list.empty')).waitFor()
})

async function savedHost(): Promise<string | undefined> {
  const found = await owner.api(readEmailConfiguration, { token: owner.token })
  return found?.configuration_type === 'smtp' ? found.configuration_setting.host : undefined
}

async function actOn(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: `${words('common:ui.actions')}: ${KEY}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** From the menu of the key, with the password once more. */
async function showSecret(page: Page): Promise<string> {
  await actOn(page, words('keys:secret.show'))
  const question = page.getByRole('dialog', { name: words('common:identity.title') })
  await question.getByLabel(words('common:identity.password'), { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: words('common:identity.confirm') }).click()
  const shown = page.getByRole('dialog', { name: words('keys:secret.title', { name: KEY }) })
  const secret = await shown.locator('pre').nth(1).innerText()
  await shown
    .getByRole('button', { name: words('common:ui.close'), exact: true })
    .last()
    .click()
  await shown.waitFor({ state: 'detached' })
  return secret.trim()
}

/** Neither the trail nor a request tells it. */
async function expectNowhere(secret: string): Promise<void> {
  const { api, token } = owner
  const trail = await api(listAudit, { token, query: { per_page: 50 } })
  const requests = await api(listApprovals, { token, query: { per_page: 50 } })
  expect(trail.length).toBeGreaterThan(0)
  expect(JSON.stringify([trail, requests])).not.toContain(secret)
}
