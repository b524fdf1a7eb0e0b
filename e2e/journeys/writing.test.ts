import { listCampaigns, readCampaign } from '@notifly/contracts/campaigns'
import { listTemplates } from '@notifly/contracts/templates'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { writeSource, writeTemplate } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { audienceOf, RECEIPT, welcomeTo } from '../product/material.ts'
import { newEmail, newOwner, type Owner } from '../product/people.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const SHOP = 'https://lumen.example/start'

let owner: Owner
beforeAll(async () => {
  owner = await newOwner(product)
  await connectEmail(owner)
  await importAudience(owner, audienceOf([{ email: newEmail(), firstName: 'Ana' }]), 'Readers')
  await saveTemplate(owner, { name: 'Welcome', subject: 'Welcome', html: welcomeTo(SHOP) })
})

const at = (path: string) => `/applications/${owner.slug}/${path}`

test('a mail in another template language is refused with tag and line, and stays on the screen', async () => {
  const page = await open({ person: owner, refusals: [400] })
  await page.goto(at('template/new'))
  await writeTemplate(page, words, { name: 'Receipt', subject: 'Your receipt', html: RECEIPT })
  const line = RECEIPT.split('\n').findIndex(each => each.includes('{{#each')) + 1
  const problem = page
    .getByRole('listitem')
    .filter({ hasText: words('templates:problems.place', { part: 'HTML', line }) })
  await problem.first().waitFor()
  expect(await problem.first().textContent()).toContain('each')
  expect(new URL(page.url()).pathname).toBe(at('template/new'))
  const saved = await owner.api(listTemplates, { token: owner.token, query: { search: 'Receipt' } })
  expect(saved).toEqual([])
  // What was pasted is still there, and another text can be saved in its place.
  await writeSource(page, words('templates:parts.html'), welcomeTo(SHOP))
  await page.getByRole('button', { name: words('templates:editor.save', { version: 1 }) }).click()
  await page.waitForURL(/\/template\/[0-9a-f-]{36}$/)
})

test('a draft saves itself while somebody writes, and is there after a reload', async () => {
  const page = await open({ person: owner })
  await page.goto(at('notification/email'))
  await page.getByLabel(words('campaigns:wizard.name')).fill('Autumn letter')
  await page.waitForURL(/draft=/)
  const draft = new URL(page.url()).searchParams.get('draft') ?? ''
  const name = async () => (await owner.api(readCampaign, { token: owner.token, query: { uuid: draft } })).campaignName
  await expect.poll(name).toBe('Autumn letter')
  await page.reload()
  await expect.poll(() => page.getByLabel(words('campaigns:wizard.name')).inputValue()).toBe('Autumn letter')
})

test('a campaign is chosen, written and launched without a mouse', async () => {
  const page = await open({ person: owner })
  const press = (key: string) => page.keyboard.press(key)
  await page.goto(at('notification/email'))
  await page.getByLabel(words('campaigns:wizard.name')).focus()
  await page.keyboard.type('By keyboard')

  await page.getByRole('combobox', { name: words('campaigns:who.include') }).focus()
  await page.keyboard.type('Read')
  await chooseByArrows(page, 'Readers')
  await press('Escape')
  await page.getByRole('button', { name: words('campaigns:wizard.continue.what') }).focus()
  await press('Enter')

  await page.getByRole('combobox', { name: words('campaigns:what.whichTemplate') }).focus()
  await press('ArrowDown')
  await chooseByArrows(page, 'Welcome')
  await page.getByRole('button', { name: words('campaigns:wizard.continue.when') }).focus()
  await press('Enter')

  await page.getByRole('radio', { name: words('campaigns:when.immediately') }).focus()
  await press('Space')
  await page.getByRole('button', { name: words('campaigns:wizard.continue.review') }).focus()
  await press('Enter')
  await page.getByRole('button', { name: words('campaigns:wizard.sendToNow', { count: 1, shown: 1 }) }).focus()
  await press('Enter')
  await page.getByText(words('campaigns:done.sending', { name: 'By keyboard' })).waitFor()
  const launched = await owner.api(listCampaigns, { token: owner.token, query: { search: 'By keyboard' } })
  expect(launched.map(({ status }) => status)).not.toContain('draft')
})

/** Walks down the open list to the option, as somebody does who looks where the mark is, and takes it. */
async function chooseByArrows(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name }).first()
  await option.waitFor()
  const isMarked = async () => (await option.getAttribute('data-highlighted')) !== null
  const walk = async () => {
    if (!(await isMarked())) await page.keyboard.press('ArrowDown')
    return isMarked()
  }
  await expect.poll(walk, { timeout: 20_000 }).toBe(true)
  await page.keyboard.press('Enter')
}
