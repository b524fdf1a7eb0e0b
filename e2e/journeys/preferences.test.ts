/** The preference page, as a reader meets it: from the link of an email to topics, leaving, and coming back. */
import { createTopic } from '@notifly/contracts/topics/topics'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { expectReadable } from '../browser/readable.ts'
import { newEmail, newOwner } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { connectEmail, importAudience, sendCampaign } from '../product/seeds.ts'

test('whoever follows the unsubscribe link chooses topics, leaves all emails, and may come back; each page reads well', async () => {
  const owner = await newOwner(product)
  await connectEmail(owner)
  const { api, token } = owner
  const topic = await api(createTopic, { token, body: { name: 'Offers', description: 'Twice a month' } })
  await api(createTopic, { token, body: { name: 'Guides' } })
  const reader = newEmail()
  const segment = await importAudience(owner, `email\n${reader}`, 'Readers')
  await sendCampaign(owner, {
    campaignName: 'First offers',
    emailSubject: 'Offers of the week',
    emailBody: '<p>Hello. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    audience: { segment_uuids: [segment], exclude_segment_uuids: [] },
    topic_uuid: topic.uuid,
  })
  const { html } = await sandboxAt(product.sandboxUrl).mailTo(reader)
  const address = /href="([^"]+)"[^>]*>Unsubscribe</.exec(html)?.[1] ?? ''

  const page = await open({ refusals: [404] })
  await page.goto(address)
  await expectReadable(page)
  const offers = page.getByRole('switch', { name: /^Offers/ })
  // By keyboard.
  await offers.press('Space')
  await page.getByRole('button', { name: 'Save preferences' }).press('Enter')
  await page.getByRole('status').getByText('Preferences saved.').waitFor()
  expect([await offers.isChecked(), await page.getByRole('switch', { name: 'Guides' }).isChecked()]).toEqual([
    false,
    true,
  ])
  await expectReadable(page)

  await page.getByRole('button', { name: 'Unsubscribe from all' }).click()
  await page.getByRole('status').getByText('Done.').waitFor()
  await expectReadable(page)
  await page.getByRole('link', { name: 'Subscribe again' }).click()
  await expectReadable(page)
  await page.getByRole('button', { name: 'Yes, resubscribe me' }).click()
  await page.getByRole('status').getByText('Welcome back.').waitFor()

  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('hi')
  await expectReadable(page)
  const unknown = await page.goto(`${address.slice(0, -4)}AAAA`)
  expect(unknown?.status()).toBe(404)
  await expectReadable(page)
}, 180_000)
