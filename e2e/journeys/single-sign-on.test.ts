import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { english } from '@notifly/contracts/sentences/english'
import { saveApplication } from '@notifly/contracts/applications/applications'
import { createOrganization } from '@notifly/contracts/organizations/organizations'
import type { SsoProvider } from '@notifly/contracts/sso/sso'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { apiAt } from '../product/api.ts'
import { newEmail, newPerson } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const sandbox = sandboxAt(product.sandboxUrl)

const PROVIDERS: readonly { provider: SsoProvider; name: string }[] = [
  { provider: 'gitlab', name: 'GitLab' },
  { provider: 'microsoft', name: 'Microsoft' },
  { provider: 'linkedin', name: 'LinkedIn' },
]

/** What the emulated provider says of the address. */
type Said = 'verified' | 'not verified' | 'nothing said'

/** Leaves for the provider from the page that is open. */
async function leaveFor(page: Page, name: string, say = words): Promise<void> {
  await page.getByRole('button', { name: say('accounts:sso.continue', { provider: name }) }).click()
  await page.getByRole('heading', { name: 'Choose who you are' }).waitFor()
}

/** Chooses at the provider to be this person. */
async function be(page: Page, person: { name?: string; email: string }, said: Said = 'verified'): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(person.name ?? 'Mira Sol')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('radio', { name: said, exact: true }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

const isAt = (path: string) => (url: URL) => url.pathname === path

describe.each(PROVIDERS)('with $name', ({ name }) => {
  test('somebody new signs in, and somebody known comes back to the same account', async () => {
    const email = newEmail()
    const first = await open()
    await first.goto('/auth/sign-up')
    await leaveFor(first, name)
    await be(first, { email })
    await first.waitForURL(isAt('/onboarding'))
    const { uuid } = await whoIsAt(first)

    const again = await open()
    await again.goto('/auth/sign-in')
    await leaveFor(again, name)
    await be(again, { email })
    await again.waitForURL(isAt('/onboarding'))
    expect(await whoIsAt(again)).toMatchObject({ uuid, email })
    expect(await again.evaluate(() => sessionStorage.getItem('sso-trip'))).toBeNull()
  })
})

test('an address that the provider does not vouch for is proven by our own mail first', async () => {
  const email = newEmail()
  const page = await open({ refusals: [400] })
  await page.goto('/auth/sign-in')
  await leaveFor(page, 'Microsoft')
  await be(page, { email }, 'nothing said')
  await page.getByRole('heading', { name: words('accounts:sso.verifyTitle') }).waitFor()
  await page.getByText(email).waitFor()

  const { links } = await sandbox.mailTo(email)
  await page.goto(links.find(link => link.includes('/auth/verify')) ?? '')
  await page.getByText(words('accounts:verify.lead')).waitFor()
  await leaveFor(page, 'Microsoft')
  await be(page, { email }, 'nothing said')
  await page.waitForURL(isAt('/onboarding'))
  expect((await whoIsAt(page)).email).toBe(email)
})

// One whose code the browser exchanges, and the one whose code our server does.
test.each(['GitLab', 'LinkedIn'])('failures with %s are quiet: the sign-in page again, with one line', async name => {
  const page = await open({ refusals: [400] })
  const owner = await newPerson(product)
  await page.goto('/auth/sign-in')
  await leaveFor(page, name)
  await be(page, { email: newEmail() }, 'not verified')
  await page.getByText(english({ key: 'errors.ssoEmailUnverified' })).waitFor()
  await leaveFor(page, name)
  await be(page, owner)
  await page.getByText(english({ key: 'errors.passwordAccount' })).waitFor()
  await leaveFor(page, name)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText(words('accounts:sso.failed', { provider: name })).waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/sign-in')
})

test('an answer that was not asked for in this tab leads nowhere', async () => {
  const page = await open()
  await page.goto('/auth/sso-callback?code=stolen&state=forged')
  await page.getByText(words('accounts:sso.lost')).waitFor()

  await page.goto('/auth/sign-in')
  await leaveFor(page, 'GitLab')
  await page.goto('/auth/sso-callback?code=stolen&state=forged')
  await page.getByText(words('accounts:sso.failed', { provider: 'GitLab' })).waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/sign-in')
})

// The browser is refused by the one, our server by the other.
test.each([
  ['GitLab', words('accounts:sso.failed', { provider: 'GitLab' })],
  ['LinkedIn', english({ key: 'errors.ssoFailed' })],
])("a code that was used, or is another provider's, signs nobody in with %s", async (name, said) => {
  const page = await open({ refusals: [400] })
  await page.goto('/auth/sign-in')
  await leaveFor(page, name)
  const arriving = page.waitForRequest(request => isAt('/auth/sso-callback')(new URL(request.url())))
  await be(page, { email: newEmail() })
  const used = codeIn((await arriving).url())
  await page.waitForURL(isAt('/onboarding'))
  await page.context().clearCookies()

  await page.goto('/auth/sign-in')
  await leaveFor(page, 'Microsoft')
  const foreign = await codeThatStayedAway(page)

  for (const code of [used, foreign]) {
    await page.goto('/auth/sign-in')
    await leaveFor(page, name)
    const state = new URL(page.url()).searchParams.get('state') ?? ''
    await page.goto(`/auth/sso-callback?${new URLSearchParams({ code, state })}`)
    await page.getByText(said).waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth/sign-in')
  }
})

/** Of an answer by the provider whose page is open, which its browser never followed. */
async function codeThatStayedAway(page: Page): Promise<string> {
  const asked = new URL(page.url())
  const chosen = { choice: 'person', name: 'Mira Sol', email: newEmail(), assertion: 'verified' }
  for (const [name, value] of Object.entries(chosen)) asked.searchParams.set(name, value)
  const answer = await fetch(asked, { redirect: 'manual' })
  return codeIn(answer.headers.get('location') ?? '')
}

const codeIn = (url: string): string => new URL(url).searchParams.get('code') ?? ''

test('the language and the approvals page that was asked for outlast the trip', async () => {
  const person = { email: newEmail() }
  const first = await open()
  await first.goto('/auth/sign-in')
  await leaveFor(first, 'Microsoft')
  await be(first, person)
  await first.waitForURL(isAt('/onboarding'))
  const slug = await newApplication(first)

  const spanish = wordsIn('es')
  const page = await open()
  const approvals = `/es/applications/${slug}/settings/approvals`
  await page.goto(approvals)
  await page.waitForURL(isAt('/es/auth/sign-in'))
  await leaveFor(page, 'Microsoft', spanish)
  await be(page, person)
  await page.waitForURL(isAt(approvals))
  expect((await whoIsAt(page)).application_uuid).toBe(slug)
})

/** Who is signed in in the browser of this page. */
function whoIsAt(page: Page): Promise<UserDetails> {
  return page.evaluate(async () => {
    const answer = (await (await fetch('/authP/session')).json()) as { data: UserDetails }
    return answer.data
  })
}

/** An organization with an application of theirs. */
async function newApplication(page: Page): Promise<string> {
  const { token } = await whoIsAt(page)
  const api = apiAt(product.url)
  const { org_id } = await api(createOrganization, { token, body: { name: 'Lumen Group' } })
  const { app_id } = await api(saveApplication, { token, body: { name: 'Lumen Store', organization_uuid: org_id } })
  return app_id
}
