/** An A/B test of a subject: set up in the wizard, watched on the run, ended by hand; every recipient gets one email. */
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { launch, writeCampaign } from '../browser/campaigns.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const PEOPLE = Array.from({ length: 12 }, () => newEmail())

test('two subjects are tested on half of the audience, and the others get the one that is chosen', async () => {
  const owner = await newOwner(product)
  await connectEmail(owner)
  await importAudience(owner, ['email', ...PEOPLE].join('\n'), 'Everybody of the file')
  const html = '<p>Hello. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  await saveTemplate(owner, { name: 'Refill', subject: 'Time for a refill', html })

  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/notification/email`)
  await writeCampaign(page, words, { name: 'Weekly refill', segment: 'Everybody of the file', template: 'Refill' })
  await page
    .getByRole('button', { name: words('campaigns:review.edit', { step: words('campaigns:wizard.steps.what') }) })
    .click()
  await page.getByRole('switch', { name: words('ab-test:switch') }).click()
  await page.getByLabel(words('ab-test:subjectOf', { letter: 'A' })).fill('Running low?')
  await page.getByLabel(words('ab-test:subjectOf', { letter: 'B' })).fill('Your usual')
  const size = page.getByRole('textbox', { name: words('ab-test:share.label') })
  await size.fill('50')
  await size.press('Tab')
  await page.getByText('Today: 3 recipients each, and 6 waiting for the winner.').waitFor()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.when') }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.review') }).click()
  await page.getByText('50% of recipients test 2 subjects.').waitFor()
  await launch(page, words, 'Weekly refill', '12')

  await page.getByRole('row').getByRole('link', { name: 'Weekly refill', exact: true }).click()
  await page.getByText(words('ab-test:waits')).waitFor()
  const table = page.getByRole('table', { name: words('ab-test:title') })
  await table.getByRole('row', { name: /Variant A Running low\? 3 3/ }).waitFor()
  await page.getByRole('button', { name: words('ab-test:choose.open') }).click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Your usual/ })
    .check()
  await page.getByRole('button', { name: words('ab-test:choose.confirm', { letter: 'B' }) }).click()
  await table.getByRole('row', { name: /Variant B Your usual Winner/ }).waitFor()

  const sandbox = sandboxAt(product.sandboxUrl)
  const subjects = (await Promise.all(PEOPLE.map(email => sandbox.mailTo(email)))).map(mail => mail.subject)
  expect(subjects.toSorted()).toEqual([...Array(3).fill('Running low?'), ...Array(9).fill('Your usual')])
  await table.getByRole('row', { name: /Everyone else gets Variant B 6 6/ }).waitFor()
}, 120_000)
