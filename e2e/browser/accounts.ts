/** Actions of a person on the pages before an application exists. Texts are those of the person's language. */
import type { Page } from 'playwright-core'
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { PASSWORD, type Person } from '../product/people.ts'
import type { Sandbox } from '../product/sandbox.ts'
import type { Words } from '../words.ts'

/** An address of the dashboard in a language. */
export function inLanguage(locale: Locale, path: string): string {
  if (locale === 'en') return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** Fills in the sign-up form and submits it. */
export async function signUp(page: Page, words: Words, { name, email }: Person): Promise<void> {
  await page.getByLabel(words('accounts:name')).fill(name)
  await page.getByLabel(words('accounts:email')).fill(email)
  await page.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(words('accounts:confirm'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words('accounts:signUp.submit') }).click()
  await page.getByText(words('accounts:signUp.done', { email })).waitFor()
}

/** Opens the link of the verification mail and signs in there. */
export async function followVerificationLink(page: Page, words: Words, sandbox: Sandbox, email: string): Promise<void> {
  const { links } = await sandbox.mailTo(email)
  await page.goto(links.find(link => link.includes('/auth/verify')) ?? '')
  await signIn(page, words, email, words('accounts:verify.action'))
  await page.getByText(words('accounts:verify.done')).waitFor()
}

/** Signs in on the page that is open: the sign-in page, or one with another `action` on its button. */
export async function signIn(
  page: Page,
  words: Words,
  email: string,
  action = words('accounts:signIn.submit'),
): Promise<void> {
  await page.getByLabel(words('accounts:email')).fill(email)
  await page.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: action }).click()
  await page.waitForURL(url => !url.pathname.includes('/auth/'))
}

/** Organization and first application. Returns the application's slug. */
export async function setUpOrganization(page: Page, words: Words, application: string): Promise<string> {
  await page.getByLabel(words('organizations:fields.name')).fill('Lumen Group')
  await page.getByRole('button', { name: words('organizations:wizard.continue') }).click()
  await page.getByLabel(words('organizations:wizard.name')).fill(application)
  await page.getByRole('radio', { name: words('common:channel.email') }).check()
  await page.getByRole('button', { name: words('organizations:wizard.continue') }).click()
  await page.getByRole('button', { name: words('organizations:wizard.skip') }).click()
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}\//)
  return new URL(page.url()).pathname.match(/\/applications\/([0-9a-f-]{36})\//)?.[1] ?? ''
}
