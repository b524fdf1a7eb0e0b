/** A sign-up form from its making to the contact: the page without scripts, the email in the sandbox, the consent that is kept. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listContacts } from '@notifly/contracts/contacts/audience'
import { createSignUpForm, readSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { createTopic } from '@notifly/contracts/topics/topics'
import type { FrameLocator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { expectReadable } from '../browser/readable.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail } from '../product/seeds.ts'
import { anyOf, wordsIn } from '../words.ts'

const words = wordsIn('en')
const FIRST_NAME = 'Zoë'
const CONSENT = 'I agree to get the newsletter.'

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
  await consent.fill(CONSENT)
  await page.getByRole('button', { name: words('forms:edit.create') }).click()
  const link = page.getByLabel(words('forms:share.link'), { exact: true }).and(page.locator('pre'))
  await link.waitFor()
  const address = (await link.textContent()) ?? ''

  // Somebody else, in a browser of their own.
  const visitor = await open()
  await visitor.goto(address)
  await expectReadable(visitor)
  await visitor.getByLabel('Email', { exact: true }).fill(email)
  await visitor.getByLabel('First name').fill(FIRST_NAME)
  await visitor.getByLabel('Offers').check()
  await visitor.getByLabel(CONSENT).check()
  await pressUntilSent(visitor)
  await expectReadable(visitor)
  const mail = await sandboxAt(product.sandboxUrl).mailTo(email)
  await visitor.goto(mail.links.find(each => each.includes('/f/confirm/')) ?? '')
  expect(await owner.api(listContacts, { token: owner.token })).toEqual([])
  await expectReadable(visitor)
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await visitor.getByRole('heading', { name: 'You’re signed up' }).waitFor()
  await expectReadable(visitor)

  const [contact] = await owner.api(listContacts, { token: owner.token })
  expect(contact).toMatchObject({ email, merge_fields: { first_name: FIRST_NAME } })
  await page.goto(`/applications/${owner.slug}/audience/contacts/${contact?.uuid}`)
  await page.getByText(words('contacts:timeline.signedUp', { form: 'Newsletter' })).waitFor()
  await page.getByRole('button', { name: anyOf(words('consent:history.title', { count: 2 })) }).click()
  await page.getByText(CONSENT).waitFor()
}, 60_000)

test('a site shows a form in a frame, or as its own, and what is typed there arrives', async () => {
  const owner = await newOwner(product)
  await connectEmail(owner)
  const made = await owner.api(createSignUpForm, {
    token: owner.token,
    body: { name: 'Newsletter', fields: [{ name: 'email' }], consent_text: CONSENT },
  })
  const { link, snippets } = await owner.api(readSignUpForm, { token: owner.token, params: { uuid: made.uuid } })
  const visitor = await open()
  const shop = await siteWith({ '/framed': snippets.frame, '/plain': snippets.form })
  const sent = { framed: newEmail(), plain: newEmail() }

  await visitor.goto(`${shop}/framed`)
  const frame = visitor.frameLocator('iframe')
  await fillIn(frame, sent.framed)
  await pressUntilSent(frame)

  await visitor.goto(`${shop}/plain`)
  await fillIn(visitor, sent.plain)
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  await visitor.waitForURL(link)
  await pressUntilSent(visitor)

  const subjects = Object.values(sent).map(async email => (await sandboxAt(product.sandboxUrl).mailTo(email)).subject)
  expect(await Promise.all(subjects)).toEqual(['Confirm your sign-up', 'Confirm your sign-up'])
}, 60_000)

/** The origin of a site of somebody else's, with these pages. */
async function siteWith(pages: Record<string, string>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Shop</title>${pages[url] ?? ''}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function fillIn(form: Page | FrameLocator, email: string): Promise<void> {
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel(CONSENT).check()
}

/** Programs are faster than people: whoever is as fast presses twice. */
async function pressUntilSent(form: Page | FrameLocator): Promise<void> {
  const sent = form.getByRole('heading', { name: 'Check your inbox' })
  const again = form.getByText('press the button again')
  do {
    await form.getByRole('button', { name: 'Sign up' }).click()
    await sent.or(again).waitFor()
  } while (await again.isVisible())
}
