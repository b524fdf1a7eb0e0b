/** Bulk actions: everybody who matches is chosen at once, and what is done to them goes on beside the page. */
import { listSegments } from '@notifly/contracts/contacts/audience'
import { expect, test } from 'vitest'
import { open, product } from '../browser/journey.ts'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

test('all who match go into a new segment, and its page takes some out again', async () => {
  const owner = await newOwner(product)
  const rows = Array.from({ length: 2400 }, (_, n) => `bulk-${n}@example.com,${n % 2 === 0 ? 'gold' : 'basic'}`)
  await importAudience(owner, ['email,plan', ...rows].join('\n'), 'Everybody of the file')

  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/audience/contacts?search=gold`)
  await page.getByText('1–10 of 1,200').waitFor()
  await page.getByRole('checkbox', { name: words('common:ui.selectAll') }).click()
  await page.getByRole('button', { name: 'Select all 1,200' }).click()
  await page.getByRole('button', { name: words('bulk:add.action') }).click()
  await page.getByRole('radio', { name: words('bulk:segment.new') }).click()
  await page.getByLabel(words('audience:segment.name')).fill('All gold')
  await page.getByRole('button', { name: words('bulk:add.button'), exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // What is under way does not need the page.
  await page.reload()
  const segment = await expect
    .poll(async () => (await owner.api(listSegments, { token: owner.token, query: { search: 'All gold' } }))[0])
    .toMatchObject({ count: 1200 })
    .then(async () => (await owner.api(listSegments, { token: owner.token, query: { search: 'All gold' } }))[0])

  await page.goto(`/applications/${owner.slug}/audience/${segment?.uuid ?? ''}`)
  await page.getByText('1–10 of 1,200').waitFor()
  await page.getByRole('checkbox', { name: words('common:ui.selectAll') }).click()
  await page.getByRole('button', { name: words('contacts:more') }).click()
  await page.getByRole('menuitem', { name: words('bulk:remove.action') }).click()
  await page.getByRole('dialog', { name: 'Remove 10 contacts from “All gold”?' }).waitFor()
  await page.getByRole('button', { name: words('bulk:remove.button'), exact: true }).click()
  await page.getByText('10 contacts removed from All gold').waitFor()
  await page.getByText('1–10 of 1,190').waitFor()
}, 60_000)
