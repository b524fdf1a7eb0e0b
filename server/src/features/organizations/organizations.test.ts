import type { Organization } from '@notifly/contracts/organizations/organizations'
import { describe, expect, test } from 'vitest'
import { testApp, type Person } from '../../testing/app.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

const kit = await testApp()
const { call, database } = kit

const create = ({ bearer }: Person, body: object) =>
  call<{ org_id: string }>('POST', '/authP/organization', { bearer, body })
const list = ({ bearer }: Person, query = '') => call<Organization[]>('GET', `/authP/organization${query}`, { bearer })
const change = ({ bearer }: Person, uuid: string, body: object) =>
  call<Organization>('PUT', `/authP/organization?uuid=${uuid}`, { bearer, body })

async function join(person: Person, organizationId: string, roleId: string): Promise<void> {
  await database.kysely
    .insertInto('member')
    .values({
      organization_id: organizationId,
      account_id: person.user.uuid,
      role_id: roleId,
      status: 'active',
      created_at: new Date(),
    })
    .execute()
}

describe('an organization', () => {
  test('belongs to whoever creates it', async () => {
    const person = await kit.signUpAndIn()
    const created = await create(person, {
      name: 'Palmyra Traders',
      meta_object: { strength: '51-250', language: 'Tamil' },
    })
    expect(created.status).toBe(201)
    const { data, headers } = await list(person)
    expect(headers['x-notifly-total-count']).toBe('1')
    expect(data).toEqual([
      {
        uuid: created.data.org_id,
        org_id: created.data.org_id,
        name: 'Palmyra Traders',
        meta_object: { strength: '51-250', language: 'Tamil', two_people: false },
        appName: null,
        preferedApp: null,
        role: { uuid: DEFAULT_ROLE_IDS.owner, name: 'Owner' },
        permission_set: expect.objectContaining({ 101: [4, 1] }),
        members: 1,
        applications: 0,
        created_on: expect.any(Number),
      },
    ])
  })

  test('keeps what the wizard asked for, from a form as well, and changes it', async () => {
    const person = await kit.signUpAndIn()
    const body = 'name=Palmyra&meta_object[strength]=1000%2B&meta_object[language]=Korean&appName=Shop+1&preferedApp=3'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { data } = await call<{ org_id: string }>('POST', '/authP/organization', { ...person, body, headers })
    const [made] = (await list(person)).data
    expect(made).toMatchObject({
      meta_object: { strength: '1000+', language: 'Korean' },
      appName: 'Shop 1',
      preferedApp: 3,
    })
    const parts = { name: 'Palmyra North', 'meta_object[strength]': '51-250', preferedApp: '2' }
    const lines = Object.entries(parts).flatMap(([name, value]) => [
      '--x',
      `Content-Disposition: form-data; name="${name}"`,
      '',
      value,
    ])
    await call('POST', '/authP/organization', {
      ...person,
      body: [...lines, '--x--', ''].join('\r\n'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect((await list(person)).data).toContainEqual(
      expect.objectContaining({
        name: 'Palmyra North',
        meta_object: { strength: '51-250', language: 'Hindi', two_people: false },
        preferedApp: 2,
      }),
    )
    const changed = await change(person, data.org_id, { name: 'Palmyra', preferedApp: 0 })
    expect(changed.data).toMatchObject({ appName: 'Shop 1', preferedApp: 0 })
    for (const preferedApp of [4, -1, 'email']) {
      expect((await change(person, data.org_id, { name: 'Palmyra', preferedApp })).status).toBe(400)
    }
  })

  test('takes letters and spaces of any script for a name, nothing else, and its listed choices only', async () => {
    const person = await kit.signUpAndIn()
    expect((await create(person, { name: 'पामीरा व्यापार' })).status).toBe(201)
    const refused: [object, string][] = [
      [{ name: 'Acme 2' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: ['Acme'] }, 'name'],
      [{}, 'name'],
      [{ name: 'Acme', meta_object: { strength: '5', language: 'Hindi' } }, 'meta_object.strength'],
      [{ name: 'Acme', meta_object: { language: 'Klingon' } }, 'meta_object.language'],
    ]
    for (const [body, field] of refused) {
      const answer = await create(person, body)
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
    }
  })

  test('is changed by Owner and Admin, not by Creator or Validator', async () => {
    const owner = await kit.withApplication()
    const rights = { owner: 200, admin: 200, creator: 403, validator: 403 } as const
    for (const [name, status] of Object.entries(rights)) {
      const person = name === 'owner' ? owner : await kit.signUpAndIn()
      if (name !== 'owner') await join(person, owner.organizationId, DEFAULT_ROLE_IDS[name as keyof typeof rights])
      expect((await change(person, owner.organizationId, { name: 'Changed' })).status).toBe(status)
    }
    const changed = await change(owner, owner.organizationId, { name: 'Again', meta_object: { language: 'Korean' } })
    expect(changed.data).toMatchObject({ name: 'Again', meta_object: { language: 'Korean' }, members: 4 })
  })

  test('of somebody else answers like one that does not exist', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    for (const uuid of [owner.organizationId, '01890000-0000-7000-8000-000000000000', 'no-id']) {
      const answers = [await list(stranger, `?uuid=${uuid}`), await change(stranger, uuid, { name: 'Mine now' })]
      for (const answer of answers) expect([answer.status, answer.body.error_code]).toEqual([404, 1071])
    }
    expect((await list(owner, `?uuid=${owner.organizationId.toUpperCase()}`)).data[0]?.name).toBe('Palmyra')
  })
})

describe('the list of organizations', () => {
  test('is paged in a stable order and searched without regard to case', async () => {
    const person = await kit.signUpAndIn()
    for (const name of ['delta', 'Alpha', 'charlie', 'Bravo', 'alphabet']) await create(person, { name })
    const names = (rows: Organization[]) => rows.map(({ name }) => name)

    const first = await list(person, '?per_page=2')
    expect(names(first.data)).toEqual(['Alpha', 'alphabet'])
    expect(first.headers).toMatchObject({
      'x-notifly-total-count': '5',
      'x-notifly-total-pages': '3',
      'x-notifly-current-page': '1',
      'x-notifly-next-page': '2',
    })
    expect(first.headers['x-notifly-previous-page']).toBeUndefined()

    const last = await list(person, '?per_page=2&page=3')
    expect(names(last.data)).toEqual(['delta'])
    expect(last.headers['x-notifly-previous-page']).toBe('2')
    expect(last.headers['x-notifly-next-page']).toBeUndefined()

    expect((await list(person, '?page=99')).data).toEqual([])
    expect(names((await list(person, '?search=ALPHA')).data)).toEqual(['Alpha', 'alphabet'])
    expect((await list(person, '?search=%25')).data).toEqual([])
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'per_page=101', 'page=1&page=2', 'page=9999999999999999999'])(
    'refuses %s',
    async query => {
      const answer = await list(await kit.signUpAndIn(), `?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors?.[0]?.message).not.toContain('Invalid input')
    },
  )

  test('asks for a token', async () => {
    expect((await call('GET', '/authP/organization')).status).toBe(401)
  })
})
