import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { AUDIT_ACTIONS } from '@notifly/contracts/audit/audit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { i18n } from '../../locales/i18n.ts'
import { KINDS } from './AuditFilters.tsx'

const ADDRESS = `/applications/${APPLICATION}/settings/usage-logs`

const ENTRY: AuditEntry = {
  uuid: '0198c0de-0000-7000-8000-00000000e001',
  at: '2026-11-20T09:41:07.250Z',
  actor: {
    kind: 'account',
    uuid: '0198c0de-0000-7000-8000-0000000000ff',
    name: 'Dev Kulkarni',
    email: 'dev@palmyra.example',
  },
  action: 'template.update',
  object: { type: 'template', id: '0198c0de-0000-7000-8000-00000000aaaa', name: 'Order shipped' },
  application: { uuid: APPLICATION, name: 'Harbor & Pine' },
  before: { subject: 'Your order is packed' },
  after: { subject: 'Your order is shipped' },
  address: '203.0.113.9',
  user_agent: 'Firefox',
  request_id: '7f3a',
}
const DECIDED: AuditEntry = {
  ...ENTRY,
  uuid: '0198c0de-0000-7000-8000-00000000e002',
  actor: { kind: 'sla', uuid: null, name: '', email: '' },
  action: 'approval.escalate',
  object: { type: 'approval', id: null, name: 'Order shipped' },
}

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(() => {
  api = stubApi()
  api.on(`GET /api/verticals/${APPLICATION}`, () => ok({ name: 'Harbor & Pine', timezone: 'Asia/Kolkata' }))
  api.on('GET /api/usage-logs', () => page([ENTRY, DECIDED], 34))
  api.on('GET /authP/audit/actors', () =>
    ok([{ uuid: ENTRY.actor.uuid, name: 'Dev Kulkarni', email: 'dev@palmyra.example' }]),
  )
})

afterEach(() => {
  view.stop()
  api.restore()
})

test('shows who did what, and in a drawer what was before and after', async () => {
  view = await renderApp(ADDRESS, user())
  const { screen } = view
  await expect.element(screen.getByRole('heading', { name: 'Usage logs' })).toBeVisible()
  await expect.element(screen.getByText(/34 entries, read-only/)).toBeVisible()
  await expect.element(screen.getByText('Deadline', { exact: true })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('link', { name: 'Template changed' }).click()
  const drawer = screen.getByRole('dialog')
  await expect.element(drawer.getByText('203.0.113.9')).toBeVisible()
  await expect.element(drawer.getByText('packed')).toBeVisible()
  expect(document.querySelector('del')?.textContent).toBe('packed')
  expect(document.querySelector('ins')?.textContent).toBe('shipped')
  expect(view.address()).toContain(`#entry-${ENTRY.uuid}`)
  expect(await axeFindings()).toEqual([])
})

test('keeps its filters in the address and asks for this application, or for the whole organization', async () => {
  const filters = `action=template.update&actor=${ENTRY.actor.uuid}`
  view = await renderApp(`${ADDRESS}?${filters}`, user())
  await expect.element(view.screen.getByText('Order shipped').first()).toBeVisible()
  const asked = (path: string) => Object.fromEntries(api.asked.findLast(each => each.path === path)?.query ?? [])
  const expected = { action: 'template.update', actor: ENTRY.actor.uuid, page: '1', per_page: '10' }
  expect(asked('/api/usage-logs')).toEqual(expected)
  api.on('GET /authP/audit', () => page([{ ...ENTRY, object: { ...ENTRY.object, name: 'Of another shop' } }]))
  await view.screen.getByRole('button', { name: /^Where/ }).click()
  await view.screen.getByRole('menuitemcheckbox', { name: 'Whole organization' }).click()
  await expect.element(view.screen.getByText('Of another shop').first()).toBeVisible()
  expect(asked('/authP/audit')).toEqual(expected)
  api.on('GET /authP/audit', () => page([]))
  await expect.element(view.screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  await view.screen.getByRole('searchbox').fill('nothing like that')
  await expect.element(view.screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await view.screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => view.address()).toBe(ADDRESS)
})

test('every act and everything that acts are done to has its words', async () => {
  view = await renderApp(ADDRESS, user())
  await expect.element(view.screen.getByText('Order shipped').first()).toBeVisible()
  const unworded = AUDIT_ACTIONS.filter(action => !i18n.exists(`actions.${action}`, { ns: 'changes' }))
  expect(unworded).toEqual([])
  expect(KINDS.filter(kind => !i18n.exists(`objects.${kind}`, { ns: 'changes' }))).toEqual([])
})
