/** The dashboard without a network: what was read last is there to look at, nothing can be changed, and it goes with the session. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { anyOf, wordsIn } from '../words.ts'

const words = wordsIn('en')
/** Of the banner, before and after the moment. */
const [OFFLINE = '', NOT_SAVED = ''] = words('common:offline', { at: '|' }).split('|')

test('what was read opens without a network, changes wait with what was typed, and nothing stays after signing out', async () => {
  const owner = await newOwner(product)
  const email = newEmail()
  await importAudience(owner, `email\n${email}`, 'Regulars')
  const page = await open({ person: owner, keepsFiles: true })
  const audience = `/applications/${owner.slug}/audience`
  await page.goto(audience)
  await page.getByText('Regulars').first().waitFor()
  await keptFor(page)
  expect(await installProblems(page)).toEqual([])

  await page.context().setOffline(true)
  await page.reload()
  const banner = page.getByText(OFFLINE)
  await banner.waitFor()
  expect(await banner.textContent()).toContain(NOT_SAVED)
  await page.getByText('Regulars').first().waitFor()

  await page.goto(`${audience}?tab=contacts`)
  await banner.waitFor()
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })

  await page.goto('/logout')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => keptIn(page)).toBe(0)
  await page.context().setOffline(true)
  await page.goto(audience)
  await page.getByLabel(words('accounts:password'), { exact: true }).waitFor()
  expect(await page.getByText('Regulars').count()).toBe(0)
})

test('a language that this browser never showed is refused offline, with a sentence, and comes once the network is back', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner, keepsFiles: true })
  const settings = '/settings'
  await page.goto(settings)
  await openProfile(page)
  await page.keyboard.press('Escape')
  await keptFor(page)

  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(OFFLINE).waitFor()
  await chooseFrench(page)
  await page.getByText(words('common:languageFailed', { language: 'Français' })).waitFor()
  expect(await shownIn(page)).toBe('en')
  expect(new URL(page.url()).pathname).not.toMatch(/^\/fr/)
  expect(await page.evaluate(() => document.cookie)).not.toContain('locale=fr')

  // The same for an address that asks for it, of a bookmark for instance.
  await page.goto(`/fr${settings}`)
  await page.getByText(words('common:languageFailed', { language: 'Français' })).waitFor()
  await page.getByText(OFFLINE).waitFor()
  expect(await shownIn(page)).toBe('en')

  await page.context().setOffline(false)
  await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  await chooseFrench(page)
  await page.waitForURL(`**/fr${settings}`)
  expect(await shownIn(page)).toBe('fr')
})

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: anyOf(words('common:profile.menu')) }).click()
  await page.getByRole('menuitem', { name: 'Français' }).waitFor()
}

async function chooseFrench(page: Page): Promise<void> {
  await openProfile(page)
  await page.getByRole('menuitem', { name: 'Français' }).click()
}

function shownIn(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.lang)
}

/** Until the browser has the files and what was read. */
async function keptFor(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return keptIn(page)
    })
    .toBe(1)
  // The page's own files, which came before the worker.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('files')).keys()).length))
    .toBeGreaterThan(10)
}

function keptIn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('notifly')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const count = opening.result.transaction('offline').objectStore('offline').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
}

/** What keeps Chromium from offering to install it. */
async function installProblems(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  return installabilityErrors.map(({ errorId }) => errorId)
}
