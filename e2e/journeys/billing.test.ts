/** Plans are bought, changed, paid again and given back by clicks, with the provider at the other end of a socket and its own clock. */
import { listInvoices } from '@notifly/contracts/billing/invoices'
import { listSubscriptions, type Subscription } from '@notifly/contracts/billing/subscriptions'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { leaveCheckout, payAt, waitUntilPayable } from '../browser/checkout.ts'
import { open, product } from '../browser/journey.ts'
import { type Account, accountOf, actOn, waitUntilReporting } from '../product/payments.ts'
import { newOwner, type Owner } from '../product/people.ts'
import { waitFor } from '../product/wait-for.ts'
import { wordsIn } from '../words.ts'

const words = wordsIn('en')
const say = (key: string) => words(`billing:${key}`)

beforeAll(() => waitUntilReporting(product))

const pathOf = ({ slug }: Owner) => `/applications/${slug}/subscription`
const current = ({ api, token }: Owner) => api(listSubscriptions, { token, query: { type: 'current' } })

/** The organization's only subscription, once it is so. */
function oneThat(owner: Owner, what: string, fits: (one: Subscription) => boolean): Promise<Subscription> {
  return waitFor(what, async () => {
    const [one, ...others] = await current(owner)
    return one !== undefined && others.length === 0 && fits(one) ? one : undefined
  })
}

/** Chooses a plan and comes to its payment. */
async function choose(page: Page, owner: Owner, tab: 'monthly' | 'annual', plan: string): Promise<void> {
  await page.goto(`${pathOf(owner)}?plans=${tab}`)
  await page.getByRole('radio', { name: plan }).click()
  await page.getByRole('button', { name: say('pricing.proceed') }).click()
  await waitUntilPayable(page)
}

async function change(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: say('pricing.change') }).click()
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: say('change.continue') }).click()
}

const running = (page: Page) => page.getByRole('table', { name: say('list.current') })

test('a month: bought, raised at once, lowered for later, cancelled; its invoice prints on one sheet', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner })
  await page.goto(`/applications/${owner.slug}/dashboard`)
  await page.getByRole('link', { name: words('usage:upgrade') }).click()
  await page.getByRole('radio', { name: 'Starter' }).click()
  await page.getByRole('button', { name: say('pricing.proceed') }).click()
  await waitUntilPayable(page)
  await leaveCheckout(page)
  // Nothing was lost by leaving.
  await page.getByRole('button', { name: say('pricing.proceed') }).click()
  await payAt(page)
  await running(page).getByText('Starter').waitFor()
  await change(page, `${say('step.upgrade')}: Professional`)
  await running(page).getByText('Professional').waitFor()
  await change(page, `${say('step.downgrade')}: Starter`)
  const { uuid } = await oneThat(owner, 'a change to wait', one => one.change?.new_plan_id === 'starter-monthly')

  await page.goto(`${pathOf(owner)}/${uuid}`)
  await page.getByText(/Downgrade to Starter on/).waitFor()
  await page
    .getByRole('link', { name: /\d{4}-\d{6}$/ })
    .last()
    .click()
  await page.getByRole('heading', { name: say('invoice.bill') }).waitFor()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  // A4, in points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]/)

  await page.getByRole('link', { name: say('invoice.back') }).click()
  await page.getByRole('button', { name: say('cancel.action') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('cancel.action') })
    .click()
  await page.getByText(say('status.cancelling')).first().waitFor()
  await oneThat(owner, 'the cancelling', one => one.status === 4 && one.next_charge === null)
})

test('a year: paid by an order, the difference to a larger one, and a refund becomes a credit note', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner })
  await choose(page, owner, 'annual', 'Starter')
  await payAt(page)
  await running(page).getByText('Starter').waitFor()
  await change(page, `${say('step.upgrade')}: Professional`)
  await payAt(page)
  await running(page).getByText('Professional').waitFor()
  const { gateway_transaction_id: payment } = await oneThat(
    owner,
    'the larger plan',
    one => one.name === 'Professional',
  )
  await actOn(product, { do: 'refund', payment: payment ?? '' })
  const { api, token } = owner
  const refund = await waitFor('a credit note', async () =>
    (await api(listInvoices, { token, query: {} })).find(({ credits }) => credits !== null),
  )
  await page.goto(`${pathOf(owner)}/${refund.subscription_uuid}/${refund.number}`)
  await page.getByRole('heading', { name: say('invoice.refund') }).waitFor()
  await page.getByText(refund.credits ?? '', { exact: true }).waitFor()
  expect(await page.getByText(say('invoice.payment')).count()).toBe(0)
})

test('a renewal that fails is told, and another card pays it', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner })
  await choose(page, owner, 'monthly', 'Starter')
  await payAt(page, 'fail')
  // The provider says so itself, and the same checkout takes another try.
  await payAt(page)
  await running(page).getByText('Starter').waitFor()
  const { gateway_subscription_id: subscription } = await oneThat(owner, 'a plan', one => one.status === 2)
  await actOn(product, { do: 'fail_next', subscription })
  await actOn(product, { do: 'leap', by: 'month' })
  await oneThat(owner, 'the failure', one => one.status === 3)
  await page.goto(pathOf(owner))
  await page.getByText(say('status.failed')).waitFor()
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('link', { name: say('act.retry') })
    .first()
    .click()
  const card = await opened
  await card.locator('[data-outcome=pay]').click()
  await card.getByText('Done').waitFor()
  await oneThat(owner, 'the renewal', one => one.status === 2)
  await page.reload()
  await running(page).getByText(say('badge.active')).waitFor()
  const { api, token } = owner
  expect(await api(listInvoices, { token, query: {} })).toHaveLength(2)
})

test('a browser that is lost after paying loses nothing, and two tabs that pay make one subscription', async () => {
  const owner = await newOwner(product)
  const page = await open({ person: owner })
  const before = await accountOf(product)
  await choose(page, owner, 'monthly', 'Professional')
  const other = await page.context().newPage()
  await choose(other, owner, 'monthly', 'Professional')
  await Promise.all([payAt(page, 'lose'), payAt(other, 'lose')])
  await oneThat(owner, 'the payment', one => one.status === 2)
  await page.goto(pathOf(owner))
  await running(page).getByText(say('badge.active')).waitFor()
  const after = await accountOf(product)
  const paid = ({ payments }: Account) => payments.filter(({ status }) => status === 'captured').length
  expect([after.subscriptions.length, paid(after)]).toEqual([before.subscriptions.length + 1, paid(before) + 1])
})
