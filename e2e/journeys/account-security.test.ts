import { acceptInvitation, inviteMembers } from '@notifly/contracts/members/members'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { newEmail, newOwner, PASSWORD, type Person } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { codeOf } from '../product/totp.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const press = (page: Page, key: string, values = {}) =>
  page.getByRole('button', { name: words(key, values), exact: true }).click()

test('two-step sign-in from its secret to a recovery code; a session is ended, and then the account', async () => {
  const person = await newMember('Meera Iyer')
  const page = await open({ person, refusals: [400] })
  await page.goto('/settings')

  const { secret, codes } = await turnMfaOn(page)
  expect(new Set(codes).size).toBe(10)

  // The step that turned it on is used up: the next one is the first that is accepted.
  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/auth/sign-in')
  await signInWith(page, person, codeOf(secret, 1))

  const phone = await open({ refusals: [400], width: 390 })
  await signInWith(phone, person, codes[0] ?? '', 'recovery')
  await phone.goto('/settings')
  await phone.getByText(words('settings:mfa.left', { count: 9 })).waitFor()

  await page.goto('/settings')
  await page.getByText(words('settings:sessions.current')).waitFor()
  await press(page, 'settings:sessions.endOthers')
  await page.getByRole('button', { name: words('settings:sessions.endOthers') }).waitFor({ state: 'detached' })
  await phone.goto('/settings')
  await phone.waitForURL(url => url.pathname === '/auth/sign-in')

  await press(page, 'settings:delete.action')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('settings:delete.action') })
    .click()
  await confirm(page)
  await page.waitForURL(url => url.pathname === '/auth/sign-in')
  await page.getByLabel(words('accounts:email')).fill(person.email)
  await page.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
  await press(page, 'accounts:signIn.submit')
  await page.getByText('Wrong email or password.').waitFor()
})

/** Creator, in every organization. */
const CREATOR = '00000000-0000-7000-8000-000000000003'

/** A member of an organization who does not own it, and so may leave. */
async function newMember(name: string): Promise<Person> {
  const { api, token } = await newOwner(product)
  const email = newEmail()
  await api(inviteMembers, { token, body: { users: [{ email, role_id: CREATOR }] } })
  const { links } = await sandboxAt(product.sandboxUrl).mailTo(email)
  const link = links.find(each => each.includes('/auth/invite/')) ?? ''
  await api(acceptInvitation, {
    params: { token: new URL(link).pathname.split('/').at(-1) ?? '' },
    body: { name, password: PASSWORD },
  })
  return { name, email }
}

/** Answers the question who it is. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words('common:identity.title') })
  await dialog.getByLabel(words('common:identity.password'), { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: words('common:identity.confirm') }).click()
}

async function turnMfaOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await press(page, 'settings:mfa.turnOn')
  await confirm(page)
  await page.getByRole('img', { name: words('settings:mfa.qr') }).waitFor()
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel(words('settings:mfa.code'), { exact: true }).fill(codeOf(secret))
  await press(page, 'settings:mfa.turnOn')
  const list = page.getByRole('region', { name: words('settings:mfa.codes') }).getByRole('listitem')
  await list.first().waitFor()
  const codes = await list.allTextContents()
  await press(page, 'settings:mfa.kept')
  await page.getByText(words('settings:mfa.left', { count: 10 })).waitFor()
  return { secret, codes }
}

/** Password, then the code that is asked for. */
async function signInWith(page: Page, person: Person, code: string, kind: 'app' | 'recovery' = 'app'): Promise<void> {
  await page.goto('/auth/sign-in')
  await page.getByLabel(words('accounts:email')).fill(person.email)
  await page.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
  await press(page, 'accounts:signIn.submit')
  await page.getByLabel(words('common:code.app'), { exact: true }).waitFor()
  if (kind === 'recovery') await press(page, 'common:code.use_recovery')
  await page.getByLabel(words(`common:code.${kind}`), { exact: true }).fill(code)
  await press(page, 'accounts:signIn.submit')
  await page.waitForURL(url => !url.pathname.includes('/auth/'))
}
