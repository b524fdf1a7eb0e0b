import type { AuditEntry } from '@notifly/contracts/audit/audit'
import type { ContactConsent } from '@notifly/contracts/consent/consent'
import type { Contact } from '@notifly/contracts/contacts/audience'
import type { BatchResult } from '@notifly/contracts/contacts/programs'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../testing/app.ts'
import { addContacts } from '../../../testing/campaigns.ts'
import { newProgram } from '../../../testing/programs.ts'

const kit = await testApp()
const person = await kit.signUpAndIn()

async function newShop() {
  const owner = await kit.withApplication(person)
  const program = await newProgram(kit, owner, ['contacts:read', 'contacts:write'])
  const at = (externalId: string) => `/api/v1/contacts/${encodeURIComponent(externalId)}`
  return {
    owner,
    program,
    put: (externalId: string, body: object) =>
      program.call<Contact & { created: boolean }>('PUT', at(externalId), body),
    read: (externalId: string) => program.call<Contact>('GET', at(externalId)),
    erase: (externalId: string) => program.call('DELETE', at(externalId)),
    tell: (externalId: string, body: object) =>
      program.call<Pick<ContactConsent, 'channels' | 'topics'>>('PATCH', at(externalId), body),
    putAll: (contacts: object[]) => program.call<BatchResult[]>('POST', '/api/v1/contacts/batch', { contacts }),
    all: async () => (await kit.call<Contact[]>('GET', '/api/audience?sort=email', { bearer: owner.bearer })).data,
  }
}

describe('a contact that a program sends', () => {
  test('is added, then changed at the fields that are given alone; null takes a value away', async () => {
    const { put, read, all } = await newShop()
    const added = await put('user 1/ä', {
      email: 'Ana@Example.com',
      country: 'es',
      merge_fields: { plan: 'pro', seats: 3 },
    })
    expect([added.status, added.data]).toMatchObject([
      200,
      { created: true, external_user_id: 'user 1/ä', country: 'ES', merge_fields: { plan: 'pro', seats: '3' } },
    ])
    const changed = await put('user 1/ä', { lang: 'es', merge_fields: { plan: null, city: 'Vigo' } })
    expect(changed.data).toMatchObject({
      uuid: added.data.uuid,
      created: false,
      country: 'ES',
      lang: 'es',
      merge_fields: { seats: '3', city: 'Vigo' },
    })
    expect((await put('user 1/ä', { country: null })).data.country).toBeNull()
    expect((await read('user 1/ä')).data).toMatchObject({ lang: 'es', country: null, segments: [] })
    expect(await all()).toHaveLength(1)
  })

  test('takes over the one that was imported without an id, and no other', async () => {
    const { owner, put, all } = await newShop()
    const [imported] = await addContacts(kit, owner, ['ana@example.com'])
    expect((await put('crm-1', { email: ' ANA@example.com' })).data).toMatchObject({ uuid: imported, created: false })
    const taken = await put('crm-2', { email: 'ana@example.com' })
    expect([taken.status, taken.body.errors]).toMatchObject([409, [{ field: 'email', key: 'contacts.emailOf' }]])
    expect(await all()).toMatchObject([{ uuid: imported, external_user_id: 'crm-1' }])
  })

  test('is refused at its fields, and nothing of it is kept', async () => {
    const { put, all, read } = await newShop()
    const refused = await put('crm-1', {
      email: 'nobody',
      country: 'Nowhere',
      merge_fields: { 'Favourite colour': 'red' },
    })
    expect([refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([
      400,
      ['email', 'country', 'merge_fields.Favourite colour'],
    ])
    expect(await all()).toEqual([])
    const unknown = await read('crm-1')
    expect([unknown.status, unknown.body.key]).toEqual([404, 'contacts.noExternalId'])
  })

  test('is one contact when it comes twice at once', async () => {
    const { put, all } = await newShop()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, no) => put('crm-1', { lang: no % 2 ? 'es' : 'fr' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(answers.filter(({ data }) => data.created)).toHaveLength(1)
    expect(await all()).toHaveLength(1)
  })
})

describe('a batch', () => {
  test('takes each contact by itself, and says what became of it', async () => {
    const { put, putAll, all } = await newShop()
    const { data: ana } = await put('ana', { email: 'ana@example.com' })
    const { status, data } = await putAll([
      { external_user_id: 'ana', merge_fields: { plan: 'pro' } },
      { external_user_id: 'bo', email: 'bo@' },
      { external_user_id: 'cy', email: 'ana@example.com' },
      { external_user_id: 'dee', email: 'dee@example.com' },
      { external_user_id: 'dee', lang: 'fr' },
    ])
    expect(status).toBe(200)
    expect(data).toMatchObject([
      { external_user_id: 'ana', result: 'updated', uuid: ana.uuid },
      {
        external_user_id: 'bo',
        result: 'refused',
        uuid: null,
        error: { errors: [{ field: 'email', key: 'fields.email' }] },
      },
      { external_user_id: 'cy', result: 'refused', error: { key: 'contacts.emailOf' } },
      { external_user_id: 'dee', result: 'created' },
      { external_user_id: 'dee', result: 'updated', uuid: data[3]?.uuid },
    ])
    expect(await all()).toMatchObject([{ merge_fields: { plan: 'pro' } }, { email: 'dee@example.com', lang: 'fr' }])
  })

  test('is worked off in order: an address that one gives up can be the next one’s', async () => {
    const { put, putAll, all } = await newShop()
    await put('ana', { email: 'first@example.com' })
    const { data } = await putAll([
      { external_user_id: 'bo', email: 'first@example.com' },
      { external_user_id: 'ana', email: 'second@example.com' },
      { external_user_id: 'cy', email: 'First@example.com' },
      { external_user_id: 'cy', email: 'third@example.com' },
      { external_user_id: 'ana', email: 'first@example.com' },
    ])
    expect(data.map(({ result }) => result)).toEqual(['refused', 'updated', 'created', 'updated', 'updated'])
    expect((await all()).map(({ email, external_user_id: id }) => [email, id])).toEqual([
      ['first@example.com', 'ana'],
      ['third@example.com', 'cy'],
    ])
  })

  test('of a thousand is stored whole, of more is refused with the limit, and others are served meanwhile', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const contacts = Array.from({ length: 1001 }, (_, no) => ({
      external_user_id: `crm-${no}`,
      email: `person-${no}@example.com`,
      merge_fields: { note: 'x'.repeat(500) },
    }))
    const beyond = await shop.putAll(contacts)
    expect([beyond.status, beyond.body.errors]).toMatchObject([400, [{ field: 'contacts', key: 'contacts.batch' }]])
    let isDone = false
    const storing = shop.putAll(contacts.slice(0, 1000)).finally(() => (isDone = true))
    expect((await other.put('ana', { email: 'ana@example.com' })).data.created).toBe(true)
    expect(isDone).toBe(false)
    const { data } = await storing
    expect(data.filter(({ result }) => result === 'created')).toHaveLength(1000)
    expect((await shop.read('crm-999')).data.email).toBe('person-999@example.com')
  }, 60_000)
})

describe('what a person told a program', () => {
  test('holds for channels and topics, and the history says that a program was told', async () => {
    const { owner, put, tell } = await newShop()
    const { data: ana } = await put('ana', { email: 'ana@example.com' })
    const { bearer } = owner
    const { data: topic } = await kit.call<{ uuid: string }>('POST', '/api/audience/topics', {
      bearer,
      body: { name: 'Offers' },
    })
    const left = await tell('ana', {
      channels: { email: 'unsubscribed' },
      topics: { [topic.uuid]: 'unsubscribed' },
      reason: 'In the account',
    })
    expect([left.status, left.data]).toMatchObject([
      200,
      {
        channels: [{ channel: 'email', status: 'unsubscribed', source: 'api' }],
        topics: [{ name: 'Offers', status: 'unsubscribed' }],
      },
    ])
    const back = await tell('ana', { channels: { email: 'subscribed' } })
    expect(back.data.channels).toMatchObject([{ status: 'subscribed', suppressed: null }])
    const { data } = await kit.call<ContactConsent>('GET', `/api/audience/${ana.uuid}/consent`, { bearer })
    expect(data.history.map(({ source, by, reason }) => [source, by, reason])).toEqual([
      ['api', null, null],
      ['api', null, 'In the account'],
      ['api', null, 'In the account'],
    ])
  })

  test('is refused where it says nothing, or names a topic of somebody else; then nothing of it is kept', async () => {
    const { put, tell } = await newShop()
    await put('ana', { email: 'ana@example.com' })
    const nothing = await tell('ana', { channels: {} })
    expect([nothing.status, nothing.body.errors]).toMatchObject([400, [{ field: 'channels', key: 'contacts.noWish' }]])
    const topics = Object.fromEntries(Array.from({ length: 101 }, () => [crypto.randomUUID(), 'subscribed']))
    expect((await tell('ana', { topics })).body.errors).toMatchObject([{ field: 'topics', key: 'contacts.topics' }])
    const topic = '01890000-0000-7000-8000-000000000000'
    const foreign = await tell('ana', { channels: { email: 'unsubscribed' }, topics: { [topic]: 'unsubscribed' } })
    expect([foreign.status, foreign.body.errors]).toMatchObject([400, [{ field: `topics.${topic}` }]])
    const { data } = await tell('ana', { channels: { sms: 'subscribed' } })
    expect(data.channels).toMatchObject([
      { channel: 'email', status: 'subscribed', source: null },
      { channel: 'sms', status: 'subscribed', source: 'api' },
    ])
  })

  test('is not taken back by what is sent of the contact later', async () => {
    const { put, tell, read } = await newShop()
    await put('ana', { email: 'ana@example.com' })
    await tell('ana', { channels: { email: 'unsubscribed' } })
    await put('ana', { email: 'ana.lopez@example.com' })
    expect((await read('ana')).data.channels.email).toMatchObject({ status: 'unsubscribed' })
  })
})

test('a person whom a program erases is gone, and the audit trail names the key', async () => {
  const { owner, program, put, erase, read, all } = await newShop()
  const { data: ana } = await put('ana', { email: 'ana@example.com', merge_fields: { first_name: 'Ana' } })
  expect((await erase('ana')).status).toBe(200)
  expect([(await read('ana')).status, (await erase('ana')).status, await all()]).toEqual([404, 404, []])
  const path = `/authP/audit?organization_uuid=${owner.organizationId}&application_uuid=${owner.applicationId}&object=contact`
  const { data, body } = await kit.call<AuditEntry[]>('GET', path, { bearer: owner.bearer })
  expect(data).toMatchObject([
    {
      action: 'contact.erase',
      actor: { kind: 'key', uuid: program.keyId, name: program.keyName, email: '' },
      object: { type: 'contact', id: ana.uuid, name: '' },
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/ana@|"ana"|Ana/)
  const byKey = await kit.call<AuditEntry[]>('GET', `${path}&actor=${program.keyId}`, { bearer: owner.bearer })
  expect(byKey.data).toHaveLength(1)
})

test('a key sees and changes nothing of another application, and nothing that its scopes do not say', async () => {
  const [mine, other] = [await newShop(), await newShop()]
  await mine.put('ana', { email: 'ana@example.com' })
  const wish = { channels: { email: 'unsubscribed' } }
  const answers = [await other.read('ana'), await other.erase('ana'), await other.tell('ana', wish)]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await other.put('ana', { email: 'other@example.com' })).data.created).toBe(true)
  expect((await mine.read('ana')).data).toMatchObject({
    email: 'ana@example.com',
    channels: { email: { status: 'reachable' } },
  })
  const reader = await newProgram(kit, mine.owner, ['contacts:read'])
  const path = '/api/v1/contacts/ana'
  const refused = [
    await reader.call('PUT', path, { lang: 'fr' }),
    await reader.call('PATCH', path, wish),
    await reader.call('DELETE', path),
    await reader.call('POST', '/api/v1/contacts/batch', { contacts: [{ external_user_id: 'bo' }] }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await reader.call('GET', path)).status).toBe(200)
})
