import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import { type Verification, verifyPhonebook } from '@notifly/contracts/imports/imports'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { audienceFiles, formOf, type TestFile } from '../../testing/people/audience-files.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const team = approvalTeamOf(kit)

type Owner = Awaited<ReturnType<typeof kit.withApplication>>

const verify = (owner: Owner, content: string, values?: Record<string, string>) => {
  const file: TestFile = { name: 'phones.csv', content }
  const form = formOf(file, 'upload_csv_file', values)
  return kit.call<Verification>('POST', '/api/audience/phonebook', { bearer: owner.bearer, ...form })
}

async function insert(owner: Owner, importId: string, name: string) {
  expect((await files.insert(owner, importId, name)).status).toBe(200)
  expect(await files.ended(owner, importId)).toMatchObject({ state: 'done' })
}

async function phones(owner: Owner) {
  const { rows } = await kit.database.pool.query<{ phone_number: string; email: string | null; plan: string | null }>(
    `select phone_number, email, merge_fields->>'plan' as plan from contact where application_id = $1
     order by phone_number, email nulls first`,
    [owner.applicationId],
  )
  return rows
}

describe('a phonebook', () => {
  test('says which numbers without their country can be read in two ways', async () => {
    const content = 'phone_number\n4915123456789\n495621088580\n495621088581\n'
    const { data } = await verify(await kit.withApplication(), content, { country: 'DE' })
    expect(data).toMatchObject({
      expected_users: 3,
      doubtful_phones: { count: 2, line: 3, number: '+49495621088580' },
    })
  })

  test('is a matter of contacts from its verification to its insert', async () => {
    expect(verifyPhonebook.access).toEqual({ activity: ACTIVITY.audience, level: 'create', scope: 'application' })
    const owner = await kit.withApplication()
    const as = async (permissions: object) => ({
      ...owner,
      bearer: (await team.addMember(owner, await team.addRole(owner, { permissions: permissions as PermissionSet })))
        .bearer,
    })
    const [ofContacts, ofSegments] = [await as({ '202': [2, 1] }), await as({ '201': [4, 1], '202': [1, 0] })]
    const { data } = await verify(ofContacts, 'phone_number\n+34612345678\n')
    const { data: segment } = await files.verify(owner, { name: 'people.csv', content: 'email\nana@example.com\n' })
    expect((await files.insert(ofSegments, data.corelation_id, 'Numbers')).status).toBe(403)
    expect((await files.insert(ofContacts, segment.corelation_id, 'People')).status).toBe(403)
    await insert(ofContacts, data.corelation_id, 'Numbers')
  })

  test('takes numbers by the row’s country, by the one that is chosen, or as they are', async () => {
    const owner = await kit.withApplication()
    const content =
      'Phone Number,country,plan\n612 34 56 78,ES,a\n06 12 34 56 78,FR,b\n98100 00001,,c\n+1 202 555 0123,,d\n00442079460958,,e\n123,,f\n,,g\n919810000002,,h\n'
    const { status, data } = await verify(owner, content, { country: 'IN' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ expected_users: 6, rejected: 2, duplicates: 0 })
    expect(data.rejected_sample.map(({ line }) => line)).toEqual([7, 8])
    await insert(owner, data.corelation_id, 'Phones')
    expect((await phones(owner)).map(({ phone_number: number, plan }) => [number, plan])).toEqual([
      ['+12025550123', 'd'],
      ['+33612345678', 'b'],
      ['+34612345678', 'a'],
      ['+442079460958', 'e'],
      ['+919810000001', 'c'],
      ['+919810000002', 'h'],
    ])
  })

  test('finds those who are there by their number, unless they have an address; twice changes nothing', async () => {
    const owner = await kit.withApplication()
    const people = { name: 'people.csv', content: 'email,phone_number\nana@example.com,+34612345678\n' }
    await files.importAs(owner, people, 'People')
    const book = 'phone_number,plan\n+34612345678,free\n+34612345679,free\n+34612345679,pro\n'
    const [first, second] = [await verify(owner, book), await verify(owner, book)]
    expect(first.data).toMatchObject({ expected_users: 2, new: 2, updated: 0, duplicates: 1 })
    await insert(owner, first.data.corelation_id, 'First')
    // It was checked before the other one was inserted.
    await insert(owner, second.data.corelation_id, 'Second')
    expect((await verify(owner, book)).data).toMatchObject({ new: 0, updated: 2 })
    expect(await phones(owner)).toEqual([
      { phone_number: '+34612345678', email: null, plan: 'free' },
      { phone_number: '+34612345678', email: 'ana@example.com', plan: null },
      { phone_number: '+34612345679', email: null, plan: 'pro' },
    ])
  })

  test('without a column of numbers shows what it has', async () => {
    const owner = await kit.withApplication()
    const { status, body } = await verify(owner, 'who,móvil\nAna,612345678\n')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [{ field: 'upload_csv_file', key: 'noPhoneColumn' }],
      data: { columns: [{ name: 'who' }, { name: 'móvil', type: 'number', suggestion: 'phone_number' }] },
    })
    const mapped = await verify(owner, 'who,móvil\nAna,612345678\n', {
      country: 'ES',
      mapping: JSON.stringify({ móvil: 'phone_number', who: 'ignore' }),
    })
    expect(mapped.data).toMatchObject({ expected_users: 1, columns: [{ name: 'móvil', becomes: 'phone_number' }] })
  })

  test.each([
    [{ country: 'Atlantis' }, 'country'],
    [{ mapping: '{' }, 'mapping'],
    [{ mapping: '{"a":"email","b":"email"}' }, 'mapping'],
    [{ mapping: '["a"]' }, 'mapping'],
  ])('%j is refused at its field', async (values, field) => {
    const owner = await kit.withApplication()
    const { status, body } = await verify(owner, 'phone_number\n+34612345678\n', values)
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ field }] })
  })
})
