import type { Contact } from '@notifly/contracts/contacts/audience'
import type { PersonExport, TimelineEntry } from '@notifly/contracts/contacts/contacts'
import { describe, expect, test } from 'vitest'
import { STATE } from '../../engine/states.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const team = approvalTeamOf(kit)
const owner = await kit.withApplication(await kit.signUpAndIn())
const stranger = await kit.withApplication(await kit.signUpAndIn())

const call = <Data = unknown>(method: string, path: string, body?: object, who: { bearer: string } = owner) =>
  kit.call<Data>(method, `/api/audience${path}`, { bearer: who.bearer, ...(body && { body }) })
const read = async (uuid: string) => (await call<Contact>('GET', `/${uuid}`)).data
const add = (body: object, who?: ApplicationOwner) => call<{ uuid: string }>('POST', '', body, who)

async function added(body: object): Promise<string> {
  const { status, data } = await add(body)
  expect(status).toBe(201)
  return data.uuid
}

const column = async (query: string, values: unknown[] = []) =>
  (await kit.database.pool.query<{ it: unknown }>(query, values)).rows.map(row => row.it)
const reachOf = async (uuid: string) => (await read(uuid)).channels.email?.status

describe('a contact', () => {
  test('is added by hand, judged as in an import, and known by its fields', async () => {
    const uuid = await added({
      email: 'Carla.Nunes@Example.com',
      phone_number: '612 345 678',
      country: 'es',
      lang: 'pt_BR',
      timezone_offset: '+05:30',
      created_on: '2024-02-29',
      is_test: true,
      merge_fields: { first_name: 'Carla', loyalty_points: 40, plan: '' },
    })
    expect(await read(uuid)).toMatchObject({
      email: 'Carla.Nunes@Example.com',
      phone_number: '+34612345678',
      country: 'ES',
      lang: 'pt-BR',
      timezone_offset: 19_800,
      created_on: Date.UTC(2024, 1, 29) / 1000,
      is_test: true,
      merge_fields: { first_name: 'Carla', loyalty_points: '40' },
      channels: { email: { status: 'reachable' } },
    })
    const fields = (await call<{ name: string; type: string }[]>('GET', '/merge-fields')).data
    expect(fields).toContainEqual(expect.objectContaining({ name: 'loyalty_points', type: 'number' }))
  })

  test.each([
    [{ email: 'no address' }, 'email'],
    [{}, 'email'],
    [{ email: 'x@example.com', country: 'Atlantis' }, 'country'],
    [{ email: 'x@example.com', merge_fields: { 'Not a name': 'x' } }, 'merge_fields.Not a name'],
    [{ email: 'x@example.com', merge_fields: { email: 'x' } }, 'merge_fields.email'],
    [{ email: 'x@example.com', latitude: 91 }, 'latitude'],
  ])('is refused with %j, at the field', async (body, field) => {
    const { status, body: answer } = await add(body)
    expect(status).toBe(400)
    expect(answer.errors?.map(error => error.field)).toEqual([field])
  })

  test('has merge fields of 64 KB together at most; one that is larger from earlier days can be read and made smaller', async () => {
    const piece = 'x'.repeat(9000)
    const fields = (...names: string[]) => Object.fromEntries(names.map(name => [name, piece]))
    const refusal = { field: 'merge_fields', message: 'A contact’s merge fields can take up to 64 KB in total.' }
    const full = await add({ email: 'full@example.com', merge_fields: fields('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') })
    expect([full.status, full.body.errors]).toEqual([400, [expect.objectContaining(refusal)]])
    const uuid = await added({ email: 'full@example.com', merge_fields: fields('a', 'b', 'c', 'd') })
    const change = async (merge_fields: object) => (await call('PUT', `/${uuid}`, { merge_fields })).status
    expect(await change(fields('e', 'f', 'g', 'h'))).toBe(400)
    expect(await change({ ...fields('e', 'f', 'g', 'h'), a: null })).toBe(200)
    await kit.database.pool.query(
      `update contact set merge_fields = merge_fields || jsonb_build_object('old', repeat('x', 200000)) where contact_id = $1`,
      [uuid],
    )
    expect((await read(uuid)).merge_fields).toHaveProperty('old')
    expect([await change({ i: 'more' }), await change({ b: null }), await change({ old: null })]).toEqual([
      400, 200, 200,
    ])
  })

  test('changes only in what is sent; null takes a value away', async () => {
    const uuid = await added({ email: 'edit@example.com', external_user_id: 'e-1', merge_fields: { a: '1', b: '2' } })
    const sent = { external_user_id: null, lang: 'fr', merge_fields: { a: null, c: '3' } }
    expect((await call('PUT', `/${uuid}`, sent)).status).toBe(200)
    expect(await read(uuid)).toMatchObject({
      email: 'edit@example.com',
      external_user_id: null,
      lang: 'fr',
      merge_fields: { b: '2', c: '3' },
    })
    expect((await call('PUT', `/${uuid}`, { email: '' })).status).toBe(400)
    expect((await call('PUT', `/${crypto.randomUUID()}`, sent)).status).toBe(404)
    expect((await call('PUT', `/${uuid}`, sent, stranger)).status).toBe(404)
  })

  test('does not take the email or the external id of another one, who is named', async () => {
    const first = await added({
      email: 'first@example.com',
      external_user_id: 'k-1',
      merge_fields: { first_name: 'Ana' },
    })
    const second = await added({ email: 'second@example.com' })
    for (const [field, value] of [
      ['email', 'FIRST@example.com'],
      ['external_user_id', 'k-1'],
    ] as const) {
      const refused = await call('PUT', `/${second}`, { [field]: value })
      expect(refused.status).toBe(409)
      expect(refused.data).toEqual({ field, contact: { uuid: first, name: 'Ana' } })
      expect(refused.body.errors).toMatchObject([{ field }])
    }
    // Of another application it may be.
    expect((await add({ email: 'first@example.com' }, stranger)).status).toBe(201)
  })

  test('is deleted with its memberships, and its unsubscribe stays with its address', async () => {
    const uuid = await added({ email: 'leaver@example.com' })
    const segment = { segment_name: 'Two', contact_uuids: [uuid, await added({ email: 'stays@example.com' })] }
    await call('POST', '/segment', segment)
    await kit.database.pool.query(`insert into consent values ($1, $2, 'email', 'unsubscribed', 'dashboard', now())`, [
      owner.applicationId,
      uuid,
    ])
    expect((await call('DELETE', `/${uuid}`, undefined, stranger)).status).toBe(404)
    expect((await call('DELETE', `/${uuid}`)).status).toBe(200)
    expect((await call('GET', `/${uuid}`)).status).toBe(404)
    expect(await column(`select contact_count as it from segment where name = 'Two'`)).toEqual([1])
    expect(await reachOf(await added({ email: 'leaver@example.com' }))).toBe('unsubscribed')
  })

  test('can be deleted with others at once', async () => {
    const uuids = await Promise.all(['b1@example.com', 'b2@example.com'].map(email => added({ email })))
    const sent = { contact_uuids: [...uuids, crypto.randomUUID()] }
    expect((await call('POST', '/delete', sent, stranger)).data).toMatchObject({ total: 0, changed: 0 })
    expect((await call('POST', '/delete', sent)).data).toMatchObject({ state: 'done', changed: 2 })
    expect((await call('GET', '?search=b1@example')).data).toEqual([])
  })
})

describe('under approval', () => {
  test('adding, changing, deleting and erasing wait; the change is shown beside what is saved', async () => {
    const maker = await team.addMember(
      owner,
      await team.addRole(owner, { permissions: { '201': [4, 0], '202': [4, 0] } }),
    )
    const uuid = await added({ email: 'held@example.com', merge_fields: { plan: 'free', city: 'Lyon' } })
    expect((await add({ email: 'new-held@example.com' }, maker)).status).toBe(202)
    const change = await call<{ approval_uuid: string }>('PUT', `/${uuid}`, { merge_fields: { plan: 'gold' } }, maker)
    expect(change.status).toBe(202)
    expect((await read(uuid)).approval_uuid).toBe(change.data.approval_uuid)
    expect(await team.read(maker, change.data.approval_uuid)).toMatchObject({
      before: { merge_fields: { plan: 'free' } },
      payload: { merge_fields: { plan: 'gold' } },
    })
    expect((await call('DELETE', `/${uuid}`)).status).toBe(409)
    await team.decide(owner, change.data.approval_uuid, 'approve')
    expect((await read(uuid)).merge_fields).toEqual({ plan: 'gold', city: 'Lyon' })
    const erase = await call<{ approval_uuid: string }>('POST', `/${uuid}/erase`, {}, maker)
    expect(erase.status).toBe(202)
    expect((await team.decide(owner, erase.data.approval_uuid, 'approve')).status).toBe(200)
    expect((await call('GET', `/${uuid}`)).status).toBe(404)
    const left = await column(
      `select payload::text || coalesce(before::text, '') as it from approval where object_id = $1`,
      [uuid],
    )
    expect(left.join(' ')).not.toMatch(/gold|held@/)
    expect(
      await column(`select 1 as it from audit_entry where (object_name || before::text || after::text) ~ 'held@|gold'`),
    ).toEqual([])
  })
})

describe('what was sent to a contact', () => {
  /** A new application with a run to two people, and the first of them. */
  async function sent() {
    const who = await kit.withApplication(owner)
    const { runId } = await sentRun(kit.database, who.applicationId, { contacts: 2, name: 'Autumn restock' })
    return { who, runId, uuid: await recipient(runId) }
  }
  const recipient = async (runId: string) =>
    (await column('select contact_id as it from delivery where run_id = $1 and seq = 1', [runId]))[0] as string
  const event = ({ applicationId }: ApplicationOwner, runId: string, kind: number, detail: object, minutes = 0) =>
    kit.database.pool.query(
      `insert into event (application_id, run_id, seq, event_id, kind, at, source, detail)
       values ($1, $2, 1, gen_random_uuid(), $3, now() + make_interval(mins => $5), 'recipient', $4)`,
      [applicationId, runId, kind, JSON.stringify(detail), minutes],
    )

  test('is its timeline, newest first and in pages; the last entry is where it began', async () => {
    const { who, runId, uuid } = await sent()
    await event(who, runId, 4, { browser: 'Firefox', system: 'Linux' }, 1)
    await event(who, runId, 6, { way: 'one_click' }, 2)
    const page = (query: string, as = who) => call<TimelineEntry[]>('GET', `/${uuid}/timeline?${query}`, undefined, as)
    const { data, headers } = await page('')
    expect(data.map(entry => entry.kind)).toEqual(['unsubscribed', 'opened', 'sent', 'added'])
    expect(data[1]).toMatchObject({
      text: 'Opened in Firefox on Linux.',
      run: { run_uuid: runId, name: 'Autumn restock' },
    })
    expect(headers['x-notifly-total-count']).toBe('4')
    const pages = await Promise.all([1, 2, 3].map(no => page(`per_page=2&page=${no}`)))
    expect(pages.flatMap(each => each.data)).toEqual(data)
    expect((await page('', stranger)).status).toBe(404)
  })

  test('has what a provider reports to the second in the order in which it happened', async () => {
    const { who, runId, uuid } = await sent()
    await kit.database.pool.query(
      `update delivery set sent_at = date_trunc('second', sent_at) + interval '0.4 seconds' where run_id = $1`,
      [runId],
    )
    for (const kind of [5, 8, 4, 1]) {
      await kit.database.pool.query(
        `insert into event (application_id, run_id, seq, event_id, kind, at, source)
         select application_id, run_id, seq, gen_random_uuid(), $2, date_trunc('second', sent_at), 'provider'
         from delivery where run_id = $1 and seq = 1`,
        [runId, kind],
      )
    }
    const pages = [1, 2, 3].map(no =>
      call<TimelineEntry[]>('GET', `/${uuid}/timeline?per_page=2&page=${no}`, undefined, who),
    )
    const entries = (await Promise.all(pages)).flatMap(({ data }) => data)
    expect(entries.map(({ kind }) => kind)).toEqual(['clicked', 'opened', 'delivered', 'passed_on', 'sent', 'added'])
  })

  test('goes with everything else into its export, in the words of its channel', async () => {
    const { who, runId, uuid } = await sent()
    await event(who, runId, 4, { browser: 'Firefox' })
    const { data, status } = await call<PersonExport>('POST', `/${uuid}/export`, undefined, who)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      contact: { uuid },
      deliveries: [{ campaign: 'Autumn restock', state: 'sent', events: [{ kind: 'opened' }] }],
    })
    expect(data.deliveries[0]?.address).toContain('@')
    expect((await call('POST', `/${uuid}/export`, undefined, stranger)).status).toBe(404)

    for (const [channel, state] of [
      ['email', 'bounced'],
      ['whatsapp', 'failed'],
    ]) {
      await kit.database.pool.query(`update run set channel = $2 where run_id = $1`, [runId, channel])
      await kit.database.pool.query(`update delivery set state = $2 where run_id = $1`, [runId, STATE.bounced])
      const again = await call<PersonExport>('POST', `/${uuid}/export`, undefined, who)
      expect(again.data.deliveries).toMatchObject([{ channel, state }])
    }
  })

  test('names nobody any more once the person is erased, while counts stay; who had left is not written to again', async () => {
    const { who, runId, uuid } = await sent()
    const { email } = (await call<Contact>('GET', `/${uuid}`, undefined, who)).data
    await event(who, runId, 5, { link: '1', browser: 'Firefox', network: 'abc' })
    await kit.database.pool.query(
      `insert into suppression (application_id, channel, address_key, reason, created_at) values ($1, 'email', $2, 'unsubscribe', now())`,
      [who.applicationId, email?.toLowerCase()],
    )
    await kit.database.pool.query(
      `insert into report (report_id, provider, application_id, received_at, raw) values (gen_random_uuid(), 'smtp', $1, now(), $2)`,
      [who.applicationId, Buffer.from(`To: <${email?.toUpperCase()}>\n\xff`, 'latin1')],
    )
    const counters = () =>
      column(`select state || ':' || n as it from run_counter where run_id = '${runId}' order by 1`)
    const before = await counters()
    expect((await call('POST', `/${uuid}/erase`, {}, stranger)).status).toBe(404)
    expect((await call('POST', `/${uuid}/erase`, {}, who)).status).toBe(200)
    expect(await counters()).toEqual(before)
    for (const table of await personalTables()) {
      const text = `select t::text as it from ${table} t where t::text ilike '%' || $1 || '%'`
      const others = table === 'contact' || table.startsWith('delivery')
      const found = await column(others ? `${text} and application_id = '${who.applicationId}'` : text, [email])
      expect({ table, found }).toEqual({ table, found: [] })
    }
    expect(await column(`select encode(raw, 'escape') as it from report where raw <> ''`)).toEqual([])
    expect(await column(`select detail as it from event where run_id = $1`, [runId])).toEqual([{ link: '1' }])
    const file = { name: 'back.csv', content: `email\n${email}\n` }
    await files.importAs(who, file, 'Back')
    const [back] = (await call<Contact[]>('GET', `?search=${email}`, undefined, who)).data
    expect(back?.channels.email?.status).toBe('unsubscribed')
    expect(await column('select address_hash as it from erased_address')).toEqual([])
  })
})

/** Every table of ours, leaves of partitions included. */
async function personalTables(): Promise<string[]> {
  const names = await column(
    `select format('%I', relname) as it from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return names as string[]
}
