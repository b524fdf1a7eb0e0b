import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import { readFileSync } from 'node:fs'
import type { Preview, Template, TemplateRow, TemplateVersion } from '@notifly/contracts/templates/templates'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const { call, database } = kit

const fixture = (name: string) => readFileSync(new URL(`../../lib/liquid/fixtures/${name}`, import.meta.url), 'utf8')
const HTML = '<p>Hello {{ email }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
const SUBJECT = 'News for {{ email }}'

let owner: ApplicationOwner
beforeAll(async () => {
  owner = await kit.withApplication()
})

interface Saved {
  template_uuid: string
  version: number
  problems: Template['problems']
}

const create = (changes: object = {}, at = owner) =>
  call<Saved>('POST', '/api/template', {
    bearer: at.bearer,
    body: { type: 'Email', name: crypto.randomUUID(), subject: SUBJECT, html: HTML, ...changes },
  })
const update = (uuid: string, changes: object = {}, at = owner) =>
  call<Saved>('PUT', `/api/template/${uuid}`, {
    bearer: at.bearer,
    body: { type: 'Email', name: 'Renamed', subject: SUBJECT, html: HTML, ...changes },
  })
const read = (uuid: string, at = owner) => call<Template>('GET', `/api/template/${uuid}`, { bearer: at.bearer })
const list = (query: string, at = owner) => call<TemplateRow[]>('GET', `/api/template${query}`, { bearer: at.bearer })
const remove = (uuid: string, at = owner) =>
  call<{ campaigns: object[] }>('DELETE', `/api/template?template_uuid=${uuid}`, { bearer: at.bearer })

describe('saving a template', () => {
  test('keeps its newest 100 versions', async () => {
    const { data } = await create({ name: 'Often saved' })
    const uuid = data.template_uuid
    await database.pool.query('update template set version = 150 where template_id = $1', [uuid])
    await database.pool.query(
      `insert into template_version (application_id, template_id, version, content, created_by, created_at)
       select application_id, template_id, n, content, created_by, created_at
       from template_version, generate_series(2, 150) n where template_id = $1`,
      [uuid],
    )
    expect((await update(uuid, { name: 'Often saved' })).data.version).toBe(151)
    const versions = await database.pool.query(
      'select min(version)::int as oldest, count(*)::int as n from template_version where template_id = $1',
      [uuid],
    )
    expect(versions.rows).toEqual([{ oldest: 52, n: 100 }])
  })

  test('starts with version 1, and every save adds one', async () => {
    const created = await create({ name: 'Welcome' })
    expect([created.status, created.data.version, created.data.problems]).toEqual([201, 1, []])
    const uuid = created.data.template_uuid
    const saved = await update(uuid, { name: 'Welcome 2', html: `${HTML}<p>More</p>`, version: 1 })
    expect([saved.status, saved.data.version]).toEqual([200, 2])
    expect((await read(uuid)).data).toMatchObject({
      uuid,
      type: 'Email',
      name: 'Welcome 2',
      version: 2,
      subject: SUBJECT,
      html: `${HTML}<p>More</p>`,
      updated_by: 'Asha Raman',
      problems: [],
    })
  })

  test('is refused when somebody else saved in between', async () => {
    const { data } = await create()
    await update(data.template_uuid, { version: 1, name: 'Mine' })
    const refused = await update(data.template_uuid, { version: 1, name: 'Yours' })
    expect([refused.status, refused.body.data]).toEqual([409, { version: 2 }])
    expect((await read(data.template_uuid)).data.name).toBe('Mine')
  })

  test('loses nothing when two save at once without naming a version', async () => {
    const { data } = await create()
    const names = ['one', 'two', 'three'].map(name => `${name} ${data.template_uuid}`)
    const saved = await Promise.all(names.map(name => update(data.template_uuid, { name })))
    expect(saved.map(each => each.data.version).toSorted((a, b) => a - b)).toEqual([2, 3, 4])
  })

  test('names the Handlebars tags of the receipt with their lines', async () => {
    const refused = await create({ html: fixture('postmark-receipt.html') })
    expect(refused.status).toBe(400)
    expect(refused.body.errors?.[0]).toMatchObject({ field: 'html', line: 521, column: 33, tag: '#each' })
    expect(refused.body.errors?.[0]?.message).toContain('{{#each}}')
  })

  test('is refused for a broken subject at its place', async () => {
    const { data } = await create()
    const refused = await update(data.template_uuid, { subject: 'Hi {{ email ' })
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'subject', line: 1, column: 4 })])
    expect((await read(data.template_uuid)).data.version).toBe(1)
  })

  test('takes unknown fields and answers them as problems', async () => {
    const { status, data } = await create({ html: '<p>{{ emial }}</p>' })
    expect(status).toBe(201)
    expect(data.problems).toEqual([
      expect.objectContaining({ code: 'unknown_field', part: 'html', line: 1, column: 7, suggestion: 'email' }),
      expect.objectContaining({ code: 'missing_unsubscribe', severity: 'warning' }),
    ])
  })

  test('refuses a name in use, in any spelling', async () => {
    await create({ name: 'Twice' })
    const refused = await create({ name: 'tWICE' })
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'name'])
  })

  test('happens in its application alone', async () => {
    const { data } = await create()
    const stranger = await kit.withApplication()
    expect((await read(data.template_uuid, stranger)).status).toBe(404)
    expect((await update(data.template_uuid, {}, stranger)).status).toBe(404)
    expect((await remove(data.template_uuid, stranger)).status).toBe(404)
    expect((await list('', stranger)).data).toEqual([])
  })
})

describe('the list', () => {
  test('is found by name and subject, sorted and paged', async () => {
    const at = await kit.withApplication()
    for (const name of ['Banana', 'apple', 'Cherry']) await create({ name, subject: `About ${name}` }, at)
    const byName = await list('?sort=name', at)
    expect(byName.data.map(row => row.name)).toEqual(['apple', 'Banana', 'Cherry'])
    expect((await list('?sort=-updated_on', at)).data.map(row => row.name)).toEqual(['Cherry', 'apple', 'Banana'])
    expect((await list('?search=ABOUT%20ban', at)).data.map(row => row.subject)).toEqual(['About Banana'])
    const page = await list('?sort=name&per_page=2&page=2', at)
    expect(page.data.map(row => row.name)).toEqual(['Cherry'])
    expect(page.headers['x-notifly-total-count']).toBe('3')
    expect((await list('?type=SMS', at)).data).toEqual([])
  })
})

describe('versions', () => {
  test('can be listed, read and restored as the newest', async () => {
    const { data } = await create({ html: '<p>first</p>' })
    const uuid = data.template_uuid
    await update(uuid, { html: '<p>second</p>' })
    const path = `/api/template/${uuid}/versions`
    const versions = await call<TemplateVersion[]>('GET', path, { bearer: owner.bearer })
    expect(versions.data.map(each => [each.version, each.created_by])).toEqual([
      [2, 'Asha Raman'],
      [1, 'Asha Raman'],
    ])
    const first = await call<Template>('GET', `${path}/1`, { bearer: owner.bearer })
    expect(first.data.html).toBe('<p>first</p>')
    const restored = await call<Saved>('POST', `${path}/restore`, { bearer: owner.bearer, body: { version: 1 } })
    expect(restored.data).toEqual({ template_uuid: uuid, version: 3 })
    expect((await read(uuid)).data).toMatchObject({ version: 3, html: '<p>first</p>', name: 'Renamed' })
    for (const version of ['9', '0', 'x']) {
      expect((await call('GET', `${path}/${version}`, { bearer: owner.bearer })).status).toBe(404)
    }
    const missing = await call('POST', `${path}/restore`, { bearer: owner.bearer, body: { version: 9 } })
    expect(missing.status).toBe(404)
  })
})

describe('deleting', () => {
  test.each(['scheduled', 'paused', 'pending'])(
    'is refused while a %s campaign uses it, with the list',
    async status => {
      const { data } = await create()
      const campaign_id = crypto.randomUUID()
      const now = new Date()
      const row = { application_id: owner.applicationId, campaign_id }
      await database.kysely
        .insertInto('campaign')
        .values({
          ...row,
          channel: 'email',
          name: 'Autumn',
          status,
          content: JSON.stringify({ template_uuid: data.template_uuid }),
          created_at: now,
          updated_at: now,
          next_run_at: status === 'scheduled' ? new Date(now.getTime() + 3_600_000) : null,
          created_by: null,
          updated_by: null,
          failure: null,
        })
        .execute()
      const refused = await remove(data.template_uuid)
      expect([refused.status, refused.data.campaigns]).toEqual([409, [{ uuid: campaign_id, name: 'Autumn' }]])
      expect(refused.body.message).toContain('Autumn')
      await database.kysely.deleteFrom('campaign').where('campaign_id', '=', campaign_id).execute()
      expect((await remove(data.template_uuid)).status).toBe(200)
      expect((await read(data.template_uuid)).status).toBe(404)
    },
  )
})

describe('the preview', () => {
  const preview = (input: object, at = owner) =>
    call<Preview>('POST', '/api/template/preview', { bearer: at.bearer, body: input })

  async function contact(at: ApplicationOwner, email: string, merge_fields: object): Promise<string> {
    const contact_id = crypto.randomUUID()
    await database.kysely
      .insertInto('contact')
      .values({
        application_id: at.applicationId,
        contact_id,
        email,
        email_key: email.toLowerCase(),
        merge_fields: JSON.stringify(merge_fields),
        added_at: new Date(),
        changed_at: new Date(),
      })
      .execute()
    return contact_id
  }

  test('shows the newest contact, or the one chosen, with values escaped, and none to who may not read contacts', async () => {
    const at = await kit.withApplication()
    const first = await contact(at, 'ishita@example.com', { first_name: 'Ishita', last_name: 'Menon' })
    await contact(at, 'tom@example.com', { first_name: 'Tom & <b>' })
    const content = {
      subject: 'Hi {{ first_name }}',
      preheader: 'A & B {{ first_name }}',
      html: '<p>{{ first_name }}</p>',
    }
    const newest = await preview({ content }, at)
    expect(newest.data).toMatchObject({ subject: 'Hi Tom & <b>', contact: { name: 'Tom & <b>' } })
    expect(newest.data.html).toContain('<p>Tom &amp; &lt;b&gt;</p>')
    expect(newest.data.html).toContain('A &amp; B Tom')
    expect(newest.data.size_bytes).toBe(Buffer.byteLength(newest.data.html))
    const chosen = await preview({ content, contact_uuid: first }, at)
    expect(chosen.data).toMatchObject({
      subject: 'Hi Ishita',
      preheader: 'A & B Ishita',
      contact: { uuid: first, name: 'Ishita Menon' },
    })
    expect((await preview({ content, contact_uuid: crypto.randomUUID() }, at)).status).toBe(400)
    expect((await preview({ content, contact_uuid: first })).status).toBe(400)

    const permissions = { [ACTIVITY.templateEmail]: [1, 0] } as PermissionSet
    const writer = await team.addMember(at, await team.addRole(at, { permissions }))
    const unseen = await preview({ content }, writer)
    expect(unseen.data).toMatchObject({ subject: 'Hi ', contact: null })
    expect((await preview({ content, contact_uuid: first }, writer)).status).toBe(403)
  })

  test('shows sample fields, and knows them', async () => {
    const { data } = await preview({
      content: { subject: 'Hi {{ nick }}', html: `<p>{{ nick }}</p>${HTML}` },
      sample: { nick: 'Zed' },
    })
    expect(data).toMatchObject({ subject: 'Hi Zed', problems: [], contact: null })
    expect(data.html).toContain('/u/sample')
  })

  test('leaves links as they are and adds what a campaign would', async () => {
    const { data } = await preview({
      content: { html: '<p><a href="https://shop.example/?q={{ q }}">Shop</a></p>' },
      sample: { q: 'a&b' },
    })
    expect(data.html).toContain('href="https://shop.example/?q=a&amp;b"')
    expect(data.html).toContain('Unsubscribe')
    expect(data.text).toContain('Shop [https://shop.example/?q=a&b]')
    // The start for an author who writes the text part by hand.
    expect(data.text_source).toContain('Shop [https://shop.example/?q={{ q }}]')
    const own = await preview({ content: { html: '<p>Shop</p>', text: 'By hand {{ q }}' }, sample: { q: 'now' } })
    expect(own.data.text_source).toContain('By hand {{ q }}')
    expect(own.data.text).toContain('By hand now')
  })

  test('never refuses: what is broken is named, the rest is shown', async () => {
    const { status, data } = await preview({ content: { subject: 'Fine', html: '<p>{{#each x}}</p>' } })
    expect(status).toBe(200)
    expect(data).toMatchObject({ subject: 'Fine', html: '' })
    expect(data.problems).toEqual([expect.objectContaining({ code: 'handlebars', part: 'html', tag: '#each' })])
  })

  test('names a value that cannot stand where it is put', async () => {
    const { data } = await preview({
      content: { html: 'x\n<a href="{{ site }}">Site</a>' },
      sample: { site: 'javascript:alert(1)' },
    })
    expect(data.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'render_error', severity: 'error', field: 'site', line: 2, column: 10 }),
      ]),
    )
    expect(data.html).not.toContain('javascript:')
  })
})

test('a template of WhatsApp is read by the same call, by whoever may read such ones, and in its own application alone', async () => {
  const templateId = uuidv7()
  await database.pool.query(
    `insert into whatsapp_template (application_id, template_id, name, language, category, status, components, created_at, updated_at)
     values ($1, $2, 'parcel_here', 'en', 'UTILITY', 'APPROVED', '[{"type": "BODY", "text": "It is here."}]', now(), now())`,
    [owner.applicationId, templateId],
  )
  const { data: mail } = await create()
  const permissions = { '101': [1, 0] } as unknown as PermissionSet
  const reader = await team.addMember(owner, await team.addRole(owner, { permissions }))
  const stranger = await kit.withApplication()
  const statuses = async (uuid: string) => [
    (await read(uuid)).status,
    (await read(uuid, reader)).status,
    (await read(uuid, stranger)).status,
  ]
  expect((await read(templateId.toUpperCase())).data).toMatchObject({ type: 'Whatsapp', text: 'It is here.' })
  expect(await statuses(templateId)).toEqual([200, 404, 404])
  expect(await statuses(mail.template_uuid)).toEqual([200, 200, 404])
})
