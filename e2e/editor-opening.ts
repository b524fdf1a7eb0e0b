/**
 * How long it takes until a mail of blocks can be edited, in a browser that has nothing of the dashboard yet. By hand, with the dashboard as
 * it was built last:
 *   node e2e/editor-opening.ts [rounds]
 * From asking for the page to the first letter that shows on the canvas: loading, drawing, and an editor that listens.
 */
import { createTemplate } from '@notifly/contracts/templates/templates'
import { loadavg } from 'node:os'
import process from 'node:process'
import { type Browser, chromium } from 'playwright-core'
import { LAUNCH_OPTIONS } from './browser/launch.ts'
import { newOwner, type Owner, PASSWORD } from './product/people.ts'
import { startProduct } from './product/start-product.ts'
import { wordsIn } from './words.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const words = wordsIn('en')

const product = await startProduct()
const browser = await chromium.launch(LAUNCH_OPTIONS)
try {
  const owner = await newOwner(product)
  const path = await savedMail(owner)
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) took.push(await openingMs(browser, owner, path))
  const sorted = took.toSorted((a, b) => a - b)
  const each = took.map(ms => `${(ms / 1000).toFixed(2)} s`).join(', ')
  const middle = (sorted[Math.floor(sorted.length / 2)] ?? NaN) / 1000
  const load = loadavg()[0]?.toFixed(1) ?? ''
  process.stdout.write(
    `A mail of blocks can be edited after ${middle.toFixed(2)} s (${each}); load of the machine: ${load}\n`,
  )
} finally {
  await browser.close()
  await product.remove()
}

/** Thirty sections of two columns: longer than most newsletters. */
async function savedMail({ api, token, slug }: Owner): Promise<string> {
  const column = '<mj-column><mj-text><p style="margin: 0">Made with care, sent within a day.</p></mj-text></mj-column>'
  const rows = Array.from({ length: 30 }, () => `<mj-section>${column}${column}</mj-section>`)
  const first = '<mj-section><mj-column><mj-text><p style="margin: 0">Begin</p></mj-text></mj-column></mj-section>'
  const mjml = `<mjml lang="en"><mj-body>${first}${rows.join('')}</mj-body></mjml>`
  const body = { type: 'Email' as const, name: 'Measured', subject: 'Hello', mode: 'visual' as const, mjml }
  return `/applications/${slug}/template/${(await api(createTemplate, { token, body })).template_uuid}`
}

async function openingMs(chrome: Browser, { email }: Owner, path: string): Promise<number> {
  const context = await chrome.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  try {
    await context.request.post('/authP/login', { data: { email, password: PASSWORD } })
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(path)
    await page
      .getByRole('region', { name: words('visual:canvas.label'), exact: true })
      .getByText('Begin')
      .click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await page.getByText('Begin!').first().waitFor()
    return performance.now() - began
  } finally {
    await context.close()
  }
}
