/** Decisions that come too late, as approvers see them: another approver was first, or the change cannot be made any more. */
import { scheduleCampaign } from '@notifly/contracts/campaigns/calls'
import { deleteSegment } from '@notifly/contracts/contacts/audience'
import { createTemplate, updateTemplate } from '@notifly/contracts/templates/templates'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { decide, openRequestDialog } from '../browser/approvals.ts'
import { open, product } from '../browser/journey.ts'
import { newMember, newOwner, type Owner } from '../product/people.ts'
import { connectEmail, importAudience, saveTemplate } from '../product/seeds.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const AT_ONCE = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } } as const

let owner: Owner
let makersToken: string
beforeAll(async () => {
  owner = await newOwner(product)
  await connectEmail(owner)
  makersToken = (await newMember(product, owner, 'creator', 'Dev Kulkarni')).token
})

const approvals = () => `/applications/${owner.slug}/settings/approvals`

/** An approver with the requests on screen; refusals are expected. */
async function approver(name: string): Promise<Page> {
  const page = await open({ person: await newMember(product, owner, 'validator', name), refusals: [403, 409] })
  await page.goto(approvals())
  return page
}

/** Opens a request and submits an approval that the server refuses; answers the reason on the screen. */
async function refusedApproval(page: Page, title: string, say = words): Promise<string> {
  const look = await openRequestDialog(page, say, title)
  await look.getByRole('button', { name: say('approvals:approve.verb') }).click()
  return submitRefused(page, say)
}

async function submitRefused(page: Page, say = words): Promise<string> {
  const dialog = page.getByRole('dialog', { name: say('approvals:approve.title') })
  await dialog.getByRole('button', { name: say('approvals:approve.submit') }).click()
  return dialog.getByRole('alert').innerText()
}

test('of two approvers with the same request open, the first decides and the other is told who did', async () => {
  const body = { type: 'Email', name: 'Order shipped', html: '<p>Hello</p>' } as const
  await owner.api(createTemplate, { token: makersToken, body })
  const [first, second] = [await approver('Meera Iyer'), await approver('Vera Lind')]
  const look = await openRequestDialog(second, words, 'Order shipped')
  await look.getByRole('button', { name: words('approvals:approve.verb') }).click()
  await decide(first, words, 'Order shipped', 'reject', 'Not this week.')
  expect(await submitRefused(second)).toBe('Meera Iyer already rejected this request.')
  await second.goto(`/hi${approvals()}?status=2`)
  await second
    .getByRole('row', { name: /Order shipped/ })
    .getByText('Meera Iyer')
    .waitFor()
})

test('a campaign whose segment is gone, or whose template says something else by now, is refused and stays open', async () => {
  const { api, token } = owner
  const segment = await importAudience(owner, 'email\nana@example.com', 'Passing readers')
  const mail = { name: 'Autumn', subject: 'Autumn is here', html: '<p>Autumn</p>' }
  const template = await saveTemplate(owner, mail)
  const audience = { segment_uuids: [segment] }
  const common = { audience, schedule: AT_ONCE }
  const ask = (body: object) => api(scheduleCampaign, { token: makersToken, body: { ...common, ...body } })
  await ask({ campaignName: 'With a template', template_uuid: template })
  await ask({ campaignName: 'With a segment', emailSubject: 'Hello', emailBody: '<p>Hello</p>' })
  await api(updateTemplate, { token, params: { uuid: template }, body: { ...mail, type: 'Email', subject: 'Winter' } })
  const page = await approver('Ravi Menon')
  expect(await refusedApproval(page, 'With a template')).toBe(
    'This can no longer be applied: Template Autumn has changed since. Request approval again.',
  )
  await page.goto(`/es${approvals()}`)
  expect(await refusedApproval(page, 'With a template', wordsIn('es'))).toBe(
    'Ya no se puede aplicar: La plantilla Autumn ha cambiado. Solicite la aprobación de nuevo.',
  )

  await api(deleteSegment, { token, query: { segment_uuid: segment } })
  await page.goto(approvals())
  expect(await refusedApproval(page, 'With a segment')).toMatch(/^This can no longer be applied: /)
  await page.goto(approvals())
  for (const title of ['With a template', 'With a segment'])
    await page.getByRole('link', { name: title, exact: true }).waitFor()
})
