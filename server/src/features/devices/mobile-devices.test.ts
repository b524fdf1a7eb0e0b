import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { type ApplicationOwner, PASSWORD, testApp } from '../../testing/app.ts'

const kit = await testApp()
const { call } = kit

interface Program {
  owner: ApplicationOwner
  clientId: string
  authorization: string
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

async function newProgram(): Promise<Program> {
  const owner = await kit.withApplication()
  const { bearer } = owner
  const key = await call<ApiKey>('POST', '/authP/user/licenses', {
    bearer,
    body: { name: 'App server', scopes: ['devices:write'] },
  })
  const body = { client_id: key.data.client_id, password: PASSWORD }
  const secret = await call<{ client_secret: string }>('POST', '/authP/user/licenses/getclientsecret', { bearer, body })
  expect([key.status, secret.status]).toEqual([201, 200])
  return { owner, clientId: body.client_id, authorization: basic(body.client_id, secret.data.client_secret) }
}

async function addContact({ owner }: Program, externalId: string): Promise<string> {
  const contactId = uuidv7()
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, external_user_id, added_at, changed_at) values ($1, $2, $3, now(), now())`,
    [owner.applicationId, contactId, externalId],
  )
  return contactId
}

const path = (externalId: string, query = '') => `/api/v1/contacts/${encodeURIComponent(externalId)}/devices${query}`
const put = ({ authorization }: Pick<Program, 'authorization'>, externalId: string, body: object) =>
  call<{ device_id: string }>('PUT', path(externalId), { body, headers: { authorization } })
const remove = ({ authorization }: Program, externalId: string, token: string) =>
  call('DELETE', path(externalId, `?token=${encodeURIComponent(token)}`), { headers: { authorization } })

const PHONE = { platform: 'android', token: 'android:registration-token-1', app_version: '4.2' }

const devices = async ({ owner }: Program) => {
  const { rows } = await kit.database.pool.query(
    `select device_id, contact_id, platform, endpoint, about, retired_reason from device where application_id = $1
     order by created_at, device_id`,
    [owner.applicationId],
  )
  return rows as Record<string, unknown>[]
}

test('a phone belongs to whoever signed in on it last, and is left alone when they sign out', async () => {
  const program = await newProgram()
  const [ann, bob] = [await addContact(program, 'user 1/ä'), await addContact(program, 'bob')]
  const first = await put(program, 'user 1/ä', PHONE)
  expect(first.status).toBe(200)
  const row = { device_id: first.data.device_id, platform: 'android', endpoint: PHONE.token, retired_reason: null }
  expect(await devices(program)).toEqual([{ ...row, contact_id: ann, about: { app_version: '4.2' } }])
  const again = await put(program, 'bob', { ...PHONE, app_version: '4.3' })
  expect(again.data.device_id).toBe(first.data.device_id)
  expect(await devices(program)).toEqual([{ ...row, contact_id: bob, about: { app_version: '4.3' } }])
  // A late sign-out takes the phone from no one.
  expect((await remove(program, 'user 1/ä', PHONE.token)).status).toBe(404)
  expect((await remove(program, 'bob', PHONE.token)).status).toBe(200)
  expect((await remove(program, 'bob', PHONE.token)).status).toBe(200)
  expect(await devices(program)).toMatchObject([{ contact_id: bob, retired_reason: 'unsubscribed' }])
  expect((await put(program, 'bob', PHONE)).data.device_id).toBe(first.data.device_id)
  expect(await devices(program)).toMatchObject([{ contact_id: bob, retired_reason: null }])
})

test('who signs out names the phone in the body or in the address, and the body counts', async () => {
  const program = await newProgram()
  await addContact(program, 'ann')
  const [first, second] = [PHONE.token, 'android:registration-token-2']
  const signOut = (body: object | undefined, query = '') =>
    call('DELETE', path('ann', query), { headers: { authorization: program.authorization }, ...(body && { body }) })
  const alive = async () =>
    (await devices(program)).filter(each => each['retired_reason'] === null).map(each => each['endpoint'])
  for (const token of [first, second]) await put(program, 'ann', { ...PHONE, token })
  expect((await signOut({ token: first }, `?token=${second}`)).status).toBe(200)
  expect(await alive()).toEqual([second])
  expect((await signOut(undefined, `?token=${second}`)).status).toBe(200)
  expect(await alive()).toEqual([])
  const nowhere = await signOut({})
  expect([nowhere.status, nowhere.body.errors?.map(each => each.field)]).toEqual([400, ['token']])
})

test('the token of an iPhone is one in either case', async () => {
  const program = await newProgram()
  await addContact(program, 'ann')
  const token = 'ab12'.repeat(16)
  const { data } = await put(program, 'ann', { platform: 'ios', token })
  expect((await put(program, 'ann', { platform: 'ios', token: token.toUpperCase() })).data).toEqual(data)
  expect((await remove(program, 'ann', token.toUpperCase())).status).toBe(200)
  expect(await devices(program)).toMatchObject([{ endpoint: token, retired_reason: 'unsubscribed' }])
})

test('applications know nothing of each other: not of contacts, not of phones', async () => {
  const [ours, theirs] = [await newProgram(), await newProgram()]
  await addContact(theirs, 'ann')
  await put(theirs, 'ann', PHONE)
  expect((await put(ours, 'ann', PHONE)).status).toBe(404)
  expect((await remove(ours, 'ann', PHONE.token)).status).toBe(404)
  await addContact(ours, 'ann')
  expect((await remove(ours, 'ann', PHONE.token)).status).toBe(404)
  const own = await put(ours, 'ann', PHONE)
  expect(own.status).toBe(200)
  expect((await devices(theirs))[0]?.['device_id']).not.toBe(own.data.device_id)
  expect(await devices(theirs)).toMatchObject([{ retired_reason: null }])
})

test('only a living key with the right to do so is let in', async () => {
  const program = await newProgram()
  await addContact(program, 'ann')
  const reader = await newProgram()
  await kit.database.pool.query(`update api_key set scopes = '{contacts:read,contacts:write}' where api_key_id = $1`, [
    reader.clientId,
  ])
  const { owner, clientId } = program
  const wrong = [
    { authorization: basic(clientId, 'not the secret') },
    { authorization: basic(reader.clientId, program.authorization) },
    { authorization: basic('nobody', '') },
    { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` },
    { authorization: 'Basic ä' },
    { authorization: `Bearer ${owner.bearer}` },
    { authorization: '' },
  ]
  for (const each of wrong) expect([each, (await put(each, 'ann', PHONE)).status]).toEqual([each, 401])
  const refused = await put(reader, 'ann', PHONE)
  expect([refused.status, refused.body.message]).toEqual([403, 'This key needs the scope devices:write.'])
  expect((await call('GET', '/api/audience', { headers: { authorization: program.authorization } })).status).toBe(401)
  const used = () => kit.database.pool.query('select last_used_at from api_key where api_key_id = $1', [clientId])
  expect((await used()).rows).toEqual([{ last_used_at: null }])
  expect((await put(program, 'ann', PHONE)).status).toBe(200)
  expect((await used()).rows).toEqual([{ last_used_at: expect.any(Date) as Date }])
  await call('DELETE', `/authP/user/licenses?client_id=${clientId}`, { bearer: owner.bearer })
  expect((await put(program, 'ann', PHONE)).status).toBe(401)
})

test.each([
  ['platform', { ...PHONE, platform: 'web' }],
  ['token', { ...PHONE, token: 'with a space in it, and more' }],
  ['token', { ...PHONE, token: 'short' }],
  ['token', { platform: 'ios' }],
  ['app_version', { ...PHONE, app_version: 'x'.repeat(101) }],
])('what makes no sense is refused at its field: %s', async (field, body) => {
  const program = await newProgram()
  await addContact(program, 'ann')
  const answer = await put(program, 'ann', body)
  expect([answer.status, answer.body.errors?.map(each => each.field)]).toEqual([400, [field]])
})
