/** What becomes of requests that are not decided in fifteen minutes, while the product does not even run. */
import { listApprovals } from '@notifly/contracts/approvals/approvals'
import { listAudit } from '@notifly/contracts/audit/audit'
import { createRole, listRoles, SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { createTemplate, listTemplates } from '@notifly/contracts/templates/templates'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Installation } from '@notifly/server/testing/installation'
import { open } from '../browser/journey.ts'
import { newMember, newOwner, type Owner, type Person, ROLES, tokenFor } from '../product/people.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')

let installation: Installation
let owner: Owner
// Anew for each attempt: it changes the clock, and what it asks for can be asked for once.
beforeEach(async () => {
  installation = await Installation.create()
  await installation.start()
  owner = await newOwner(installation)
}, 120_000)
afterEach(() => installation.remove())

const approvals = (status: number) => `/applications/${owner.slug}/settings/approvals?status=${status}`
const rowOf = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })

test('a deadline rejects, approves or raises as the role says, also across restarts', async () => {
  const makers = [
    await makerOf('Careful', SLA_OPTIONS.reject, 'Autumn greeting'),
    await makerOf('Trusted', SLA_OPTIONS.approve, 'Order shipped'),
    await makerOf('Raised', SLA_OPTIONS.raise, 'Price list'),
  ] as const
  const first = await newMember(installation, owner, 'validator', 'Meera Iyer')
  const second = await newMember(installation, owner, await roleLike('validator', { name: 'Second look', group: 2 }))

  await installation.kill()
  await installation.startLater(14)
  expect(await statuses()).toEqual({ 'Autumn greeting': 0, 'Order shipped': 0, 'Price list': 0 })
  await installation.kill()
  await installation.startLater(16)
  await expect
    .poll(statuses, { timeout: 30_000 })
    .toEqual({ 'Autumn greeting': 2, 'Order shipped': 1, 'Price list': 0 })
  await expect.poll(groupOfPriceList, { timeout: 30_000 }).toBe(2)

  const careful = await open({ at: installation, person: makers[0] })
  await careful.goto(approvals(2))
  await rowOf(careful, 'Autumn greeting').getByText(words('approvals:byDeadline')).waitFor()
  await careful.getByRole('link', { name: 'Autumn greeting', exact: true }).click()
  await careful.getByRole('dialog').getByText('No one decided in time.').waitFor()
  await leave(careful)

  const trusted = await open({ at: installation, person: makers[1] })
  await trusted.goto(approvals(1))
  await rowOf(trusted, 'Order shipped').getByText(words('approvals:byDeadline')).waitFor()
  await trusted.goto(`/applications/${owner.slug}/template`)
  await trusted.getByRole('link', { name: 'Order shipped' }).waitFor()
  expect(await templates()).toEqual(['Order shipped'])
  await leave(trusted)

  await expectRaised(first, second)
  await installation.kill()
  await installation.startLater(60)
  await expect.poll(statuses, { timeout: 30_000 }).toMatchObject({ 'Price list': 2 })
  await expectTrail()
}, 240_000)

/** A maker with a role of their own, who asks for a template. */
async function makerOf(role: string, slaOptions: 1 | 2 | 3, template: string): Promise<Person> {
  const { api } = owner
  const maker = await newMember(
    installation,
    owner,
    await roleLike('creator', { name: role, slaOptions }),
    `${role} Maker`,
  )
  const token = await tokenFor(installation, maker, owner.slug)
  await api(createTemplate, { token, body: { type: 'Email', name: template, subject: template, html: '<p>Hello</p>' } })
  return maker
}

/** A role of the organization's own with the rights of a default one; its requests wait for fifteen minutes. */
async function roleLike(
  like: keyof typeof ROLES,
  { name, group = 1, slaOptions = SLA_OPTIONS.reject }: { name: string; group?: 1 | 2; slaOptions?: 1 | 2 | 3 },
): Promise<{ uuid: string }> {
  const { api, token } = owner
  const [role] = await api(listRoles, { token, query: { uuid: ROLES[like] } })
  const permission_set = (role?.permission_set ?? {}) as Record<string, [0, 0]>
  return api(createRole, { token, body: { name, group, slaOptions, slaDuration: 15, permission_set } })
}

/** Only the second group is asked now; the first may still read. */
async function expectRaised(first: Person, second: Person): Promise<void> {
  const late = await open({ at: installation, person: first, refusals: [403] })
  await late.goto(approvals(0))
  await rowOf(late, 'Price list')
    .getByText(/group 2/)
    .waitFor()
  expect(
    await rowOf(late, 'Price list')
      .getByRole('link', { name: words('approvals:approve.verb') })
      .count(),
  ).toBe(0)
  const asked = await open({ at: installation, person: second, refusals: [403] })
  await asked.goto(approvals(0))
  await rowOf(asked, 'Price list')
    .getByRole('link', { name: words('approvals:approve.verb') })
    .waitFor()
  await leave(late)
  await leave(asked)
}

/** An open page would ask a product that is down. */
async function leave(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
}

/** In the words of the trail, and on the screen. */
async function expectTrail(): Promise<void> {
  const { api } = owner
  const query = { object: 'approval', per_page: 50 } as const
  const entries = await api(listAudit, { token: await ownersToken(), query })
  const steps = entries.filter(({ actor }) => actor.kind === 'sla').map(({ action, object }) => [object.name, action])
  expect(steps.toReversed().toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
    ['Autumn greeting', 'approval.reject'],
    ['Order shipped', 'approval.approve'],
    ['Price list', 'approval.raise'],
    ['Price list', 'approval.reject'],
  ])
  const page = await open({ at: installation, person: owner })
  await page.goto(`/applications/${owner.slug}/settings/usage-logs?object=approval`)
  await rowOf(page, `${words('changes:actions.approval.raise')}.*${words('audit:actors.sla')}`).waitFor()
  await leave(page)
}

/** Requests by their template, with their states as the wire numbers them. */
async function statuses(): Promise<Record<string, number>> {
  return Object.fromEntries((await requests()).map(({ title, status }) => [title, status]))
}

async function groupOfPriceList(): Promise<number | undefined> {
  return (await requests()).find(({ title }) => title === 'Price list')?.group
}

async function requests() {
  return owner.api(listApprovals, { token: await ownersToken(), query: {} })
}

async function templates(): Promise<string[]> {
  return (await owner.api(listTemplates, { token: await ownersToken(), query: {} })).map(({ name }) => name)
}

let known: { token: string; startedOn: number } | undefined

/** One for each start: signing in has its limits. */
async function ownersToken(): Promise<string> {
  if (known?.startedOn !== installation.pid) {
    known = { token: await tokenFor(installation, owner, owner.slug), startedOn: installation.pid }
  }
  return known.token
}
