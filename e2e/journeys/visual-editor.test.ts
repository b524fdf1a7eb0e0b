import { listTemplates, readTemplate } from '@notifly/contracts/templates/templates'
import { type ConfigData, HtmlValidate } from 'html-validate'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { open, product } from '../browser/journey.ts'
import { tabTo } from '../browser/keyboard.ts'
import { audienceOf } from '../product/material.ts'
import { newEmail, newOwner, type Owner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail, importAudience, sendCampaign } from '../product/seeds.ts'
import { startProduct } from '../product/start-product.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const EMPTY = words('templates:starters.blankPage')
/** A PNG of four by four pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWPoSHOBIwbiOAD1wxMhVynG/AAAAABJRU5ErkJggg==',
  'base64',
)

let owner: Owner
let segment = ''
const reader = newEmail()
beforeAll(async () => {
  owner = await newOwner(product)
  segment = await importAudience(owner, audienceOf([{ email: reader, firstName: 'Ana' }]), 'Readers')
  await connectEmail(owner)
})

const kind = (name: 'text' | 'image' | 'button') => words(`visual:kinds.${name}`)
const newBlock = (page: Page, block: 'columns' | 'image' | 'button' | 'footer') =>
  page.getByRole('button', { name: words('visual:palette.add', { block: words(`visual:blocks.${block}`) }) })
const canvasOf = (page: Page) => page.getByRole('region', { name: words('visual:canvas.label') })
const treeOf = (page: Page) => page.getByRole('tree', { name: words('visual:structure.title') })

/** Drags with the mouse, in steps as a hand does, to a share of the height of what is there. */
async function drag(page: Page, from: Locator, to: Locator, share: number): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await expect.poll(() => to.boundingBox()).not.toBeNull()
  const end = await to.boundingBox()
  if (!end) throw new Error('The place is gone.')
  const [x, y] = [end.x + end.width / 2, end.y + end.height * share]
  await page.mouse.move(x, y - 4, { steps: 6 })
  await page.mouse.move(x, y, { steps: 2 })
  await page.locator('[data-drop-line]').waitFor()
  await page.mouse.up()
}

/** A picture from outside of the page. */
function fileNamed(page: Page, name: string) {
  return page.evaluateHandle(
    ([file, bytes]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], file, { type: 'image/png' }))
      return data
    },
    [name, [...PICTURE]] as const,
  )
}

/** Drops a picture onto the middle of what is there. */
async function dropFile(page: Page, to: Locator, name: string): Promise<void> {
  const dataTransfer = await fileNamed(page, name)
  const box = await to.boundingBox()
  if (!box) throw new Error('The place is gone.')
  const at = { dataTransfer, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
  await to.dispatchEvent('dragenter', at)
  await to.dispatchEvent('dragover', at)
  await page.locator('[data-drop-frame], [data-drop-line]').waitFor()
  await to.dispatchEvent('drop', at)
}

/** What people take: to point at something and decide to, and to type a key (Card, Moran and Newell, keystroke-level model). */
const SECONDS = { point: 2.85, key: 0.28 }
const THREE_MINUTES = 180

/** Counts what a person would do on this page; answers how long that takes one. */
async function countActs(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const acts = { points: 0, keys: 0 }
    Object.assign(window, { acts })
    addEventListener('pointerdown', () => (acts.points += 1), true)
    addEventListener('dragend', () => (acts.points += 1), true)
    addEventListener('keydown', () => (acts.keys += 1), true)
    // Words that are put in at once.
    addEventListener('input', event => (acts.keys += Math.max(0, ((event as InputEvent).data?.length ?? 1) - 1)), true)
  })
  return () =>
    page.evaluate(({ point, key }) => {
      const { acts } = window as unknown as { acts: { points: number; keys: number } }
      return acts.points * point + acts.keys * key
    }, SECONDS)
}

async function savedAs(name: string) {
  const [row] = await owner.api(listTemplates, { token: owner.token, query: { search: name } })
  return owner.api(readTemplate, { token: owner.token, params: { uuid: row?.uuid ?? '' } })
}

/** The tags of the body, as they are nested. */
function bodyTags(mjml = ''): string {
  const body = mjml.slice(mjml.indexOf('<mj-body'))
  return [...body.matchAll(/<(\/?)mj-([a-z]+)/g)].map(([, end = '', tag = '']) => end + tag).join(' ')
}

const BODY = 'body section column text /text image /column column text /text button /button /column /section /body'

test('a mail is built from an empty page by dragging blocks, and what is sent is compiled from it', async () => {
  const page = await open({ person: owner })
  const taken = await countActs(page)
  await page.goto(`/applications/${owner.slug}/template/new`)
  await page.getByRole('button', { name: EMPTY }).click()
  await page.getByLabel(words('templates:editor.name')).fill('Dragged')
  const canvas = canvasOf(page)
  await drag(page, newBlock(page, 'columns'), canvas.getByText(words('visual:canvas.empty')), 0.5)
  const texts = canvas.getByText(words('visual:words.text'))
  await expect.poll(() => texts.count()).toBe(2)
  await drag(page, newBlock(page, 'button'), texts.first(), 0.9)
  await drag(page, newBlock(page, 'image'), texts.last(), 0.1)
  // Both are in the wrong column, on purpose: within the mail they are dragged as well.
  await drag(page, canvas.getByText(words('visual:words.button')), texts.last(), 0.9)
  await drag(page, canvas.getByText(words('visual:image.none')), texts.first(), 0.9)

  await canvas.getByText(words('visual:image.none')).click()
  await page
    .getByRole('button', { name: words('messages:push.libraryOf', { label: words('visual:image.address') }) })
    .click()
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('images:upload.action') })
    .click()
  await (await chooser).setFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: PICTURE })
  await canvas.locator('img').waitFor()
  await page.getByLabel(words('visual:image.alt')).fill('Oak shelf')
  await canvas.getByAltText('Oak shelf').waitFor()

  // A file that is dropped onto an image takes its place, one between blocks gets an image of its own.
  await dropFile(page, canvas.getByAltText('Oak shelf'), 'lamp.png')
  await expect.poll(() => canvas.getByAltText('Oak shelf').getAttribute('src')).toMatch(/\/lamp-[0-9a-f]+\.png$/)
  await dropFile(page, texts.last(), 'chair.png')
  await expect.poll(() => canvas.locator('img').count()).toBe(2)
  await page.getByRole('button', { name: words('templates:editor.undo') }).click()
  await page.getByRole('button', { name: words('templates:editor.undo') }).click()
  await expect.poll(() => canvas.locator('img').count()).toBe(1)

  await texts.first().click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Hello ')
  const toolbar = page.getByRole('toolbar', { name: words('visual:toolbar.label') })
  await toolbar.getByRole('button', { name: words('templates:fields.insert') }).click()
  await page.getByRole('button', { name: /^first_name/ }).click()
  await page.keyboard.type(' again')
  await canvas.getByText('first_name', { exact: true }).waitFor()
  await page.getByRole('radio', { name: words('visual:panel.preview') }).click()
  const preview = page.frameLocator(`iframe[title="${words('templates:preview.frame')}"]`)
  await preview.getByText('Hello Ana again').waitFor()
  // Outlook draws no round corners, and gives widths to tables alone.
  const wide = () => preview.locator('div[style*="width: 100%"], div[style*="width:100%"]').count()
  expect(await wide()).toBeGreaterThan(0)
  const corner = () =>
    preview
      .getByRole('link', { name: words('visual:words.button') })
      .evaluate(link => getComputedStyle(link).borderRadius)
  expect(await corner()).not.toBe('0px')
  await page.getByRole('radio', { name: words('templates:preview.views.outlook') }).click()
  await expect.poll(corner).toBe('0px')
  expect(await wide()).toBe(0)

  await page.getByRole('button', { name: words('templates:editor.save', { version: 1 }) }).click()
  await page.waitForURL(/\/template\/[0-9a-f-]{36}/)
  expect(await taken()).toBeLessThan(THREE_MINUTES)
  const { mode, mjml, html } = await savedAs('Dragged')
  expect(mode).toBe('visual')
  expect(bodyTags(mjml)).toBe(BODY)
  expect(mjml).toContain('Hello {{ first_name }} again')
  expect(mjml).toMatch(/<mj-image src="http[^"]+\/files\/[^"]+"[^>]* alt="Oak shelf"/)
  expect(html).toContain('Hello {{ first_name }} again')
  expect(html).toContain('alt="Oak shelf"')
  // It opens as it was left.
  await page.reload()
  await canvasOf(page).getByAltText('Oak shelf').waitFor()
  await expectReadable(await sentAs('Dragged'))
})

/** Sends a template to the reader; the HTML as it arrived. */
async function sentAs(name: string): Promise<string> {
  const [row] = await owner.api(listTemplates, { token: owner.token, query: { search: name } })
  const campaign = {
    campaignName: name,
    emailSubject: name,
    template_uuid: row?.uuid ?? '',
    audience: { segment_uuids: [segment], exclude_segment_uuids: [] },
  }
  await sendCampaign(owner, campaign)
  return (await sandboxAt(product.sandboxUrl).mailTo(reader, ({ subject }) => subject === name)).html
}

/** What is good HTML in a browser, but for what mail programs ask for: Outlook reads sizes and colours of tables from their attributes. */
const VALID: ConfigData = {
  root: true,
  extends: ['html-validate:standard'],
  rules: { 'no-deprecated-attr': 'off' },
}

/** Valid, without words missing, on every screen within its width, its text readable by light and in the dark. */
async function expectReadable(html: string): Promise<void> {
  const { results } = await new HtmlValidate(VALID).validateString(html)
  expect(
    results.flatMap(({ messages }) => messages.map(({ ruleId, line, message }) => [ruleId, line, message])),
  ).toEqual([])
  for (const look of [{ width: 1440 }, { theme: 'dark', width: 390 }] as const) {
    const page = await open(look)
    await page.setContent(html)
    for (const text of ['Hello Ana again', 'Learn more']) await page.getByText(text).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
    expect(await page.getByAltText('Oak shelf').evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(4)
    expect(await axeFindings(page, 'contrast')).toEqual([])
  }
}

test('the same mail is built, moved about and saved by keyboard alone', async () => {
  const page = await open({ person: owner })
  const taken = await countActs(page)
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto(`/applications/${owner.slug}/template/new`)
  await tabTo(page, page.getByRole('button', { name: EMPTY }))
  await press('Enter')
  await tabTo(page, page.getByLabel(words('templates:editor.name')))
  await page.keyboard.insertText('By keys')
  for (const block of ['columns', 'image', 'button'] as const) {
    await tabTo(page, newBlock(page, block))
    await press('Enter')
  }
  const tree = treeOf(page)
  const chosen = tree.locator('[aria-selected="true"]')
  await tabTo(page, chosen)
  await expect.poll(() => chosen.textContent()).toContain(words('visual:words.button'))
  // From below the image into the second column, and below its text.
  await press('Alt+ArrowDown', 'Alt+ArrowDown')
  await press('ArrowUp', 'Control+d', 'Delete')
  await expect.poll(() => chosen.textContent()).toContain(words('visual:words.button'))
  await press('ArrowUp', 'Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(kind('text'))
  await press('ControlOrMeta+A')
  await page.keyboard.type('Hello {{ first_name }} again')
  await press('Escape')
  await expect.poll(() => chosen.textContent()).toContain('Hello first_name again')
  await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect.poll(() => chosen.textContent()).toContain(kind('image'))
  const picture = await fileNamed(page, 'shelf.png')
  await picture.evaluate(data => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })))
  await canvasOf(page).locator('img').waitFor()
  await press('Enter')
  const alt = page.getByLabel(words('visual:image.alt'))
  await tabTo(page, alt)
  await page.keyboard.insertText('Oak shelf')
  await press('ControlOrMeta+s')
  await page.waitForURL(/\/template\/[0-9a-f-]{36}/)
  expect(await taken()).toBeLessThan(THREE_MINUTES)
  const { mjml } = await savedAs('By keys')
  expect(bodyTags(mjml)).toBe(BODY)
  expect(mjml).toContain('<p style="margin: 0">Hello {{ first_name }} again</p>')
  expect(mjml).toMatch(/<mj-image src="http[^"]+\/shelf-[^"]+"[^>]* alt="Oak shelf"/)
  await expectReadable(await sentAs('By keys'))
})

test('with Beefree’s credentials a mail is made in its editor, with the settings of any mail beside it', async () => {
  const credentials = { NOTIFLY_BEEFREE_CLIENT_ID: 'journey', NOTIFLY_BEEFREE_CLIENT_SECRET: 'journey' }
  const other = await startProduct(credentials)
  onTestFinished(() => other.remove())
  const person = await newOwner(other)
  const page = await open({ person, at: other })
  await page.goto(`/applications/${person.slug}/template/new`)
  await page.getByRole('button', { name: EMPTY }).click()
  await page.getByLabel(words('templates:editor.name')).fill('From outside')
  const editor = page.frameLocator(`iframe[title="${words('templates:beefree.title')}"]`)
  await editor.getByLabel('Text', { exact: true }).fill('Hello, ')
  await editor.getByRole('button', { name: 'unsubscribe_url' }).click()
  await page
    .frameLocator(`iframe[title="${words('templates:preview.frame')}"]`)
    .getByText('Hello, ')
    .waitFor()
  await page.getByRole('radio', { name: words('visual:panel.settings') }).click()
  await page.getByLabel(words('templates:parts.preheader')).fill('Read me first')
  await page.getByRole('button', { name: words('templates:editor.save', { version: 1 }) }).click()
  await page.waitForURL(/\/template\/[0-9a-f-]{36}/)
  const [row] = await person.api(listTemplates, { token: person.token, query: { search: 'From outside' } })
  const saved = await person.api(readTemplate, { token: person.token, params: { uuid: row?.uuid ?? '' } })
  expect(saved).toMatchObject({
    mode: 'visual',
    preheader: 'Read me first',
    document: JSON.stringify({ sandbox: 'beefree', heading: '', text: 'Hello, {{ unsubscribe_url }}' }),
    html: expect.stringContaining('<p>Hello, {{ unsubscribe_url }}</p>') as string,
  })
  expect(saved).not.toHaveProperty('mjml')
  // It opens as it was left.
  await page.reload()
  await expect.poll(() => editor.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello, {{ unsubscribe_url }}')
}, 120_000)
