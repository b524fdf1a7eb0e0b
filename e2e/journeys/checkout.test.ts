import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { open, product } from '../browser/journey.ts'

// The sandbox's checkout in a shop of another origin, whose policy allows it script and frame and nothing else.

const SECRET = 'sandbox-razorpay-secret'
const STOPS_MAX = 12

async function newOrder(): Promise<string> {
  const answer = await fetch(`${product.sandboxUrl}/razorpay/v1/orders`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`rzp_test_sandbox:${SECRET}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: 4900, currency: 'USD' }),
  })
  return ((await answer.json()) as { id: string }).id
}

/** What the shop's page has heard is in its list. */
const SCRIPT = `
const note = words => document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: words }))
const options = JSON.parse(document.body.dataset.options)
document.querySelector('button').addEventListener('click', () => {
  const checkout = new Razorpay({
    ...options,
    handler: told => note(JSON.stringify(told)),
    modal: { ondismiss: () => note('dismissed'), confirm_close: true },
  })
  checkout.on('payment.failed', ({ error }) => note(error.code))
  checkout.open()
})`

async function openShop(options: object): Promise<Page> {
  const { sandboxUrl } = product
  const shown = JSON.stringify(options).replaceAll('"', '&quot;')
  const server = createServer((request, response) => {
    if (request.url === '/shop.js') {
      response.setHeader('content-type', 'text/javascript').end(SCRIPT)
      return
    }
    response.setHeader('content-type', 'text/html')
    if (request.url === '/paid') {
      request.pipe(response)
      return
    }
    const policy = `default-src 'none'; script-src 'self' ${sandboxUrl}; frame-src ${sandboxUrl}; style-src 'self'`
    response.setHeader('content-security-policy', policy)
    response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title>
      <body data-options="${shown}"><button>Buy</button><ul></ul>
      <script src="${sandboxUrl}/razorpay/checkout.js"></script><script src="/shop.js"></script>`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const page = await open({ width: 390 })
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`)
  return page
}

/** Opens the checkout, and waits until the keyboard is there. */
async function buy(page: Page): Promise<Frame> {
  await page.getByRole('button', { name: 'Buy' }).click()
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (frame === null) throw new Error('There is no frame')
  await frame.getByRole('button', { name: /^Pay \$/, disabled: false }).waitFor()
  return frame
}

/** Presses Tab until a button of the checkout has the focus. */
async function tabTo(page: Page, frame: Frame, words: string): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press('Tab')
    if ((await frame.evaluate(() => document.activeElement?.textContent)) === words) return
  }
  throw new Error(`Tab does not come to ${words}`)
}

test('a shop of another origin is told of a failure, of a person who leaves, and of a payment with its proof', async () => {
  const order = await newOrder()
  const page = await openShop({ key: 'rzp_test_sandbox', order_id: order, name: 'Shop', theme: { color: '#0a7' } })
  const heard = () => page.locator('li').allTextContents()

  const frame = await buy(page)
  await tabTo(page, frame, 'Let it fail')
  await page.keyboard.press('Enter')
  await frame.getByText('declined by the bank').waitFor()
  await expect.poll(heard).toEqual(['BAD_REQUEST_ERROR'])
  await page.keyboard.press('Escape')
  await frame.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(heard).toEqual(['BAD_REQUEST_ERROR', 'dismissed'])
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Buy' }).evaluate(button => button.matches(':focus'))).toBe(true)

  const again = await buy(page)
  const address = again.url()
  await tabTo(page, again, 'Pay $49.00')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await heard()).length).toBe(3)
  const told = JSON.parse((await heard())[2] ?? '') as Record<string, string>
  const { razorpay_order_id: paid, razorpay_payment_id: payment, razorpay_signature: signature } = told
  expect(paid).toBe(order)
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${order}|${payment}`).digest('hex'))

  await page.goto(address)
  await page.getByText('This order is paid already.').waitFor()
})

test('a payment whose browser is lost is made, and the shop never hears of it', async () => {
  const order = await newOrder()
  const page = await openShop({ key: 'rzp_test_sandbox', order_id: order })
  const frame = await buy(page)
  await frame.getByLabel('PayPal').check()
  await frame.getByRole('button', { name: 'Pay and lose the browser' }).click()
  await frame.getByText('Paid, and not told').waitFor()
  expect(await page.locator('li').count()).toBe(0)
  const answer = await fetch(`${product.sandboxUrl}/api/razorpay`)
  const { data } = (await answer.json()) as { data: { payments: { order_id: string; wallet: string }[] } }
  expect(data.payments.find(({ order_id: id }) => id === order)?.wallet).toBe('paypal')
})

test('a shop with an address for it is posted the proof there', async () => {
  const order = await newOrder()
  const page = await openShop({ key: 'rzp_test_sandbox', order_id: order, callback_url: '/paid', redirect: true })
  const frame = await buy(page)
  await frame.getByRole('button', { name: 'Pay $49.00' }).click()
  await page.waitForURL('**/paid')
  expect(await page.locator('body').textContent()).toContain(`razorpay_order_id=${order}`)
})

test('the checkout and the page of the account have nothing that axe complains of', async () => {
  const page = await open()
  const order = await newOrder()
  for (const path of [`/razorpay/checkout?key=rzp_test_x&order_id=${order}`, '/payments']) {
    await page.goto(product.sandboxUrl + path)
    expect(await axeFindings(page)).toEqual([])
  }
})
