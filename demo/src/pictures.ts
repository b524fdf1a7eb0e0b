/**
 * Takes the README's screenshots of a running demo: `node demo/src/pictures.ts`, beside `npm run demo`. With a folder
 * as its argument it takes a screenshot of every page of the shop instead.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { RunRow } from '@notifly/contracts/runs/deliveries'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { type DemoFile, readDemoFile } from './demo-file.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const IMAGES = join(ROOT, 'docs/images')
const FILE = join(ROOT, 'server/src/features/imports/fixtures/messy.csv')
const VIEW = { width: 1440, height: 900 }
/** Charts and framed mails render a moment after the page. */
const SETTLE_MS = 1500

const demo = await readDemoFile(process.env['NOTIFLY_DEMO_DIR'] || join(ROOT, '.notifly-demo'))
const url = `http://localhost:${demo.ports.port}`
const PAGES: readonly string[] = [
  'dashboard',
  'notification',
  'notification/calendar',
  'audience',
  'audience/contacts',
  'audience/suppression',
  'audience/forms',
  'audience/fields',
  'audience/new',
  'template',
  'template?type=Whatsapp',
  'delivery',
  'delivery/email',
  'delivery/sms',
  'delivery/whatsapp',
  'delivery/webpush',
  'delivery/mobilepush',
  'subscription',
  'settings/platform',
  'settings/platform?checkSmsConfigure=true',
  'settings/platform?checkWhatsappConfigure=true',
  'settings/platform?checkWebpushConfigure=true',
  'settings/platform?checkMobilepushConfigure=true',
  'settings/administration',
  'settings/keys-and-integration',
  'settings/approvals',
  'settings/webhook',
  'settings/users',
  'settings/role',
  'settings/usage-logs',
  'settings/logs',
]

const browser = await chromium.launch({
  executablePath: process.env['NOTIFLY_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
})
try {
  const [folder] = process.argv.slice(2)
  const context = await signIn(demo)
  if (folder === undefined) await takeReadmePictures(context)
  else await takeEveryPage(context, folder)
} finally {
  await browser.close()
}

async function signIn({ email, password }: DemoFile): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEW,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await context.request.post('/authP/login', { data: { email, password } })
  return context
}

async function show(page: Page, rest: string): Promise<void> {
  await page.goto(`/applications/${demo.applicationId}/${rest}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.shimmering, iframe.invisible, [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(SETTLE_MS)
}

async function keep(page: Page, path: string, fullPage = false): Promise<void> {
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
}

/** Takes screenshots of the tour and of the two dashboards. */
async function takeReadmePictures(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const take = (name: string) => keep(page, join(IMAGES, `${name}.png`))
  await mkdir(IMAGES, { recursive: true })
  await show(page, 'dashboard')
  await take('dashboard')
  await show(page, 'delivery/email')
  await take('email-dashboard')

  await show(page, 'settings/platform')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('Connection works.').waitFor()
  await take('platform')

  await show(page, 'audience/manage')
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /^Choose file/ })
    .first()
    .click()
  await (await chooser).setFiles(FILE)
  await page.getByLabel('Segment name').fill('Design fair leads')
  await page.waitForTimeout(SETTLE_MS)
  await take('import')

  const template = await idOf(page, '/api/template?type=Email&search=season', row => row['uuid'])
  await show(page, `template/${template}`)
  await page.waitForTimeout(SETTLE_MS)
  await take('template')

  const run = await findRun(page, 'Textile week')
  await show(page, `delivery/email/${run}`)
  await take('run')
  const recipient = await idOf(page, `/api/notifications/delivery/email/${run}?status=clicked`, row => row['uuid'])
  await show(page, `delivery/email/${run}?status=clicked#recipient-${recipient}`)
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await take('trail')
}

function findRun(page: Page, name: string, channel = 'email'): Promise<string> {
  const path = `/api/notifications/delivery?notification_type=${channel}&from=2020-01-01&search=${encodeURIComponent(name)}`
  return idOf(page, path, row => (row as RunRow).run_uuid)
}

/** The id in the first row of a list, requested with the page's own session. */
async function idOf(page: Page, path: string, of: (row: Record<string, unknown>) => unknown): Promise<string> {
  const rows = await page.evaluate(async address => {
    const session = await fetch('/authP/session').then(answer => answer.json() as Promise<{ data: { token: string } }>)
    const headers = { authorization: `Bearer ${session.data.token}` }
    return fetch(address, { headers }).then(answer => answer.json() as Promise<{ data: Record<string, unknown>[] }>)
  }, path)
  const [row] = rows.data
  if (row === undefined) throw new Error(`${path} has no row`)
  return String(of(row))
}

async function takeEveryPage(context: BrowserContext, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const page = await context.newPage()
  page.on('pageerror', error => console.log(`${page.url()}: ${error.message}`))
  page.on('response', answer => {
    if (answer.status() >= 400) console.log(`${page.url()}: ${answer.status()} ${answer.url()}`)
  })
  for (const path of ['/applications', '/organizations']) {
    await page.goto(path)
    await page.waitForTimeout(SETTLE_MS)
    await keep(page, join(folder, `${path.slice(1)}.png`), true)
  }
  const found = [
    `delivery/email/${await findRun(page, 'Textile week')}`,
    `delivery/email/${await findRun(page, 'Clearance')}`,
    `delivery/email/${await findRun(page, 'Come back')}`,
    `delivery/mobilepush/${await findRun(page, 'Cart', 'mobilepush')}`,
    `delivery/sms/${await findRun(page, 'Courier', 'sms')}`,
    `delivery/whatsapp/${await findRun(page, 'Voucher', 'whatsapp')}`,
    `delivery/webpush/${await findRun(page, 'Moss', 'webpush')}`,
    `template/${await idOf(page, '/api/template?type=Email&search=loyalty', row => row['uuid'])}`,
    `audience/contacts/${await idOf(page, '/api/audience', row => row['uuid'])}`,
    `audience/${await idOf(page, '/api/audience/segment?search=quiet', row => row['segment_uuid'] ?? row['uuid'])}`,
  ]
  for (const [index, rest] of [...PAGES, ...found].entries()) {
    await show(page, rest).catch((error: unknown) => console.log(rest, String(error).slice(0, 200)))
    const name = `${String(index).padStart(2, '0')}-${rest.replace(/\W+/g, '-').slice(0, 40)}.png`
    await keep(page, join(folder, name), true)
  }
}
