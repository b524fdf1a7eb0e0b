/** A segment by rules: written in the browser, counted as one writes, saved, and sent to. */
import { listSegments } from '@notifly/contracts/contacts/audience'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launch, watchRun } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

/** Who is meant: gold in Portugal, or over sixty anywhere. */
const PEOPLE = [
  { plan: 'gold', country: 'PT', age: 30, isMeant: true },
  { plan: 'gold', country: 'ES', age: 30, isMeant: false },
  { plan: 'silver', country: 'PT', age: 40, isMeant: false },
  { plan: 'silver', country: 'NO', age: 71, isMeant: true },
].map(person => ({ ...person, email: newEmail() }))

test('rules in two groups choose whom a campaign reaches', async () => {
  const owner = await newOwner(product)
  await connectEmail(owner)
  const rows = PEOPLE.map(({ email, plan, country, age }) => [email, plan, country, age].join(','))
  await importAudience(owner, ['email,plan,country,age', ...rows].join('\n'), 'Everybody of the file')
  await saveTemplate(owner, {
    name: 'For a few',
    subject: 'Chosen by rules',
    html: '<p>Hello. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  })

  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/audience`)
  await page.getByRole('button', { name: words('audience:segments.new') }).click()
  await page.getByRole('menuitem', { name: words('audience:segments.byRules') }).click()
  await page.getByLabel(words('segments:edit.name')).fill('Gold or grey')
  await writeRules(page)

  const matches = page.getByRole('region', { name: words('segments:count.title') })
  await matches.getByText('50.0% of 4 contacts').waitFor()
  const sample = page.getByRole('table', { name: words('segments:sample.title') })
  await expect.poll(() => sample.getByRole('row').count()).toBe(3)
  await page.getByText('(plan is “gold” and Country is “Portugal”) or age is more than 60').waitFor()

  // A draft outlives a reload, up to the moment when it is saved.
  await page.getByText(words('segments:edit.kept', { time: '' }).trim()).waitFor()
  await page.reload()
  await page.getByText(words('segments:edit.restored')).waitFor()
  await matches.getByText('50.0% of 4 contacts').waitFor()
  await page.getByRole('button', { name: words('segments:edit.save') }).click()
  await page.getByRole('heading', { level: 1, name: 'Gold or grey' }).waitFor()
  await expectMembers(page)

  await page.getByRole('button', { name: words('audience:segment.send') }).click()
  await page.getByRole('menuitem', { name: words('common:channel.email') }).click()
  await sendTo(page)
  const sandbox = sandboxAt(product.sandboxUrl)
  const meant = PEOPLE.filter(({ isMeant }) => isMeant)
  const mails = await Promise.all(meant.map(({ email }) => sandbox.mailTo(email)))
  expect(mails.map(({ subject }) => subject)).toEqual(['Chosen by rules', 'Chosen by rules'])
  const segments = await owner.api(listSegments, { token: owner.token, query: { search: 'Gold' } })
  expect(segments.map(({ kind, count }) => [kind, count])).toEqual([['dynamic', 2]])
  await page.goto(`/applications/${owner.slug}/audience`)
  await page
    .getByRole('row', { name: /Gold or grey/ })
    .getByText(words('audience:segment.kind.dynamic'))
    .waitFor()
}, 180_000)

/** Any of: a group with two conditions, and one more condition. */
async function writeRules(page: Page): Promise<void> {
  await page.getByRole('radio', { name: words('segments:match.any') }).click()
  await fillCondition(page.getByRole('group', { name: words('segments:builder.incomplete') }), 'plan', 'gold')
  // By keyboard: the condition goes into a group of its own, and another joins it there.
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('Alt+Enter')
  await fillCondition(page.getByRole('group', { name: words('segments:builder.incomplete') }), 'Country', 'PT')
  await page.keyboard.press('Tab')
  await page
    .getByRole('button', { name: words('segments:builder.addGroup') })
    .last()
    .click()
  const second = page.getByRole('group', { name: words('segments:builder.incomplete') })
  await second.getByLabel(words('segments:builder.subject')).fill('age')
  await page.getByRole('option', { name: /^age/ }).click()
  const age = page.getByRole('group', { name: words('segments:builder.incomplete') })
  await age.getByLabel(words('segments:builder.comparison')).click()
  await page.getByRole('option', { name: words('segments:op.number.greater_than') }).click()
  await age.getByLabel(words('segments:builder.value'), { exact: true }).fill('60')
}

async function fillCondition(condition: ReturnType<Page['getByRole']>, subject: string, value: string): Promise<void> {
  const page = condition.page()
  await condition.getByLabel(words('segments:builder.subject')).fill(subject)
  await page
    .getByRole('option', { name: new RegExp(`^${subject}`) })
    .first()
    .click()
  await condition.getByLabel(words('segments:builder.value'), { exact: true }).fill(value)
}

async function expectMembers(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: words('audience:tabs.contacts') })
  // Long addresses are cut.
  const beginnings = PEOPLE.map(({ email, isMeant }) => ({ text: email.split('@')[0] ?? email, isMeant }))
  for (const { text } of beginnings.filter(({ isMeant }) => isMeant)) await table.getByText(text).first().waitFor()
  const others = beginnings.filter(({ isMeant }) => !isMeant).map(({ text }) => table.getByText(text).count())
  expect(await Promise.all(others)).toEqual([0, 0])
}

/** In the wizard, where the segment is chosen already. */
async function sendTo(page: Page): Promise<void> {
  await page.getByLabel(words('campaigns:wizard.name')).fill('For a few')
  await page.getByRole('button', { name: words('campaigns:wizard.continue.what') }).click()
  await page.getByRole('combobox', { name: words('campaigns:what.whichTemplate') }).click()
  await page.getByRole('option', { name: 'For a few' }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.when') }).click()
  await page.getByRole('radio', { name: words('campaigns:when.immediately') }).check()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.review') }).click()
  await launch(page, words, 'For a few', '2')
  await watchRun(page, words, 'For a few')
}
