import type { BillingPreferences } from '@notifly/contracts/billing/preferences'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { teamOf } from '../../testing/members.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { limitsOf, NO_LIMITS } from './billing.ts'

// Nobody pays here: no provider is needed.
const kit = await testApp()
const off = await testApp({ config: { billing: null } })
const team = teamOf(kit)

const READS = [
  '/api/payments/usage',
  '/api/payments/subscription/plan',
  '/api/payments/subscription',
  '/api/payments/subscription/change?plan_id=starter-monthly',
  '/api/payments/subscription/invoice?invoice_uuid=2026-000001',
  '/api/payments/invoices',
  '/api/payments/invoices/download',
  '/api/user/preferences',
]
const WRITES: [path: string, body: object][] = [
  ['/api/payments/subscription', { plan_id: 'none-monthly', frequency: 'monthly' }],
  ['/api/payments/subscription/verify', { payment_id: 'pay_1', signature: 'x', payment_gateway_id: 1 }],
  ['/api/payments/subscription/annual/confirm', { plan_id: 'starter-annual' }],
  ['/api/payments/subscription/update', { plan_id: 'starter-monthly' }],
  ['/api/payments/subscription/cancel', { subscription: 'sub_1' }],
  ['/api/payments/subscription/refresh', { subscription: 'sub_1' }],
  ['/api/user/preferences', { company_name: 'Palmyra' }],
]

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
})

describe('who may see and act', () => {
  test('no call of billing is left out here', async () => {
    const { paths } = (await kit.app.inject('/api/openapi.json')).json<{ paths: object }>()
    const known = new Set([...READS, ...WRITES.map(([path]) => path)].map(path => path.split('?')[0]))
    const all = Object.keys(paths).filter(path => /^\/api\/(payments|user\/preferences)/.test(path))
    expect(new Set(all)).toEqual(known)
  })

  test.each([
    ['Owner', DEFAULT_ROLE_IDS.owner, true],
    ['Admin', DEFAULT_ROLE_IDS.admin, true],
    ['Creator', DEFAULT_ROLE_IDS.creator, false],
  ])('%s: every call asks for one of the two who run the organization', async (_name, roleId, isAllowed) => {
    const member = await team.join(owner.organizationId, roleId)
    const path = `/api/update-notification-vertical/${owner.applicationId}`
    const bearer = (await kit.call<{ token: string }>('GET', path, member)).data.token
    const answers = [
      ...(await Promise.all(READS.map(each => kit.call('GET', each, { bearer })))),
      ...(await Promise.all(WRITES.map(([each, body]) => kit.call('POST', each, { bearer, body })))),
    ]
    for (const { status } of answers) expect(status === 403).toBe(!isAllowed)
  })

  test('where nothing is sold there is nothing: no call answers, and nothing has a limit', async () => {
    const person = await off.withApplication()
    const answers = [
      ...(await Promise.all(READS.map(path => off.call('GET', path, person)))),
      ...(await Promise.all(WRITES.map(([path, body]) => off.call('POST', path, { ...person, body })))),
      await off.call('POST', '/hooks/razorpay/token', { body: {} }),
    ]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(await limitsOf(off.database.kysely, off.deps.config, person.organizationId)).toEqual(NO_LIMITS)
  })

  test('at the sandbox an organization without a plan has no limits', async () => {
    expect(await limitsOf(kit.database.kysely, kit.deps.config, owner.organizationId)).toEqual(NO_LIMITS)
  })
})

test('calls are forms, too, with numbers as texts', async () => {
  const form = (path: string, fields: Record<string, string>) =>
    kit.call('POST', `/api/payments/subscription${path}`, {
      bearer: owner.bearer,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const plan = await form('', { plan_id: 'none-monthly', frequency: 'monthly' })
  expect([plan.status, plan.body.errors?.[0]?.field]).toEqual([400, 'plan_id'])
  const claim = { order_id: 'order_1', payment_id: 'pay_1', signature: 'x' }
  expect((await form('/verify', { ...claim, payment_gateway_id: '1' })).status).toBe(404)
  expect((await form('/verify', { ...claim, payment_gateway_id: '2' })).status).toBe(400)
})

describe('billing preferences', () => {
  const read = () => kit.call<BillingPreferences>('GET', '/api/user/preferences', owner)
  const save = (body: object) => kit.call<BillingPreferences>('POST', '/api/user/preferences', { ...owner, body })

  test('come in their order, and what is left out stays', async () => {
    expect(Object.keys((await read()).data)).toEqual([
      'company_name',
      'billing_address',
      'phone_number',
      'get_text_when_payment_fails',
    ])
    await save({ company_name: 'Palmyra Traders', billing_address: ' 1 Quay Street\nKochi ' })
    await save({ phone_number: '+91 98765 43210', get_text_when_payment_fails: true })
    expect((await read()).data).toEqual({
      company_name: 'Palmyra Traders',
      billing_address: '1 Quay Street\nKochi',
      phone_number: '+919876543210',
      get_text_when_payment_fails: true,
    })
    const { rows } = await kit.database.pool.query<{ after: object }>(
      "select after from audit_entry where organization_id = $1 and action = 'billing.update' order by at",
      [owner.organizationId],
    )
    expect(rows.at(-1)?.after).toEqual({ phone_number: '+919876543210', get_text_when_payment_fails: true })
  })

  test.each([['98765 43210'], ['+91 12'], ['call me']])('refuse %s as a phone number', async phone => {
    const refused = await save({ phone_number: phone })
    expect([refused.status, refused.body.errors?.[0]]).toMatchObject([
      400,
      { field: 'phone_number', message: 'Please enter a valid mobile number.' },
    ])
  })

  test('text messages need a number', async () => {
    const refused = await save({ phone_number: '', get_text_when_payment_fails: true })
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'phone_number'])
  })
})
