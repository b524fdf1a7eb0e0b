/** A launch that somebody regrets: undone by the button of the toast, changed, and launched again. */
import { saveApplication, UNDO_SECONDS_MAX } from '@notifly/contracts/applications/applications'
import { expect, test } from 'vitest'
import { launch, watchRun, writeCampaign } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

test('a launch is undone before anything leaves, and the draft goes out once when it is launched again', async () => {
  const owner = await newOwner(product)
  const waitBeforeSending = (undo_seconds: number) =>
    owner.api(saveApplication, { token: owner.token, body: { uuid: owner.slug, name: 'Lumen Store', undo_seconds } })
  await waitBeforeSending(UNDO_SECONDS_MAX)
  await connectEmail(owner)
  const readers = [newEmail(), newEmail()]
  await importAudience(owner, ['email', ...readers].join('\n'), 'Readers')
  const html = '<p>Hello. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  await saveTemplate(owner, { name: 'News', subject: 'Sent too soon', html })

  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/notification/email`)
  await writeCampaign(page, words, { name: 'Too soon', segment: 'Readers', template: 'News' })
  await launch(page, words, 'Too soon', '2')
  await page.getByText(/^Sending starts in \d+ s$/).waitFor()
  // By keyboard, and on a page other than the one that launched.
  await page.getByRole('button', { name: words('acts:undo.action') }).press('Enter')
  await page.getByText(words('acts:undo.done', { name: 'Too soon' })).waitFor()
  const row = page.getByRole('row', { name: /Too soon/ })
  await row.getByText(words('common:status.campaign.draft')).waitFor()

  await waitBeforeSending(0)
  await row.getByRole('link', { name: 'Too soon', exact: true }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.what') }).waitFor()
  for (const step of ['what', 'when', 'review'] as const) {
    await page.getByRole('button', { name: words(`campaigns:wizard.continue.${step}`) }).click()
  }
  await launch(page, words, 'Too soon', '2')
  await watchRun(page, words, 'Too soon')
  const sandbox = sandboxAt(product.sandboxUrl)
  expect(await Promise.all(readers.map(reader => sandbox.countTo(reader)))).toEqual([1, 1])
}, 180_000)
