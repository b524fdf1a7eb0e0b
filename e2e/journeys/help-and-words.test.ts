/** Help and words: a ticket that is written while HubSpot is down, the changelog and its feed, and the dot for what is new. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freePorts } from '@notifly/server/testing/installation'
import { expect, onTestFinished, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { open } from '../browser/journey.ts'
import { type Addresses, newOwner } from '../product/people.ts'
import { startProduct } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

test('a ticket gets its number while HubSpot is down, and arrives once after a restart; what is new loses its dot when it is read', async () => {
  const [nobody] = await freePorts(1)
  const product = await startProduct({
    NOTIFLY_HUBSPOT_TOKEN: 'pat-na1-journey',
    NOTIFLY_HUBSPOT_TICKETS_URL: `http://127.0.0.1:${nobody}/crm/v3/objects/tickets`,
    NOTIFLY_CONTENT_DIR: await newsFolder(),
  })
  onTestFinished(() => product.remove())
  const owner = await newOwner(product)
  const page = await open({ person: owner, at: product })

  await page.goto('/applications')
  const profile = page.getByRole('button', { name: words('common:profile.menu', { name: owner.name }) })
  const dot = profile.getByText(words('common:content.unread'))
  await dot.waitFor({ state: 'attached' })
  await profile.click()
  await page.getByRole('menuitem', { name: words('common:content.changelogs') }).click()
  await page.getByRole('heading', { name: 'Tickets with pictures' }).waitFor()
  await dot.waitFor({ state: 'detached' })
  expect(await axeFindings(page)).toEqual([])
  for (const place of ['about', 'terms']) {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words(`common:content.${place}`) })
      .click()
    await page.waitForURL(place === 'about' ? '**/about' : '**/c/terms')
    await page.locator('.prose').waitFor()
    expect(await axeFindings(page)).toEqual([])
  }

  const number = await askSupport(page)
  await waitFor('an attempt at HubSpot', async () => product.errors.find(line => line.includes('ECONNREFUSED')))
  // An open page would ask a product that is down.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  await product.stop()
  // HubSpot is back, as the sandbox has it.
  await product.start({ NOTIFLY_HUBSPOT_TICKETS_URL: '' })
  await waitFor('the ticket', async () => (await tickets(product))[0], 60_000)
  const [ticket, ...others] = await tickets(product)
  expect([ticket?.properties['subject'], others]).toEqual([owner.email, []])
  expect(ticket?.properties['content']).toMatch(
    new RegExp(`^The run has stopped\\.\\n\\nTicket ${number} of ${product.url}\\nVersion: .*\\nPage: /c/terms\\n`),
  )
}, 120_000)

test('who is not signed in reads the changelog in Hindi, and its feed; sign-up leads to terms and privacy', async () => {
  const hindi = wordsIn('hi')
  const page = await open({ locale: 'hi' })
  await page.goto('/hi/changelogs')
  await page.getByRole('heading', { level: 1, name: hindi('common:content.changelogs') }).waitFor()
  await page.getByRole('heading', { name: 'पहला संस्करण' }).waitFor()
  const contents = page.getByRole('navigation', { name: hindi('content:contents') })
  await contents.getByRole('link', { name: 'पहला संस्करण' }).click()
  await page.waitForURL('**/hi/changelogs#2026-11-20')
  expect(await axeFindings(page)).toEqual([])

  const named = await page.locator('head link[rel=alternate][hreflang=hi]').getAttribute('href')
  const link = await page.getByRole('link', { name: hindi('content:feed') }).getAttribute('href')
  expect([named, link]).toEqual(['/hi/changelogs.atom', '/hi/changelogs.atom'])
  const feed = await page.evaluate(readFeed, '/hi/changelogs.atom')
  expect(feed).toMatchObject({ broken: false, language: 'hi', title: hindi('common:content.changelogs') })
  expect(feed.ids).toContain(`${new URL(page.url()).origin}/hi/changelogs#2026-11-20`)

  await page.goto('/auth/sign-up')
  for (const [name, title] of [
    ['terms', 'Terms of use'],
    ['privacy notice', 'Privacy'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await axeFindings(page, 'no contrast')).toEqual([])
    await page.goBack()
  }
})

/** A content folder of the operator's with an entry that comes after every account. */
async function newsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'en'))
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await writeFile(join(folder, 'en/changelogs.md'), `# News\n\n## ${tomorrow}: Tickets with pictures\n\n- At last.\n`)
  return folder
}

async function askSupport(page: Page): Promise<string> {
  await page.getByRole('button', { name: words('common:support') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('support:message')).fill('The run has stopped.')
  await dialog.getByRole('button', { name: words('support:send') }).click()
  const sent = page.getByText(/^Ticket \d+ sent/)
  await sent.waitFor()
  return /\d+/.exec((await sent.textContent()) ?? '')?.[0] ?? ''
}

interface Ticket {
  properties: Record<string, string>
}

async function tickets({ sandboxUrl }: Addresses): Promise<Ticket[]> {
  return ((await (await fetch(`${sandboxUrl}/api/hubspot/tickets`)).json()) as { data: Ticket[] }).data
}

/** As the browser's own XML parser reads it. Runs in the page. */
async function readFeed(address: string) {
  const feed = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml')
  return {
    broken: feed.querySelector('parsererror') !== null,
    language: feed.documentElement.getAttribute('xml:lang'),
    title: feed.querySelector('feed > title')?.textContent,
    ids: [...feed.querySelectorAll('entry > id')].map(id => id.textContent),
  }
}
