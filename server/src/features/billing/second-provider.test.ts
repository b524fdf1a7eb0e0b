/** Another payment provider is one file and a line of the registry: billing knows none by name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { hmacSignature } from '../../lib/hmac-signature.ts'
import { PAYMENT_PROVIDERS } from '../../lib/payments/registry.ts'
import { testApp } from '../../testing/app.ts'
import { BARTER_ACCOUNT, createBarter } from '../../testing/barter.ts'
import { customerVerbs } from '../../testing/billing.ts'
import { hookToken } from './hook/address.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const KNOWN = Object.keys(PAYMENT_PROVIDERS)

const told: object[] = []
const barter = createBarter(about => void told.push({ id: crypto.randomUUID(), name: 'something', about }))
PAYMENT_PROVIDERS['barter'] = barter.kind
afterAll(() => {
  delete PAYMENT_PROVIDERS['barter']
})
const kit = await testApp({
  config: { billing: { provider: 'barter', account: BARTER_ACCOUNT, plansFile: null, isTrial: false } },
})
const { begin, verify, list, change, buy, invoices } = customerVerbs(kit, barter)

/** Hands what was done there to the product, signed as Barter signs it. */
async function report(secret = BARTER_ACCOUNT.webhookSecret, name = 'barter'): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (const event of told.splice(0)) {
    const body = JSON.stringify(event)
    const word = hmacSignature(secret, body, { algorithm: 'sha256', encoding: 'base64' })
    const headers = { 'x-barter-word': word, 'content-type': 'application/json' }
    const url = `/hooks/${name}/${hookToken(kit.deps.secrets, 'barter')}`
    statuses.add((await kit.app.inject({ method: 'POST', url, headers, payload: body })).statusCode)
  }
  return statuses
}

test('a month is bought, changed, cancelled and ended by a provider that billing has never heard of', async () => {
  const owner = await kit.withApplication()
  const begun = await begin(owner, 'starter-monthly')
  expect(begun.data.checkout).toMatchObject({
    provider: 'barter',
    payment_gateway_id: 2,
    key: 'trader-1',
    script_url: BARTER_ACCOUNT.checkoutUrl,
    amount: 2900,
  })
  const proof = await barter.pay(begun.data)
  told.splice(0)
  expect((await verify(owner, { ...proof, payment_gateway_id: 1 })).body.errors?.[0]?.field).toBe('payment_gateway_id')
  expect((await verify(owner, { ...proof, signature: 'mine' })).status).toBe(400)
  expect((await verify(owner, proof)).data).toMatchObject({
    status: 2,
    plan_id: 'starter-monthly',
    card_meta: { network: 'Cowrie', last4: '0007' },
  })
  await change(owner, 'update', { plan_id: 'business-monthly' })
  expect(await list(owner)).toMatchObject([{ plan_id: 'business-monthly', status: 2 }])
  const cancelled = await change(owner, 'cancel', { subscription: begun.data.uuid })
  expect(cancelled.data).toMatchObject({ status: 4, next_charge: null })

  barter.end(begun.data.subscription_id ?? '')
  const [event] = told
  expect(await report('guessed')).toEqual(new Set([403]))
  told.push(event ?? {})
  expect(await report(BARTER_ACCOUNT.webhookSecret, 'razorpay')).toEqual(new Set([404]))
  expect(await list(owner)).toHaveLength(1)
  told.push(event ?? {})
  expect(await report()).toEqual(new Set([200]))
  await expect.poll(() => list(owner, 'historic')).toMatchObject([{ uuid: begun.data.uuid, status: 4 }])
  expect(await invoices(owner)).toMatchObject([{ status: 3, invoice_amount: 2900 }])
})

test('a year is an order there, a lost browser loses nothing, and a refund makes a credit note', async () => {
  const owner = await kit.withApplication()
  await barter.pay((await begin(owner, 'starter-annual')).data)
  await report()
  await expect.poll(() => list(owner)).toMatchObject([{ status: 2, plan_id: 'starter-annual' }])
  barter.giveBack((await list(owner))[0]?.gateway_transaction_id ?? '')
  await report()
  await expect.poll(async () => (await invoices(owner)).map(({ status }) => status)).toEqual([5, 3])
  await buy(owner, 'starter-annual')
})

test('its settings are named after it, and are set together', () => {
  const production = { NOTIFLY_PUBLIC_URL: 'https://notifly.example', NOTIFLY_SYSTEM_SMTP_URL: 'smtp://smtp.example' }
  const keys = { NOTIFLY_BARTER_KEY_ID: 'trader-1', NOTIFLY_BARTER_KEY_SECRET: 's', NOTIFLY_BARTER_WEBHOOK_SECRET: 'w' }
  expect(readConfig({ ...production, ...keys }).billing).toEqual({
    provider: 'barter',
    account: { ...BARTER_ACCOUNT, keySecret: 's', webhookSecret: 'w' },
    plansFile: null,
    isTrial: false,
  })
  expect(() => readConfig({ ...production, NOTIFLY_BARTER_KEY_ID: 'trader-1' })).toThrow(
    'NOTIFLY_BARTER_KEY_ID, NOTIFLY_BARTER_KEY_SECRET and NOTIFLY_BARTER_WEBHOOK_SECRET are set together.',
  )
})

test.each(KNOWN)('nothing but its file, its line and its script knows %s', name => {
  const own = new Set(['server/src/lib/payments/registry.ts', `server/src/lib/payments/${name}.ts`])
  own.add(`web/public/checkout/${name}.js`)
  const knowing = ['server/src', 'contracts/src', 'web/src', 'web/public'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter(path => /\.(ts|tsx|js|json|html|css)$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
      .filter(path => !own.has(path) && readFileSync(join(ROOT, path), 'utf8').toLowerCase().includes(name)),
  )
  expect(knowing).toEqual([])
})
