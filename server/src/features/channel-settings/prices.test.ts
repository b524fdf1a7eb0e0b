import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'

const kit = await testApp()
const { call } = kit
const team = approvalTeamOf(kit)

interface Saved {
  prices: object | null
  updated_on: number | null
  approval_uuid?: string
}
type Who = { bearer: string }

const read = async (channel: string, { bearer }: Who) =>
  (await call<Saved>('GET', `/api/notifications/${channel}/prices`, { bearer })).data
const save = (channel: string, prices: unknown, { bearer }: Who, more: object = {}) =>
  call<Saved>('PUT', `/api/notifications/${channel}/prices`, { bearer, body: { prices, ...more } })

const SMS = { currency: 'INR', default_price: '4.2', countries: [{ calling_code: '91', price: '0.185' }] }
const WHATSAPP = { currency: 'EUR', marketing: '0.1131', utility: '', authentication: '0.03' }

test('prices are null before they are entered, saved as a whole, and go', async () => {
  const owner = await kit.withApplication()
  const other = await kit.withApplication()
  expect(await read('sms', owner)).toEqual({ prices: null, updated_on: null })
  expect((await save('sms', SMS, owner)).data.prices).toEqual(SMS)
  expect((await save('whatsapp', WHATSAPP, owner)).data.prices).toEqual(WHATSAPP)
  expect((await read('sms', owner)).prices).toEqual(SMS)
  expect((await read('sms', other)).prices).toBeNull()
  await save('sms', { currency: 'inr', default_price: ' 4,25 ' }, owner)
  expect((await read('sms', owner)).prices).toEqual({ currency: 'INR', default_price: '4.25', countries: [] })
  await save('sms', null, owner)
  expect((await read('sms', owner)).prices).toBeNull()
  expect((await read('whatsapp', owner)).prices).toEqual(WHATSAPP)
})

test.each<[string, string, object]>([
  ['sms', 'currency', { ...SMS, currency: 'XQZ' }],
  ['sms', 'default_price', { ...SMS, default_price: '-1' }],
  ['sms', 'default_price', { ...SMS, default_price: '0.0000001' }],
  ['sms', 'default_price', { ...SMS, default_price: '1e3' }],
  ['sms', 'countries.0.calling_code', { ...SMS, countries: [{ calling_code: '999', price: '1' }] }],
  ['sms', 'countries.1.calling_code', { ...SMS, countries: [...SMS.countries, ...SMS.countries] }],
  ['whatsapp', 'marketing', { currency: 'EUR' }],
  ['whatsapp', 'utility', { ...WHATSAPP, utility: 'free' }],
])('prices of %s are refused at %s', async (channel, field, prices) => {
  const owner = await kit.withApplication()
  const { status, body } = await save(channel, prices, owner)
  expect([status, body.errors?.map(error => error.field)]).toEqual([400, [`prices.${field}`]])
  expect((await read(channel, owner)).prices).toBeNull()
})

test('prices of a maker wait for an approver; meanwhile nobody changes them, and each channel asks for its own right', async () => {
  const owner = await kit.withApplication()
  const maker = await team.addMember(owner, await team.addRole(owner, { permissions: { 302: [3, 0], 303: [1, 0] } }))
  const held = await save('sms', SMS, maker)
  expect([held.status, held.body.maker_checker]).toEqual([202, true])
  expect((await save('whatsapp', WHATSAPP, maker)).status).toBe(403)
  const waiting = await read('sms', owner)
  expect(waiting).toMatchObject({ prices: null, approval_uuid: expect.any(String) })
  expect((await save('sms', SMS, owner)).status).toBe(409)
  const approvalId = waiting.approval_uuid ?? ''
  expect(await team.read(owner, approvalId)).toMatchObject({ command: 'prices.update', title: 'INR', before: null })
  expect((await team.decide(owner, approvalId, 'approve')).status).toBe(200)
  expect((await read('sms', owner)).prices).toEqual(SMS)
  expect((await team.trail(owner)).map(({ action }) => action)).toContain('prices.update')
})
