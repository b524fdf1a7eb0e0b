import { listCampaigns, readCampaign } from '@notifly/contracts/campaigns/calls'
import { listSegments } from '@notifly/contracts/contacts/audience'
import { listTemplates } from '@notifly/contracts/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { writeSource, writeTemplate } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { chooseByArrows, tabTo } from '../browser/keyboard.ts'
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

test('a campaign is chosen, written and launched by Tab, arrows and Enter alone', async () => {
  const page = await open({ person: owner })
  const press = (key: string) => page.keyboard.press(key)
  const goOn = async (step: 'what' | 'when' | 'review') => {
    await tabTo(page, page.getByRole('button', { name: words(`campaigns:wizard.continue.${step}`) }))
    await press('Enter')
    await page.waitForURL(url => url.searchParams.get('step') === step)
  }
  await page.goto(at('notification/email'))
  await tabTo(page, page.getByLabel(words('campaigns:wizard.name')))
  await page.keyboard.type('By keyboard')

  await tabTo(page, page.getByRole('combobox', { name: words('campaigns:who.include') }))
  await page.keyboard.type('Read')
  await chooseByArrows(page, 'Readers')
  await press('Escape')
  await goOn('what')

  await tabTo(page, page.getByRole('combobox', { name: words('campaigns:what.whichTemplate') }))
  await press('ArrowDown')
  await chooseByArrows(page, 'Welcome')
  await goOn('when')

  await tabTo(page, page.getByRole('radio', { name: words('campaigns:when.immediately') }))
  await press('Space')
  await goOn('review')

  await tabTo(page, page.getByRole('button', { name: words('campaigns:wizard.sendToNow', { count: 1, shown: 1 }) }))
  await press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button').last())
  await press('Enter')
  await page.getByText(words('campaigns:done.sending', { name: 'By keyboard' })).waitFor()
  const launched = await owner.api(listCampaigns, { token: owner.token, query: { search: 'By keyboard' } })
  expect(launched.map(({ status }) => status)).not.toContain('draft')
})

test('a file is imported by keyboard', async () => {
  const page = await open({ person: owner })
  await page.goto(at('audience/manage'))
  await tabTo(
    page,
    page.getByRole('button', { name: `${words('common:ui.browse')}: ${words('audience:import.file')}` }),
  )
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const buffer = Buffer.from(audienceOf([{ email: newEmail(), firstName: 'Bela' }]))
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel(words('audience:segment.name')))
  await page.keyboard.type('Typed')
  await tabTo(page, dialog.getByRole('button', { name: words('audience:import.insert', { count: 1, shown: 1 }) }))
  await page.keyboard.press('Enter')
  await page.getByText(words('audience:import.done')).waitFor()
  const [segment] = await owner.api(listSegments, { token: owner.token, query: { search: 'Typed' } })
  expect(segment).toMatchObject({ name: 'Typed', count: 1 })
})

test('a template is written and saved by keyboard: Tab leads out of its editors, too', async () => {
  const page = await open({ person: owner })
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
    await page.keyboard.insertText(text)
  }
  await page.goto(at('template/new?mode=html'))
  await tabTo(page, page.getByRole('button', { name: words('templates:starters.texts.blank') }))
  await page.keyboard.press('Enter')
  await type(words('templates:editor.name'), 'By keyboard')
  await type(words('templates:parts.subject'), 'Hello')
  await type(words('templates:parts.html'), welcomeTo(SHOP))
  // On to the mail, and from there back to the bar above.
  await tabTo(page, page.getByRole('radio', { name: words('templates:preview.views.desktop') }))
  await tabTo(page, page.getByRole('button', { name: words('templates:editor.save', { version: 1 }) }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/template\/[0-9a-f-]{36}$/)
  const saved = await owner.api(listTemplates, { token: owner.token, query: { search: 'By keyboard' } })
  expect(saved.map(({ name, subject }) => [name, subject])).toEqual([['By keyboard', 'Hello']])
})
