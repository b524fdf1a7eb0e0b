import { UPDATE_MAX_BYTES, type UpdateResult } from '@notifly/contracts/imports/imports'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../testing/app.ts'
import { audienceFiles, formOf } from '../../../testing/people/audience-files.ts'

const kit = await testApp()
const files = audienceFiles(kit)

type Owner = Awaited<ReturnType<typeof kit.withApplication>>

const send = (who: { bearer: string }, content: string | Buffer, path = '/api/audience/update', name = 'changes.csv') =>
  kit.call<UpdateResult>('POST', path, { bearer: who.bearer, ...formOf({ name, content }) })

/** The application's contacts as they are stored, by external id. */
async function contacts(owner: Owner) {
  const { rows } = await kit.database.pool.query<{
    contact_id: string
    external_user_id: string
    email: string
    country: string | null
    merge_fields: Record<string, string>
  }>(
    `select contact_id, external_user_id, email, country, merge_fields from contact
     where application_id = $1 order by external_user_id`,
    [owner.applicationId],
  )
  return rows
}

async function withContacts() {
  const owner = await kit.withApplication()
  const content =
    'email,external_user_id,country,plan\na@example.com,1,ES,free\nb@example.com,2,FR,pro\nc@example.com,3,IN,\n'
  await files.importAs(owner, { name: 'people.csv', content }, 'People')
  const [a, b, c] = (await contacts(owner)).map(({ contact_id: id }) => id) as [string, string, string]
  return { owner, a, b, c }
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('an update by file', () => {
  test('changes what the file says, leaves the rest, and lists who is not there', async () => {
    const { owner, a, b, c } = await withContacts()
    const content = `uuid,email,country,plan,city\n${a},new@example.com,,gold,Madrid\n${b},,fr,pro,\n${UNKNOWN},x@example.com,,,\n${c.toUpperCase()},,,,Agra\n`
    const { status, data } = await send(owner, content)
    expect(status).toBe(200)
    expect(data).toMatchObject({ updated: 2, unchanged: 1, not_found: 1 })
    expect(await contacts(owner)).toMatchObject([
      { email: 'new@example.com', country: 'ES', merge_fields: { plan: 'gold', city: 'Madrid' } },
      { email: 'b@example.com', country: 'FR', merge_fields: { plan: 'pro' } },
      { email: 'c@example.com', country: 'IN', merge_fields: { city: 'Agra' } },
    ])
    const listed = await kit.app.inject({
      url: `/api/audience/download?uuid=${data.error_id}`,
      headers: { authorization: `Bearer ${owner.bearer}` },
    })
    expect(listed.body).toBe(
      `uuid,email,country,plan,city,error_reason,line\r\n${UNKNOWN},x@example.com,,,,no contact has this uuid,4\r\n`,
    )
    const fields = await kit.call<{ name: string; filled: number }[]>('GET', '/api/audience/merge-fields', owner)
    expect(fields.data).toContainEqual(expect.objectContaining({ name: 'city', filled: 2 }))
  })

  test('twice changes nothing, also under its older name; of two rows of a contact the later wins', async () => {
    const { owner, a } = await withContacts()
    const content = `uuid,plan\n${a},silver\n${a},gold\n`
    expect((await send(owner, content)).data).toEqual({ updated: 1, unchanged: 0, not_found: 0 })
    expect((await send(owner, content, '/api/user/asset/csv')).data).toEqual({ updated: 0, unchanged: 1, not_found: 0 })
    expect((await contacts(owner))[0]?.merge_fields).toEqual({ plan: 'gold' })
  })

  test('that is too much for a contact is refused at its line, and changes nothing', async () => {
    const { owner, a, b } = await withContacts()
    await kit.database.pool.query(
      `update contact set merge_fields = jsonb_build_object('old', repeat('x', 40000))
      where contact_id = $1`,
      [b],
    )
    const { status, body } = await send(owner, `uuid,new\n${a},1\n${b},${'x'.repeat(40_000)}\n`)
    expect(status).toBe(400)
    const message = 'Merge fields of a contact exceed 64 KB'
    expect(body.errors).toMatchObject([{ key: 'conflict', line: 3, message }])
    expect((await contacts(owner))[0]?.merge_fields).not.toHaveProperty('new')
  })

  test('of somebody else’s contacts finds nobody', async () => {
    const { a } = await withContacts()
    const stranger = await kit.withApplication()
    expect((await send(stranger, `uuid,plan\n${a},gold\n`)).data).toMatchObject({ updated: 0, not_found: 1 })
  })

  test('is no import that could be inserted', async () => {
    const { owner, a } = await withContacts()
    await send(owner, `uuid,plan\n${a},gold\n`)
    const { rows } = await kit.database.pool.query<{ import_id: string }>(
      `select import_id from import where application_id = $1 and kind = 'update'`,
      [owner.applicationId],
    )
    expect((await files.insert(owner, rows[0]?.import_id ?? '', 'Stolen')).status).toBe(404)
  })
})

describe('a file with anything wrong changes nothing', async () => {
  const { owner, a, b } = await withContacts()
  const columns = Array.from({ length: 21 }, (_, index) => `field${index}`).join(',')
  test.each<[string, (ids: { a: string; b: string }) => string | Buffer, { key: string; line?: number }[]]>([
    ['a bad address', ({ a }) => `uuid,email\n${a},nobody\n`, [{ key: 'invalidEmail', line: 2 }]],
    ['no uuid', ({ a }) => `uuid,plan\n${a},x\n  ,y\n`, [{ key: 'missingUUID', line: 3 }]],
    ['no column of uuids', () => 'email,plan\na@example.com,x\n', [{ key: 'missingUUID', line: 1 }]],
    ['a uuid that is none', () => 'uuid,plan\nseven,x\n', [{ key: 'badValue', line: 2 }]],
    ['a bad value', ({ a }) => `uuid,lang,plan\n${a},english?,x\n`, [{ key: 'badValue', line: 2 }]],
    [
      '21 merge fields',
      ({ a }) => `uuid,${columns}\n${a}${',x'.repeat(21)}\n`,
      [{ key: 'upToLimitedColumns', line: 1 }],
    ],
    ['a row too short', ({ a }) => `uuid,email,plan\n${a},x\n`, [{ key: 'parseCsv', line: 2 }]],
    ['an open quote', ({ a }) => `uuid,plan\n${a},"x\n`, [{ key: 'parseCsv', line: 2 }]],
    ['only a header', () => 'uuid,plan\n', [{ key: 'parseCsv', line: 1 }]],
    ['nothing', () => '', [{ key: 'parseCsv' }]],
    ['no text', () => Buffer.from('89504e470d0a1a0a', 'hex'), [{ key: 'readingCsvFile' }]],
    ['an archive', () => Buffer.from('504b0304000000', 'hex'), [{ key: 'readingCsvFile' }]],
    ['somebody else’s address', ({ a }) => `uuid,email\n${a},b@example.com\n`, [{ key: 'conflict', line: 2 }]],
    [
      'one address twice',
      ({ a, b }) => `uuid,email\n${a},n@example.com\n${b},N@example.com\n`,
      [{ key: 'conflict', line: 3 }],
    ],
    ['another external id', ({ a }) => `uuid,external_user_id\n${a},77\n`, [{ key: 'conflict', line: 2 }]],
    [
      'several faults',
      ({ a }) => `uuid,email\n${a},ok@example.com\n,x@example.com\n${a},bad\n`,
      [
        { key: 'missingUUID', line: 3 },
        { key: 'invalidEmail', line: 4 },
      ],
    ],
  ])('%s', async (_, make, errors) => {
    const before = await contacts(owner)
    const { status, body } = await send(owner, make({ a, b }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: errors.map(error => ({ field: 'file', ...error })) })
    expect(await contacts(owner)).toEqual(before)
    const { rows } = await kit.database.pool.query(
      `select 1 from import where application_id = $1 and kind = 'update'
       union all select 1 from import_row r where not exists (select from import i where i.import_id = r.import_id) union all
       select 1 from stored_file where application_id = $1 and name like 'changes%'`,
      [owner.applicationId],
    )
    expect(rows).toEqual([])
  })

  test('one above 2 MiB, and one that is not called .csv', async () => {
    const large = await send(owner, `uuid,plan\n${a},${'x'.repeat(UPDATE_MAX_BYTES)}\n`)
    expect(large.status).toBe(413)
    expect(large.body).toMatchObject({ errors: [{ field: 'file', key: 'csvFile2mb' }] })
    expect((await send(owner, `uuid,plan\n${a},x\n`, undefined, 'changes.tsv')).status).toBe(415)
  })
})
