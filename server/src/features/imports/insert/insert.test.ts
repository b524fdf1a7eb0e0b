import type { Contact, MergeField, Segment } from '@notifly/contracts/contacts/audience'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { audienceFiles } from '../../../testing/people/audience-files.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const newApplication = () => kit.withApplication(person)
const { pool } = kit.database

const fixture = (name: string) => ({ name, content: readFileSync(new URL(`../fixtures/${name}`, import.meta.url)) })
const csv = (content: string) => ({ name: 'list.csv', content })

const get = async <Data>(who: ApplicationOwner, path: string) =>
  (await kit.call<Data>('GET', path, { bearer: who.bearer })).data
const contactsOf = (who: ApplicationOwner, query = 'per_page=100') => get<Contact[]>(who, `/api/audience?${query}`)

/** Every contact of an application as the database has it, whatever its id and times. */
async function snapshot(applicationId: string) {
  const { rows } = await pool.query(
    `select to_jsonb(contact) - 'added_at' as contact from contact where application_id = $1 order by contact_id`,
    [applicationId],
  )
  return rows
}

describe('inserting', () => {
  test('a file of 3,000 rows makes 3,000 contacts in a segment, and the same file again changes nothing', async () => {
    const owner = await newApplication()
    const first = await files.importAs(owner, fixture('contacts-3000.csv'), 'Everybody')
    expect(first.end).toMatchObject({ state: 'done', rows_done: 3000, rows_total: 3000, segment_uuid: first.segmentId })
    const segment = await get<Segment>(owner, `/api/audience/segment?segment_uuid=${first.segmentId}`)
    expect(segment).toMatchObject({ name: 'Everybody', kind: 'static', count: 3000 })
    const before = await snapshot(owner.applicationId)
    expect(before).toHaveLength(3000)

    const second = await files.importAs(owner, fixture('contacts-3000.csv'), 'Everybody again')
    expect(second.verification).toMatchObject({ new: 0, updated: 3000, expected_users: 3000 })
    expect(await snapshot(owner.applicationId)).toEqual(before)
    expect(await get<Segment>(owner, `/api/audience/segment?segment_uuid=${second.segmentId}`)).toMatchObject({
      count: 3000,
    })
  })

  test('keeps what people wrote: the later duplicate, accents, leading zeros, dates', async () => {
    const owner = await newApplication()
    await files.importAs(owner, fixture('messy.csv'), 'Messy')
    const messy = await contactsOf(owner, 'sort=email')
    expect(messy.map(contact => contact.merge_fields['first_name'])).toEqual([
      'NoNewline',
      'Ok Again',
      'Case',
      'Spaced',
    ])
    await files.importAs(owner, fixture('windows1252-semicolon.csv'), 'Windows')
    const [ana] = await contactsOf(owner, 'search=ana.lopez')
    expect(ana?.merge_fields).toMatchObject({ last_name: 'López', postal_code: '01234', signup: '2024-02-29' })
  })

  test('the corrected error file brings in the rest', async () => {
    const owner = await newApplication()
    const { verification } = await files.importAs(
      owner,
      csv('email,name\nok@example.com,A\nbroken,B\nshort\n'),
      'First',
    )
    expect(verification).toMatchObject({ expected_users: 1, rejected: 2 })
    const errorFile = Buffer.from(verification.file ?? '', 'base64').toString()
    const corrected = errorFile.replace('broken', 'mended@example.com').replace('short', 'also@example.com')
    const { verification: next } = await files.importAs(owner, csv(corrected), 'Second')
    expect(next).toMatchObject({ expected_users: 2, new: 2, rejected: 0 })
    expect(next.columns.map(column => column.name)).toEqual(['email', 'name'])
    const all = await contactsOf(owner, 'sort=email')
    expect(all.map(contact => contact.email)).toEqual(['also@example.com', 'mended@example.com', 'ok@example.com'])
    expect(all[1]?.merge_fields).toEqual({ name: 'B' })
  })

  test('empty cells change nothing, other cells win, merge fields are joined', async () => {
    const owner = await newApplication()
    await files.importAs(owner, csv('email,country,lang,plan,city\nA@example.com,ES,es,free,Vigo\n'), 'First')
    await files.importAs(owner, csv('email,country,lang,plan,points\na@example.com,,pt-BR,,7\n'), 'Second')
    const [contact] = await contactsOf(owner)
    expect(contact).toMatchObject({ email: 'a@example.com', country: 'ES', lang: 'pt-BR' })
    expect(contact?.merge_fields).toEqual({ plan: 'free', city: 'Vigo', points: '7' })
    expect(contact?.segments.map(segment => segment.name)).toEqual(['First', 'Second'])
  })

  test('leaves a contact within its size: rows that are too much for it are rejected, also those that have come to be', async () => {
    const owner = await newApplication()
    const large = 'x'.repeat(40_000)
    await files.importAs(owner, csv(`email,a\nfull@example.com,${large}\nroom@example.com,1\n`), 'First')
    const list = csv(
      `email,b,c\nnew@example.com,${large},${large}\nfull@example.com,${large},\nroom@example.com,${large},\n`,
    )
    const { data } = await files.verify(owner, list)
    expect(data).toMatchObject({ rejected: 2, new: 0, updated: 1 })
    const reason = 'Merge fields of a contact exceed 64 KB'
    expect(data.problems).toMatchObject([{ reason, count: 2 }])
    expect(data.rejected_sample.map(({ line, reason: each }) => [line, each])).toEqual([
      [2, reason],
      [3, reason],
    ])
    const errors = Buffer.from(data.file ?? '', 'base64').toString()
    expect(errors).toContain('merge fields of a contact exceed 64 KB')
    await files.importAs(owner, csv(`email,a\nroom@example.com,${large}\n`), 'Meanwhile')
    await files.insert(owner, data.corelation_id, 'Second')
    const { state, message } = await files.ended(owner, data.corelation_id)
    expect([state, message]).toEqual(['done', expect.stringContaining('too large')])
    const kept = (await contactsOf(owner, 'sort=email')).map(contact => Object.keys(contact.merge_fields))
    expect(kept).toEqual([['a'], ['a']])
  })

  test('stores formulas as the text they are, without the apostrophe that our exports add', async () => {
    const owner = await newApplication()
    await files.importAs(owner, csv("email,note,other\na@example.com,=1+1,'@sum(a)\n"), 'Formulas')
    const [contact] = await contactsOf(owner)
    expect(contact?.merge_fields).toEqual({ note: '=1+1', other: '@sum(a)' })
  })

  test('adds merge fields with type, example and fill', async () => {
    const owner = await newApplication()
    await files.importAs(
      owner,
      csv('email,points,joined,plan\na@example.com,5,2024-02-29,\nb@example.com,7,,pro\n'),
      'One',
    )
    await files.importAs(owner, csv('email,points\nc@example.com,many\n'), 'Two')
    const fields = await get<MergeField[]>(owner, '/api/audience/merge-fields')
    expect(fields.filter(field => !field.built_in)).toEqual([
      { name: 'joined', type: 'date', filled: 1, sample: '2024-02-29', built_in: false },
      { name: 'plan', type: 'text', filled: 1, sample: 'pro', built_in: false },
      { name: 'points', type: 'text', filled: 3, sample: '5', built_in: false },
    ])
    expect(fields.find(field => field.name === 'email')).toMatchObject({ filled: 3, built_in: true, type: 'text' })
    expect(fields.find(field => field.name === 'country')).toMatchObject({ filled: 0, sample: null })
  })
})

describe('who a row is', () => {
  test('is found by uuid, else external_user_id, else email', async () => {
    const owner = await newApplication()
    await files.importAs(owner, csv('external_user_id,email\ncrm-1,one@example.com\ncrm-2,two@example.com\n'), 'Start')
    const byEmail = new Map((await contactsOf(owner)).map(contact => [contact.email, contact.uuid]))
    const uuid = byEmail.get('two@example.com') ?? ''
    const { verification } = await files.importAs(
      owner,
      csv(`uuid,external_user_id,email\n,crm-1,uno@example.com\n${uuid},,zwei@example.com\n`),
      'Moved',
    )
    expect(verification).toMatchObject({ new: 0, updated: 2, rejected: 0 })
    const after = await contactsOf(owner)
    expect(after.map(({ uuid: id, email }) => `${email} ${id}`)).toEqual(
      expect.arrayContaining([`uno@example.com ${byEmail.get('one@example.com')}`, `zwei@example.com ${uuid}`]),
    )
  })

  test('is refused when its keys belong to different contacts, naming the other one', async () => {
    const owner = await newApplication()
    await files.importAs(
      owner,
      csv('external_user_id,email\ncrm-1,one@example.com\ncrm-12,twelve@example.com\n,plain@example.com\n'),
      'Start',
    )
    const plain = (await contactsOf(owner, 'search=plain'))[0]?.uuid ?? ''
    const verdict = async (row: string) => {
      const { data } = await files.verify(owner, csv(`uuid,external_user_id,email\n${row}\n`))
      expect(data).toMatchObject({ expected_users: 0, rejected: 1 })
      expect(Buffer.from(data.file ?? '', 'base64').toString()).toContain('belongs to')
      return data.rejected_sample.map(({ column, reason }) => `${column}: ${reason}`)[0]
    }
    expect(await verdict(',crm-1,twelve@example.com')).toBe('email: Email belongs to crm-12')
    expect(await verdict(',crm-7,twelve@example.com')).toBe('email: Email belongs to crm-12')
    expect(await verdict(`${plain},,twelve@example.com`)).toBe('email: Email belongs to crm-12')
    expect(await verdict(`${crypto.randomUUID()},,one@example.com`)).toBe('email: Email belongs to crm-1')
    expect(await verdict(`${plain},crm-1,fresh@example.com`)).toBe(
      'external_user_id: external_user_id belongs to one@example.com',
    )
  })

  test('counts as a duplicate when the contact says that two rows are one person', async () => {
    const owner = await newApplication()
    await files.importAs(owner, csv('external_user_id,email\ncrm-1,one@example.com\n'), 'Start')
    const { verification } = await files.importAs(
      owner,
      csv('external_user_id,email,name\n,one@example.com,By mail\ncrm-1,new@example.com,By id\n'),
      'Both',
    )
    expect(verification).toMatchObject({ expected_users: 1, updated: 1, duplicates: 1, rejected: 0 })
    expect(await contactsOf(owner)).toMatchObject([{ email: 'new@example.com', merge_fields: { name: 'By id' } }])
  })

  test('is never somebody of another application', async () => {
    const [one, two] = [await newApplication(), await newApplication()]
    await files.importAs(one, csv('external_user_id,email,plan\ncrm-1,a@example.com,free\n'), 'Mine')
    const [original] = await contactsOf(one)
    const { verification } = await files.importAs(
      two,
      csv(`uuid,external_user_id,email,plan\n${original?.uuid},crm-1,a@example.com,pro\n`),
      'Theirs',
    )
    expect(verification).toMatchObject({ new: 1, updated: 0 })
    expect(await contactsOf(one)).toEqual([original])
    expect((await contactsOf(two))[0]?.merge_fields).toEqual({ plan: 'pro' })
  })
})

describe('asking to insert', () => {
  test('again with the same name answers the same segment, with another name 409', async () => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, csv('email\na@example.com\n'))
    const first = await files.insert(owner, data.corelation_id, 'Name')
    const again = await files.insert(owner, data.corelation_id, ' Name ')
    expect(again.data).toEqual(first.data)
    await files.ended(owner, data.corelation_id)
    expect((await files.insert(owner, data.corelation_id, 'Name')).data).toEqual(first.data)
    expect((await files.insert(owner, data.corelation_id, 'Other')).status).toBe(409)
    expect(await contactsOf(owner)).toHaveLength(1)
  })

  test('under a name in use is refused at segment_name, also in other letters; the file can still be inserted', async () => {
    const owner = await newApplication()
    await files.importAs(owner, csv('email\na@example.com\n'), 'Newsletter')
    const { data } = await files.verify(owner, csv('email\nb@example.com\n'))
    const refused = await files.insert(owner, data.corelation_id, 'NEWSLETTER')
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'segment_name'])
    expect((await files.insert(owner, data.corelation_id, 'Newsletter 2')).status).toBe(200)
  })

  test.each([
    ['', 400],
    [' ', 400],
    ['x'.repeat(51), 400],
    ['x'.repeat(50), 200],
    [undefined, 400],
    [7, 400],
  ])('with the name %j answers %i', async (name, status) => {
    const owner = await newApplication()
    const { data } = await files.verify(owner, csv('email\na@example.com\n'))
    expect((await files.insert(owner, data.corelation_id, name as string)).status).toBe(status)
  })

  test('for an import that is unknown, or no id, or older than 24 hours, answers 404', async () => {
    const owner = await newApplication()
    expect((await files.insert(owner, crypto.randomUUID(), 'X')).status).toBe(404)
    expect((await files.insert(owner, 'nonsense', 'X')).status).toBe(404)
    const { data } = await files.verify(owner, csv('email\na@example.com\n'))
    await pool.query(`update import set expires_at = now() - interval '1 second' where import_id = $1`, [
      data.corelation_id,
    ])
    expect((await files.insert(owner, data.corelation_id, 'X')).status).toBe(404)
  })
})
