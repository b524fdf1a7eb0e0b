/** Two people for every change, by clicks: the approver of all others needs a second approver as well. */
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { beforeAll, expect, test } from 'vitest'
import { decide, viewPending } from '../browser/approvals.ts'
import { writeSource } from '../browser/campaigns.ts'
import { open, product } from '../browser/journey.ts'
import { newMember, newOwner, type Owner } from '../product/people.ts'
import { saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

let owner: Owner
beforeAll(async () => {
  owner = await newOwner(product)
})

test('it can be turned on once there are two, then holds the owner too, and nobody decides their own', async () => {
  const { api, token, slug } = owner
  const template = await saveTemplate(owner, { name: 'Order shipped', subject: 'Packed', html: '<p>Hello</p>' })
  const [organization] = await api(listOrganizations, { token })
  const page = await open({ person: owner, refusals: [409] })
  const panel = `/organizations/${organization?.uuid}/edit`
  await page.goto(panel)
  const both = page.getByRole('switch', { name: words('organizations:twoPeople.label') })
  await both.click()
  await page
    .getByRole('alert')
    .filter({ hasText: /approve/ })
    .waitFor()
  expect(await both.isChecked()).toBe(false)

  const admin = await newMember(product, owner, 'admin', 'Meera Iyer')
  await page.goto(panel)
  // The switch turns before the answer, which leaving the page would cut off.
  const answer = page.waitForResponse(response => response.request().method() === 'PUT')
  await both.click()
  expect((await answer).ok()).toBe(true)
  expect(await both.isChecked()).toBe(true)

  await page.goto(`/applications/${slug}/template/${template}`)
  await writeSource(page, words('templates:parts.subject'), 'Shipped')
  await page.getByRole('button', { name: /^Ask to save v/ }).click()
  await viewPending(page, words)
  const own = page.getByRole('row', { name: /Order shipped/ })
  await own.getByText(words('approvals:ownRequest')).waitFor()
  expect(await own.getByRole('link', { name: words('approvals:approve.verb') }).count()).toBe(0)

  const office = await open({ person: admin })
  await office.goto(`/applications/${slug}/settings/approvals`)
  await decide(office, words, 'Order shipped', 'approve')
  await page.goto(`/applications/${slug}/template/${template}`)
  await page
    .getByRole('textbox', { name: words('templates:parts.subject'), exact: true })
    .filter({ hasText: 'Shipped' })
    .waitFor()
})
