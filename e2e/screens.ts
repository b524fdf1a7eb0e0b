/**
 * Takes pictures of the dashboard with data that look real. By hand:
 *   node e2e/screens.ts <folder>    every page, wide and narrow, light and dark, in English and Hindi
 *   node e2e/screens.ts --readme    the pictures of the README, into docs/images
 * The dashboard is taken as it was built last.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { listWhatsappTemplates, syncWhatsappTemplates } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type Browser, chromium, type Page } from 'playwright-core'
import { inLanguage } from './browser/accounts.ts'
import { LAUNCH_OPTIONS } from './browser/launch.ts'
import { whenLoaded } from './browser/page-facts.ts'
import { PAGES, type PageOf, VISITORS } from './browser/pages.ts'
import { type Demo, demo } from './product/demo.ts'
import { type Owner, PASSWORD, type Person } from './product/people.ts'
import { startProduct } from './product/start-product.ts'
import { wordsIn } from './words.ts'

interface Look {
  width: number
  theme: 'light' | 'dark'
  locale: Locale
}

const LOOKS: readonly Look[] = [
  { width: 1440, theme: 'light', locale: 'en' },
  { width: 1440, theme: 'dark', locale: 'en' },
  { width: 390, theme: 'light', locale: 'en' },
  { width: 390, theme: 'dark', locale: 'en' },
  { width: 1440, theme: 'light', locale: 'hi' },
]
const HEIGHT = 900
const FRAME_MS = 300
const README_WIDTH = 1120
const README_HEIGHT = 680
const MESSY_FILE = fileURLToPath(new URL('../server/src/features/imports/fixtures/messy.csv', import.meta.url))
const README_IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url))

const target = process.argv[2]
if (target === undefined) throw new Error('Say where the pictures go: node e2e/screens.ts <folder>')

const product = await startProduct()
const browser = await chromium.launch(LAUNCH_OPTIONS)
try {
  const seeded = await demo(product)
  if (target === '--readme') await takeReadmePictures(browser, seeded)
  else {
    const whatsapp = await whatsappPages(seeded.owner)
    for (const look of LOOKS) await takeAll(browser, seeded, look, { folder: target, more: whatsapp })
  }
} finally {
  await browser.close()
  await product.remove()
}

/** Sets WhatsApp up, with the templates that the sandbox has. Answers the pages of one of them. */
async function whatsappPages({ api, token, slug }: Owner): Promise<PageOf[]> {
  const body = { buisness_account_id: '100200300', phone_number_id: '300200100', token: 'a token' }
  await api(CONFIGURATION_CALLS.whatsapp.create, { token, body })
  await api(syncWhatsappTemplates, { token })
  const [template] = await api(listWhatsappTemplates, { token, query: { search: 'order_update' } })
  const path = `/applications/${slug}/template/whatsapp/${template?.uuid ?? ''}`
  return [
    { name: 'WhatsApp template', path: () => path, visitor: 'owner' },
    { name: 'WhatsApp template, edit', path: () => `${path}/edit`, visitor: 'owner' },
  ]
}

interface Album {
  folder: string
  /** Besides the pages that checks walk through. */
  more: readonly PageOf[]
}

/** All pages in one look. */
async function takeAll(chrome: Browser, seeded: Demo, look: Look, { folder, more }: Album): Promise<void> {
  const images = join(folder, `${look.width}-${look.theme}-${look.locale}`)
  await mkdir(images, { recursive: true })
  const runs = (['running', 'tested'] as const).map((state): PageOf => ({
    name: `run, ${state}`,
    path: ({ owner }) => `/applications/${owner.slug}/delivery/email/${seeded[state]}`,
    visitor: 'owner',
  }))
  for (const visitor of VISITORS) {
    const page = await openAs(chrome, visitor === 'nobody' ? undefined : seeded[visitor], look)
    for (const { name, path } of [...runs, ...more, ...PAGES].filter(each => each.visitor === visitor)) {
      await page.goto(inLanguage(look.locale, path(seeded)))
      await whenLoaded(page, wordsIn(look.locale))
      await whenStill(page)
      await take(page, join(images, `${name.replace(/\W+/g, '-')}.png`), true)
    }
    await page.context().close()
  }
}

/** The five pictures of the walk. */
async function takeReadmePictures(chrome: Browser, seeded: Demo): Promise<void> {
  const words = wordsIn('en')
  await mkdir(README_IMAGES, { recursive: true })
  const page = await openAs(chrome, seeded.owner, { width: README_WIDTH, theme: 'light', locale: 'en' }, README_HEIGHT)
  const show = async (rest: string) => {
    await page.goto(`/applications/${seeded.owner.slug}/${rest}`)
    await whenLoaded(page, words)
  }
  const keep = (name: string) => take(page, join(README_IMAGES, `${name}.png`), false)

  await show('settings/platform')
  await page.getByRole('button', { name: words('channels:trial.start') }).click()
  await page.getByText(words('channels:trial.ok')).waitFor()
  await keep('platform')

  await show('audience/manage')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `${words('common:ui.browse')}: ${words('audience:import.file')}` }).click()
  await (await chooser).setFiles(MESSY_FILE)
  await page.getByLabel(words('audience:segment.name')).fill('Autumn fair')
  await keep('import')

  await show(`template/${seeded.template}`)
  await page.frameLocator('iframe').getByText('Do this Next').waitFor()
  await keep('template')

  await show(`delivery/email/${seeded.running}`)
  await page.locator('canvas').waitFor()
  await keep('run')

  await show(`delivery/email/${seeded.run}?status=clicked#recipient-${seeded.reader}`)
  await page.getByRole('dialog').getByText(words('delivery:trail.kind.opened'), { exact: true }).first().waitFor()
  await keep('trail')
}

async function openAs(chrome: Browser, person: Person | undefined, look: Look, height = HEIGHT): Promise<Page> {
  const context = await chrome.newContext({
    baseURL: product.url,
    viewport: { width: look.width, height },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    locale: look.locale,
  })
  if (person) await context.request.post('/authP/login', { data: { email: person.email, password: PASSWORD } })
  return context.newPage()
}

/** Charts, previews of mails and lists behind others are there as well. */
async function whenStill(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.shimmering, iframe.invisible') === null)
  // A mail is drawn in its frame a moment after the frame is there.
  await page.waitForTimeout(FRAME_MS)
}

async function take(page: Page, path: string, fullPage: boolean): Promise<void> {
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
}
