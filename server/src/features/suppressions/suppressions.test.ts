import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { AuditEntry } from '@notifly/contracts/audit/audit'
import type { Suppression, SuppressionImport, SuppressionRejection } from '@notifly/contracts/suppressions/suppressions'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { formOf } from '../../testing/people/audience-files.ts'
import { addContacts } from '../../testing/campaigns.ts'
import { workbookParts, zipOf } from '../../testing/people/workbooks.ts'

const kit = await testApp()
const { call } = kit
const team = approvalTeamOf(kit)
const person = await kit.signUpAndIn()
const newApplication = () => kit.withApplication(person)
const PATH = '/api/audience/suppression'

const add = (who: ApplicationOwner, body: object) => call<Suppression>('POST', PATH, { bearer: who.bearer, body })
const list = (who: ApplicationOwner, query = '') =>
  call<Suppression[]>('GET', `${PATH}?${query}`, { bearer: who.bearer })
const addresses = async (who: ApplicationOwner, query = '') => (await list(who, query)).data.map(row => row.address)
const remove = (who: ApplicationOwner, address: string, reason = 'asked') =>
  call('DELETE', `${PATH}?channel=email&address=${encodeURIComponent(address)}&reason=${encodeURIComponent(reason)}`, {
    bearer: who.bearer,
  })
const upload = <Data = SuppressionImport>(
  who: ApplicationOwner,
  content: string | Buffer,
  query = '',
  name = 'list.csv',
) => call<Data>('POST', `${PATH}/import?${query}`, { bearer: who.bearer, ...formOf({ name, content }) })

describe('the list', () => {
  test('says of each address why, since when, who added it and whose it is', async () => {
    const owner = await newApplication()
    const [contactId] = await addContacts(kit, owner, ['ana@example.com'])
    const added = await add(owner, { address: ' Ana@Example.com ', reason: 'complaint', note: 'wrote to us' })
    expect([added.status, added.data]).toEqual([
      201,
      {
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8/),
        channel: 'email',
        address: 'ana@example.com',
        reason: 'complaint',
        note: 'wrote to us',
        added_on: expect.any(Number),
        added_by: { uuid: owner.user.uuid, name: owner.user.name },
        contact_uuid: contactId,
      },
    ])
    expect((await list(owner)).data).toEqual([added.data])
    expect((await add(owner, { address: 'ana@example.com' })).status).toBe(409)
    expect((await add(owner, { address: 'ana at example' })).body.errors?.[0]?.field).toBe('address')
  })

  test('names whom a number belongs to', async () => {
    const owner = await newApplication()
    const [contactId] = await addContacts(kit, owner, ['ana@example.com'])
    await kit.database.pool.query("update contact set phone_number = '+34600000001' where contact_id = $1", [contactId])
    await add(owner, { channel: 'sms', address: '+34 600 000 001' })
    await add(owner, { channel: 'whatsapp', address: '+34 600 000 002' })
    const { data } = await list(owner)
    expect(data.map(({ address, contact_uuid }) => [address, contact_uuid])).toEqual([
      ['+34600000002', null],
      ['+34600000001', contactId],
    ])
  })

  test('has every number with its plus, also those that were listed without it', async () => {
    const owner = await newApplication()
    const listed = [
      ['sms', '491701234567', 'complaint'],
      ['sms', '+491701234567', 'unsubscribe'],
      ['whatsapp', '491707654321', 'manual'],
      ['email', '4917@example.com', 'manual'],
      ['webpush', '491701234567', 'manual'],
    ]
    await kit.database.pool.query(
      `insert into suppression (application_id, channel, address_key, reason, created_at)
       select $1, e ->> 0, e ->> 1, e ->> 2, now() from jsonb_array_elements($2) e`,
      [owner.applicationId, JSON.stringify(listed)],
    )
    const migration = new URL('../../db/migrations/0033-suppressed-numbers.sql', import.meta.url)
    await kit.database.pool.query(await readFile(migration, 'utf8'))
    const rows = (await list(owner)).data.map(({ channel, address, reason }) => [channel, address, reason])
    expect(rows.map(row => row.join(' ')).sort((a, b) => a.localeCompare(b))).toEqual([
      'email 4917@example.com manual',
      'sms +491701234567 unsubscribe',
      'webpush 491701234567 manual',
      'whatsapp +491707654321 manual',
    ])
  })

  test('is searched, filtered by channel and reason, and paged newest first', async () => {
    const owner = await newApplication()
    for (const [address, reason] of [
      ['a_b@example.com', 'manual'],
      ['axb@example.org', 'complaint'],
      ['c@example.com', 'manual'],
    ]) {
      await add(owner, { address, reason })
      kit.clock.advance(1000)
    }
    await add(owner, { channel: 'sms', address: '+34 600 000 001' })
    expect(await addresses(owner)).toEqual(['+34600000001', 'c@example.com', 'axb@example.org', 'a_b@example.com'])
    expect(await addresses(owner, 'search=A_B')).toEqual(['a_b@example.com'])
    expect(await addresses(owner, 'channel=sms')).toEqual(['+34600000001'])
    expect(await addresses(owner, 'reason=complaint,hard_bounce')).toEqual(['axb@example.org'])
    const second = await list(owner, 'per_page=2&page=2')
    expect(second.data.map(row => row.address)).toEqual(['axb@example.org', 'a_b@example.com'])
    expect(second.headers[PAGING_HEADERS.totalCount.toLowerCase()]).toBe('4')
    expect((await list(owner, 'reason=bored')).status).toBe(400)
  })

  test('is another in each application', async () => {
    const [one, two] = [await newApplication(), await newApplication()]
    await add(one, { address: 'ana@example.com' })
    expect(await addresses(two)).toEqual([])
    expect((await remove(two, 'ana@example.com')).status).toBe(404)
    expect(await addresses(one)).toEqual(['ana@example.com'])
  })

  test('shows what waits for approval; what is recorded holds no address', async () => {
    const owner = await newApplication()
    const maker = await team.maker(owner)
    expect((await add(maker, { address: 'ana@example.com' })).status).toBe(201)
    const held = await remove(maker, 'ANA@example.com')
    expect(held.status).toBe(202)
    expect((await list(owner)).data).toMatchObject([
      { approval_uuid: (held.data as { approval_uuid: string }).approval_uuid },
    ])
    expect(
      (
        await call('DELETE', `/api/approvals/${(held.data as { approval_uuid: string }).approval_uuid}`, {
          bearer: maker.bearer,
        })
      ).status,
    ).toBe(200)
    expect((await remove(owner, 'ana@example.com', 'ana@example.com asked, from +34 612 345 789')).status).toBe(200)
    const path = `/authP/audit?organization_uuid=${owner.organizationId}&object=suppression&application_uuid=${owner.applicationId}`
    const { data } = await call<AuditEntry[]>('GET', path, { bearer: owner.bearer })
    expect(data.map(entry => [entry.action, entry.object.name])).toEqual([
      ['suppression.delete', 'a•••@example.com'],
      ['suppression.create', 'a•••@example.com'],
    ])
    expect(data[0]).toMatchObject({
      before: { channel: 'email', reason: 'manual' },
      after: { removal_reason: 'a•••@example.com asked, from •••789' },
    })
    expect(JSON.stringify(data)).not.toContain('ana@')
  })
})

describe('a file', () => {
  test.each<[string, string | Buffer, string | null, string[]]>([
    [
      'with a column called email',
      'Name;E-Mail\nAna;ana@example.com\n\nBo;BO@example.com\nAna;ANA@example.com',
      'E-Mail',
      ['ana@example.com', 'bo@example.com'],
    ],
    ['without header', 'ana@example.com\r\nbo@example.com\r\n', null, ['ana@example.com', 'bo@example.com']],
    [
      'whose column has a name of its own',
      'id\twho\n1\t"Ana <ana@example.com>"\n2\tbo@example.com',
      'who',
      ['ana@example.com', 'bo@example.com'],
    ],
    [
      'kept as a workbook',
      zipOf(
        workbookParts({
          sheets: [
            {
              rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Email</t></is></c></row>
                <row r="2"><c r="A2"><v>7</v></c><c r="B2" t="inlineStr"><is><t>ana@example.com</t></is></c></row>`,
            },
          ],
        }),
      ),
      'Email',
      ['ana@example.com'],
    ],
    ['in UTF-16', Buffer.from('\uFEFFemail,nom\nana@example.com,Zoë', 'utf16le'), 'email', ['ana@example.com']],
  ])('%s is read', async (_, content, column, expected) => {
    const owner = await newApplication()
    const { status, data } = await upload(owner, content)
    expect([status, data.column, data.added]).toEqual([200, column, expected.length])
    expect((await addresses(owner)).sort()).toEqual(expected)
  })

  test('counts what it did, and the same again changes nothing', async () => {
    const owner = await newApplication()
    await add(owner, { address: 'bo@example.com', reason: 'complaint' })
    const content = 'email\nana@example.com\nbo@example.com\nana@example.com\n'
    const query = 'reason=unsubscribe&note=from%20the%20old%20system'
    const counts = { rows_total: 3, duplicates: 1, rejected: 0, column: 'email' }
    expect((await upload(owner, content, query)).data).toEqual({ ...counts, added: 1, known: 1 })
    expect((await upload(owner, content, query)).data).toEqual({ ...counts, added: 0, known: 2 })
    const rows = (await list(owner)).data.map(({ address, reason, note }) => [address, reason, note])
    expect(rows).toEqual([
      ['ana@example.com', 'unsubscribe', 'from the old system'],
      ['bo@example.com', 'complaint', null],
    ])
  })

  test('with a wrong row adds nothing and answers that row, or leaves it out when asked to', async () => {
    const owner = await newApplication()
    const content = 'name,email\nAna,ana@example.com\nBo,bo at example\n'
    const refused = await upload<SuppressionRejection>(owner, content)
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ field: 'file', key: 'invalidRows' }])
    expect(refused.data).toMatchObject({ rows_total: 2, rejected: 1 })
    expect(Buffer.from(refused.data.file, 'base64').toString()).toBe(
      '\uFEFFname,email,error_reason,line\r\nBo,bo at example,Please enter a valid Email Id.,3\r\n',
    )
    expect(await addresses(owner)).toEqual([])
    expect((await upload(owner, content, 'skip_invalid=1')).data).toMatchObject({ added: 1, rejected: 1 })
  })

  test.each<[string, string | Buffer, string]>([
    ['empty', '', 'emptyFile'],
    ['a header alone', 'email\n', 'headerOnly'],
    ['without addresses', 'name\nAna\nBo', 'noAddressColumn'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 1]), 'unreadable'],
  ])('%s is refused with its own words', async (_, content, key) => {
    const { status, body } = await upload(await newApplication(), content)
    expect([status, body.errors?.[0]?.key]).toEqual([400, key])
  })

  test('comes out as it went in, harmless for spreadsheets', async () => {
    const owner = await newApplication()
    await add(owner, { address: '+34600000001', channel: 'sms', note: '=1+1' })
    await upload(owner, 'email\nana@example.com\nbo@example.com')
    const { body } = await kit.app.inject({
      method: 'GET',
      url: `${PATH}/export?channel=sms`,
      headers: { authorization: `Bearer ${owner.bearer}` },
    })
    expect(body).toContain("sms,+34600000001,manual,'=1+1,")
    expect(body.trim().split('\r\n')).toHaveLength(2)
  })
})
