import { readUsage } from '@notifly/contracts/billing/plans'
import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { keyOf, queryClient } from '../../../api/queries.ts'
import { type ApiStub, APPLICATION, ok, user } from '../../../testing/api-stub.ts'
import { idOf, stubBilling, subscription, usage } from '../../../testing/billing-stub.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'
import { campaign } from '../../../testing/wizard-stub.ts'

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>
afterEach(() => {
  view.stop()
  api.restore()
})

async function open(address: string, who = user()) {
  view = await renderApp(address, who)
}
const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))

test('a plan that runs out is told above every page and on its own, with the campaigns that wait', async () => {
  api = stubBilling({ current: [subscription()] })
  const rows = [
    { what: 'email', used: 500_000, limit: 500_000, forecast: 600_000 },
    { what: 'sms', used: 4300, limit: 5000, forecast: 6000 },
    { what: 'whatsapp', used: 0, limit: 0, forecast: null },
    { what: 'applications', used: 1, limit: 1, forecast: null },
  ] as const
  api.on('GET /api/payments/usage', () => ok(usage({ rows: [...rows], held_campaigns: 2 })))
  await open(`/applications/${APPLICATION}/settings/usage-logs`)
  await until(() => expect(queryClient.getQueryData(keyOf(readUsage))).toBeDefined())
  await drawn()
  // It comes with the next page: nothing moves while one is read.
  expect(screen.getByText(/Your plan is used up/).elements()).toEqual([])
  await screen.getByRole('link', { name: 'Approvals' }).first().click()
  await expect.element(screen.getByText(/Your plan is used up: emails\. 2 campaigns are on hold\./)).toBeVisible()
  await screen.getByRole('link', { name: 'See usage' }).click()
  await expect.element(screen.getByRole('meter', { name: 'SMS' })).toHaveAttribute('aria-valuenow', '86')
  await expect.element(screen.getByText('86% used')).toBeVisible()
  await expect.element(screen.getByText('Used up', { exact: true }).first()).toBeVisible()
  await expect.element(screen.getByText('Not included')).toBeVisible()
  await expect.element(screen.getByText('About 600,000 by the end of the month')).toBeVisible()
  expect(screen.getByText(/Your plan is used up/).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Upgrade' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Change plan' })).toBeVisible()
  // Where nothing is used up, what is nearly so.
  view.stop()
  await view.screen.unmount()
  api.on('GET /api/payments/usage', () => ok(usage({ rows: rows.slice(1) })))
  await open(`/applications/${APPLICATION}/settings/approvals`)
  await until(() => expect(queryClient.getQueryData(keyOf(readUsage))).toMatchObject({ rows: rows.slice(1) }))
  await screen.getByRole('link', { name: 'Usage logs' }).first().click()
  await expect.element(screen.getByText('You’ve used 86% of your plan: SMS.')).toBeVisible()
})

test('a campaign that waits for room says so, with the way to it for those who may buy it', async () => {
  const UUID = idOf(5)
  const reason = { key: 'usage.runHeld', values: { used: 6, limit: 5, channel: 'Email' } }
  api = stubBilling({ current: [subscription()] })
  api.on('GET /api/notifications/schedule/email', () =>
    ok({
      ...campaign({ uuid: UUID, campaignName: 'News', status: 'paused', status_reason: 'Waiting for a larger plan' }),
      status_reason_sentence: reason,
    }),
  )
  const PAGE = `/applications/${APPLICATION}/notification/campaign/${UUID}`
  await open(PAGE)
  await screen.getByRole('main').getByRole('link', { name: 'Upgrade' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Change plan' })).toBeVisible()
  view.stop()
  await open(PAGE, user({ role: { uuid: idOf(1), name: 'Creator' } }))
  await expect.element(screen.getByRole('heading', { name: 'News' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Upgrade' }).elements()).toEqual([])
})
