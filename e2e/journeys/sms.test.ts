/** A text message by clicks: begun from the menu, written, tried on the author's phone, sent, and delivered as the provider says. */
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmLaunch, openRecipient, watchRun } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { newEmail, newOwner, type Owner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const NAME = 'Store opening'
const PHONES = ['+919812300001', '+919812300002', '+919812300003']

test('a text message goes from the menu to the phones, and its delivery is told', async () => {
  const owner = await newOwner(product)
  await connectKarix(owner)
  const rows = PHONES.map((phone, index) => `${newEmail()},Reader ${index + 1},${phone}`)
  await importAudience(owner, ['email,first_name,phone_number', ...rows].join('\n'), 'Everybody')

  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/notification`)
  await page
    .getByRole('button', { name: words('campaigns:list.new') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: words('common:channel.sms') }).click()
  await writeMessage(page)
  await tryIt(page)
  await page
    .getByRole('button', { name: words('campaigns:wizard.sendToNow', { count: 3, shown: '3' }), exact: true })
    .click()
  await confirmLaunch(page)
  await page.getByText(words('campaigns:done.sending', { name: NAME })).waitFor()

  await watchRun(page, words, NAME)
  // Reports come after the run has ended, and a page at rest is left alone.
  const isTold = async () => {
    await page.reload()
    await page.getByText(words('delivery:recipients.title')).first().waitFor()
    return page.getByRole('row').getByText(words('common:status.delivery.delivered'), { exact: true }).count()
  }
  await expect.poll(isTold, { timeout: 40_000, interval: 1000 }).toBe(3)
  expect(await page.getByText(words('delivery:stats.opened'), { exact: true }).count()).toBe(0)
  await openRecipient(page, words, 'Reader 1')
  const trail = page.getByRole('list', { name: words('delivery:trail.title') })
  await trail.getByText(words('delivery:trail.kind.delivered'), { exact: true }).waitFor()
}, 180_000)

/** Karix, with reports that come back: the sandbox is told their address as its portal would be. */
async function connectKarix({ api, token }: Owner): Promise<void> {
  const account = (kind: string) => ({ [`${kind}_key`]: `${kind}-key==`, [`${kind}_sender`]: 'LUMENS' })
  const body = { provider: 'Karix', ...account('otp'), ...account('transactional'), ...account('promotional') }
  const { create } = CONFIGURATION_CALLS.sms
  const { hook_url: callbackUrl } = (await api(create, { token, body } as never)) as { hook_url: string }
  const { status } = await fetch(`${product.sandboxUrl}/providers/karix/_settings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ callback_url: callbackUrl }),
  })
  expect(status).toBe(200)
}

async function writeMessage(page: Page): Promise<void> {
  await page.getByLabel(words('campaigns:wizard.name')).fill(NAME)
  await page.getByRole('combobox', { name: words('campaigns:who.include') }).fill('Everybody')
  await page.getByRole('option', { name: 'Everybody' }).click()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.what') }).click()
  await page
    .getByRole('textbox', { name: words('sms:composer.text') })
    .fill('Hi {{ first_name }}, we open on Saturday.')
  await page
    .getByText('Hi Reader 1, we open on Saturday.')
    .or(page.getByText(/Hi Reader \d, we open/))
    .first()
    .waitFor()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.when') }).click()
  await page.getByRole('radio', { name: words('campaigns:when.immediately') }).check()
  await page.getByRole('button', { name: words('campaigns:wizard.continue.review') }).click()
}

async function tryIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('campaigns:wizard.test') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('test-send:numbers.label')).fill(PHONES[0] ?? '')
  await dialog.getByRole('button', { name: words('test-send:send') }).click()
  await dialog.getByText(/The provider accepted the message/).waitFor()
  await page.keyboard.press('Escape')
}
