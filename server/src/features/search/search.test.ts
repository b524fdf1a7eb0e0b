import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { Found } from '@notifly/contracts/search/search'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { addContacts, addSegment } from '../../testing/campaigns.ts'
import { signUpsOf } from '../../testing/people/sign-ups.ts'

const kit = await testApp()
const owner = await kit.withApplication()
const { bearer } = owner
const [ana] = await addContacts(kit, owner, ['ana.autumn@example.com', 'bob@example.com'])
await addSegment(kit, owner, 'Late autumn', [])
await addSegment(kit, owner, 'Autumn shoppers', [])
await kit.call('POST', '/api/notifications/draft/email', { bearer, body: { campaignName: 'Sale of AUTUMN' } })
const form = await signUpsOf(kit).newForm(owner, { name: 'Autumn club' })
await kit.call('POST', '/api/template', {
  bearer,
  body: { type: 'Email', name: 'Autumn letter', subject: 'Hi', html: '<p>Hi</p>' },
})

const find = (q: string, token = bearer) =>
  kit.call<Found>('GET', `/api/search?q=${encodeURIComponent(q)}`, { bearer: token })

test('a contact is found by the whole email, by its beginning and by any part', async () => {
  const contactsFor = async (q: string) => (await find(q)).data
  expect(await contactsFor('ANA.autumn@example.com')).toMatchObject({ contacts: [{ uuid: ana }], is_partial: false })
  expect((await contactsFor('ana.au')).contacts).toMatchObject([{ uuid: ana }])
  expect((await contactsFor('autumn@example.com')).contacts).toMatchObject([{ uuid: ana }])
})

test('finds contacts, campaigns, segments, templates and sign-up forms by a part of their name, those that begin with it first', async () => {
  const { data } = await find(' autumn ')
  expect(data).toEqual({
    contacts: [{ uuid: ana, name: null, email: 'ana.autumn@example.com', phone_number: null }],
    campaigns: [expect.objectContaining({ name: 'Sale of AUTUMN', platform: 'email' })],
    segments: [expect.objectContaining({ name: 'Autumn shoppers' }), expect.objectContaining({ name: 'Late autumn' })],
    templates: [expect.objectContaining({ name: 'Autumn letter', type: 'Email' })],
    forms: [{ uuid: form, name: 'Autumn club' }],
    is_partial: false,
  })
})

test('finds nothing of another application, and asks for a text of a hundred characters at most', async () => {
  const { data } = await find('autumn', (await kit.withApplication()).bearer)
  expect(data).toEqual({ contacts: [], campaigns: [], segments: [], templates: [], forms: [], is_partial: false })
  expect((await find(' ')).status).toBe(400)
  expect((await find('a'.repeat(101))).status).toBe(400)
  expect((await find("%_\\'")).data.segments).toEqual([])
})

test('finds what the role may read, and nothing else', async () => {
  const team = approvalTeamOf(kit)
  const permissions: PermissionSet = { 201: [1, 0] }
  const reader = await team.addMember(owner, await team.addRole(owner, { permissions }))
  const { data } = await find('autumn', reader.bearer)
  expect(data).toMatchObject({ contacts: [], campaigns: [], templates: [], forms: [], is_partial: false })
  expect(data.segments).toHaveLength(2)
})

test('leaves out what takes too long, and says so', async () => {
  await kit.database.kysely.transaction().execute(async tx => {
    await sql`lock table contact in access exclusive mode`.execute(tx)
    const { data } = await find('autumn')
    expect([data.contacts, data.segments.length, data.is_partial]).toEqual([[], 2, true])
  })
})
