/** A team comes together: invited in one browser, joining in another, and what the role of each of them means. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inLanguage } from '../browser/accounts.ts'
import { open, product } from '../browser/journey.ts'
import { invitationIn, newEmail, newOwner, newPerson, type Owner, PASSWORD } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const sandbox = sandboxAt(product.sandboxUrl)
const at = ({ slug }: Owner, rest: string) => `/applications/${slug}/${rest}`

test('somebody new joins by invitation, works with their role, and loses it at once', async () => {
  const owner = await newOwner(product)
  const email = newEmail()
  const office = await open({ person: owner, refusals: [403] })
  await inviteBy(office, owner, email, 'validator')
  const row = office.getByRole('row', { name: email })
  await row.getByText(words('members:status.invited')).waitFor()
  const link = await linkTo(email)

  // A reader who is signed in as another person is told, and changes nothing by looking.
  await office.goto(link)
  await office.getByRole('heading', { name: words('invitation:mismatch.title') }).waitFor()

  const home = await open({ refusals: [400, 401, 404] })
  await home.goto(link)
  await home.getByLabel(words('accounts:name')).fill('Meera Joshi')
  await home.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
  await home.getByLabel(words('accounts:confirm')).fill(PASSWORD)
  await home.getByRole('button', { name: words('invitation:create') }).click()
  await home.waitForURL(url => url.pathname === at(owner, 'dashboard'))

  // A validator sees the users, and may change none of them.
  await home.goto(at(owner, 'settings/users'))
  await home.getByRole('row', { name: /Meera Joshi/ }).waitFor()
  expect(await home.getByRole('button', { name: words('members:invite.title') }).count()).toBe(0)

  await office.goto(at(owner, 'settings/users'))
  await actOn(office, 'Meera Joshi', words('members:acts.disable'))
  await office
    .getByRole('dialog')
    .getByRole('button', { name: words('members:disable.action') })
    .click()
  await office
    .getByRole('row', { name: /Meera Joshi/ })
    .getByText(words('members:status.disabled'))
    .waitFor()
  await home.goto(at(owner, 'settings/users'))
  await home.waitForURL(url => url.pathname === '/onboarding')

  // The link was used up.
  await home.context().clearCookies()
  await home.goto(link)
  await home.getByText('This invitation was already accepted. Sign in instead.').waitFor()
})

test('somebody with an account joins in their language; a withdrawn invitation and an older mail lead nowhere', async () => {
  const owner = await newOwner(product)
  const person = await newPerson(product, 'Tomás Rey', 'es')
  const office = await open({ person: owner })
  await inviteBy(office, owner, person.email, 'creator')
  const first = await linkTo(person.email)
  expect(first).toMatch(/^\/es\/auth\/invite\//)
  await actOn(office, person.email, words('members:acts.resend'))
  await office.getByText('Invitation resent.').waitFor()
  const second = await linkTo(person.email, first)

  const home = await open({ locale: 'es', refusals: [400] })
  await home.goto(first)
  await home.getByRole('heading', { name: 'Esta invitación ha caducado', exact: false }).waitFor()
  await home.goto(second)
  const spanish = wordsIn('es')
  await home.getByLabel(spanish('accounts:password'), { exact: true }).fill(PASSWORD)
  await home.getByRole('button', { name: spanish('invitation:login') }).click()
  await home.waitForURL(url => url.pathname === inLanguage('es', at(owner, 'dashboard')))

  const other = newEmail()
  await inviteBy(office, owner, other, 'creator')
  const withdrawn = await linkTo(other)
  await actOn(office, other, words('members:acts.withdraw'))
  await office
    .getByRole('dialog')
    .getByRole('button', { name: words('members:withdraw.action') })
    .click()
  await office.getByRole('row', { name: other }).waitFor({ state: 'detached' })
  const visitor = await open({ refusals: [400] })
  await visitor.goto(withdrawn)
  await visitor.getByRole('heading', { name: 'This invitation was withdrawn.' }).waitFor()
})

async function inviteBy(page: Page, owner: Owner, email: string, role: 'creator' | 'validator'): Promise<void> {
  await page.goto(at(owner, 'settings/users'))
  await page
    .getByRole('button', { name: words('members:invite.title') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('members:invite.email')).fill(email)
  await dialog.getByLabel(words('members:invite.role')).click()
  await page.getByRole('option', { name: words(`common:role.${role}`) }).click()
  await dialog.getByRole('button', { name: words('members:invite.send') }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function actOn(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `${words('common:ui.actions')}: ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** The path of the link in the newest invitation; of a newer one than `before`, if that is given. */
async function linkTo(email: string, before?: string): Promise<string> {
  const mail = await sandbox.mailTo(
    email,
    ({ text }) => text.includes('/auth/invite/') && (before === undefined || !text.includes(before)),
  )
  const link = mail.links.find(each => each.includes(invitationIn(mail))) ?? ''
  return new URL(link).pathname
}
