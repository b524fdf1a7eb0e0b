/** A sign-up form from its making to the contact: the page without scripts, the email in the sandbox, the consent that is kept. */
import { listContacts } from '@notifly/contracts/contacts/audience'
import { createTopic } from '@notifly/contracts/topics/topics'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail } from '../product/seeds.ts'
import { anyOf, wordsIn } from '../words.ts'

const words = wordsIn('en')
const FIRST_NAME = 'Zoë'

test('a form that somebody makes brings a contact who confirmed, with the consent word for word', async () => {
  const owner = await newOwner(product)
  await connectEmail(owner)
  await owner.api(createTopic, { token: owner.token, body: { name: 'Offers', description: 'Once a month' } })
  const email = newEmail()

  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/audience/forms`)
  // While there is no form, the empty list offers the same link once more.
  await page
    .getByRole('link', { name: words('forms:list.new') })
    .first()
    .click()
  await page.getByLabel(words('forms:edit.name'), { exact: true }).fill('Newsletter')
  await page.locator('[name=title]').fill('News from the shop')
  const preview = page.frameLocator(`iframe[title="${words('forms:preview.page')}"]`)
  await preview.getByRole('heading', { name: 'News from the shop' }).waitFor()
  await page.getByRole('combobox', { name: words('forms:edit.topics') }).click()
  await page.getByRole('option', { name: 'Offers' }).click()
  await page.keyboard.press('Escape')
  const consent = page.getByLabel(words('forms:edit.consent'))
  await consent.fill('I agree to get the newsletter.')
  await page.getByRole('button', { name: words('forms:edit.create') }).click()
  const link = page.getByLabel(words('forms:share.link'), { exact: true }).and(page.locator('pre'))
  await link.waitFor()
  const address = (await link.textContent()) ?? ''

  // Somebody else, in a browser of their own.
  const visitor = await open()
  await visitor.goto(address)
  await visitor.getByLabel('Email', { exact: true }).fill(email)
  await visitor.getByLabel('First name').fill(FIRST_NAME)
  await visitor.getByLabel('Offers').check()
  await visitor.getByLabel('I agree to get the newsletter.').check()
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  // Programs are faster than people: whoever is as fast presses twice.
  const sent = visitor.getByRole('heading', { name: 'Check your inbox' })
  const again = visitor.getByText('press the button again')
  await sent.or(again).waitFor()
  while (await again.isVisible()) {
    await visitor.getByRole('button', { name: 'Sign up' }).click()
    await sent.or(again).waitFor()
  }
  const mail = await sandboxAt(product.sandboxUrl).mailTo(email)
  await visitor.goto(mail.links.find(each => each.includes('/f/confirm/')) ?? '')
  expect(await owner.api(listContacts, { token: owner.token })).toEqual([])
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await visitor.getByRole('heading', { name: 'You’re signed up' }).waitFor()

  const [contact] = await owner.api(listContacts, { token: owner.token })
  expect(contact).toMatchObject({ email, merge_fields: { first_name: FIRST_NAME } })
  await page.goto(`/applications/${owner.slug}/audience/contacts/${contact?.uuid}`)
  await page.getByText(words('contacts:timeline.signedUp', { form: 'Newsletter' })).waitFor()
  await page.getByRole('button', { name: anyOf(words('consent:history.title', { count: 2 })) }).click()
  await page.getByText('I agree to get the newsletter.').waitFor()
}, 60_000)
