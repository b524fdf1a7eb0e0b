import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../browser/accounts.ts'
import { open, product } from '../browser/journey.ts'
import { newOwner, newPerson, type Owner, PASSWORD, type Person } from '../product/people.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

let owner: Owner
let newcomer: Person
beforeAll(async () => {
  ;[owner, newcomer] = await Promise.all([newOwner(product), newPerson(product)])
})

const dashboard = () => `/applications/${owner.slug}/dashboard`

/** Waits until the address bar shows this path, whatever was asked for. */
async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForURL(url => url.pathname === path)
  expect(new URL(page.url()).pathname).toBe(path)
}

async function openProfileMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('common:profile.menu', { name: owner.name }) }).click()
}

describe('the guard', () => {
  test('leads who is not signed in to the sign-in page; an approvals page is come back to', async () => {
    const page = await open()
    for (const path of ['/', '/applications', dashboard(), '/onboarding', '/nowhere']) {
      await page.goto(path)
      await expectPath(page, '/auth/sign-in')
      expect(new URL(page.url()).search).toBe('')
    }
    const approvals = `/applications/${owner.slug}/settings/approvals`
    await page.goto(approvals)
    await expectPath(page, '/auth/sign-in')
    await signIn(page, words, owner.email)
    await expectPath(page, approvals)
  })

  test('leads who is signed in away from the account pages, and home to the dashboard', async () => {
    const page = await open({ person: owner })
    for (const path of ['/', '/auth/sign-in', '/auth/sign-up']) {
      await page.goto(path)
      await expectPath(page, dashboard())
    }
    await page.goto('/applications/undefined/dashboard')
    await expectPath(page, '/applications')
  })

  test('leads a newcomer to the first steps from everywhere', async () => {
    const page = await open({ person: newcomer })
    for (const path of ['/', '/applications', '/organizations', '/es/applications']) {
      await page.goto(path)
      await expectPath(page, path.startsWith('/es') ? '/es/onboarding' : '/onboarding')
    }
  })

  test('shows a card for what is not there, and another for what belongs to somebody else', async () => {
    const stranger = await newOwner(product, undefined, 'Harbor and Pine')
    const page = await open({ person: owner, refusals: [403, 404] })
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: words('common:notFound.title') }).waitFor()
    await page.getByRole('link', { name: words('common:toApplications') }).click()
    await expectPath(page, '/applications')
    await page.goto(`/applications/${stranger.slug}/dashboard`)
    await page.getByRole('heading', { name: words('common:foreign.title') }).waitFor()
    expect(await page.getByText('Harbor and Pine').count()).toBe(0)
  })
})

describe('a session', () => {
  test('ends in all tabs by /logout in one', async () => {
    const first = await open({ person: owner })
    await first.goto('/applications')
    const second = await first.context().newPage()
    await second.goto(dashboard())
    await second.getByRole('heading', { level: 1 }).waitFor()
    await first.goto('/logout')
    await expectPath(first, '/auth/sign-in')
    // Without a touch the other tab hears of it.
    await expectPath(second, '/auth/sign-in')
  })

  test('that began in one tab is there in another one', async () => {
    const first = await open()
    await first.goto('/auth/sign-in')
    const second = await first.context().newPage()
    await second.goto('/auth/sign-in')
    await signIn(first, words, owner.email)
    await expectPath(first, dashboard())
    await second.reload()
    await expectPath(second, dashboard())
  })

  test('begins by keyboard alone, after a wrong password that is said in words', async () => {
    const page = await open({ refusals: [400] })
    await page.goto('/auth/sign-in')
    await page.getByLabel(words('accounts:email')).waitFor()
    // The first field has the focus.
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
    const password = page.getByLabel(words('accounts:password'), { exact: true })
    await password.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expectPath(page, dashboard())
  })
})

describe('what a person chooses', () => {
  test('the theme holds over reloads and tabs', async () => {
    const page = await open({ person: owner })
    await page.goto(dashboard())
    await openProfileMenu(page)
    await page.getByRole('menuitem', { name: words('common:profile.themes.dark') }).click()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    const dark = await background()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await background()).toBe(dark)
    await openProfileMenu(page)
    await page.getByRole('menuitem', { name: words('common:profile.themes.light') }).click()
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light')
    expect(await background()).not.toBe(dark)
  })

  test('the language stands in the address, keeps what was typed, and meets the next visit to the home page', async () => {
    const page = await open()
    await page.goto('/auth/sign-in')
    await page.getByLabel(words('accounts:email')).fill('half typed')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('menuitem', { name: 'Français' }).click()
    await expectPath(page, '/fr/auth/sign-in')
    expect(await page.getByLabel(wordsIn('fr')('accounts:email')).inputValue()).toBe('half typed')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'locale')
    expect(cookie?.value).toBe('fr')
    expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(365, 0)
    await page.goto('/')
    await expectPath(page, '/fr/auth/sign-in')
    // An address without a language is English, whatever was chosen.
    await page.goto('/auth/sign-up')
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})
