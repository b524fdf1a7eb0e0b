import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { describe, expect, test, vi } from 'vitest'
import { PASSWORD, testApp, type ApplicationOwner } from '../../testing/app.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { HIDDEN, recordAudit } from './audit.ts'

const kit = await testApp()
const { call, database } = kit
const db = database.kysely

const trail = ({ bearer }: ApplicationOwner, query = '') =>
  call<AuditEntry[]>('GET', `/authP/audit?per_page=100${query}`, { bearer })

const rename = (owner: ApplicationOwner, name: string, headers: Record<string, string> = {}) =>
  call('POST', '/api/verticals', { bearer: owner.bearer, body: { uuid: owner.applicationId, name }, headers })

/** An entry that no route writes. */
const entryBy = (owner: ApplicationOwner) => ({
  organizationId: owner.organizationId,
  applicationId: owner.applicationId,
  actor: { accountId: owner.user.uuid, name: owner.user.name, email: owner.email },
  origin: { address: '198.51.100.7', userAgent: 'curl/8', requestId: 'r1' },
})

describe('the audit trail', () => {
  test('says who did what, when and from where, and what differs', async () => {
    const owner = await kit.withApplication()
    const startedAt = kit.clock.now()
    expect((await rename(owner, 'Bazaar', { 'user-agent': 'Safari 20' })).status).toBe(200)
    const { data } = await trail(owner)
    expect(data.map(({ action }) => action)).toEqual([
      'application.update',
      'application.create',
      'organization.create',
    ])
    const [entry] = data
    expect(entry).toEqual({
      uuid: expect.any(String),
      at: expect.any(String),
      actor: { kind: 'account', uuid: owner.user.uuid, name: 'Asha Raman', email: owner.email },
      action: 'application.update',
      object: { type: 'application', id: owner.applicationId, name: 'Bazaar' },
      application: { uuid: owner.applicationId, name: 'Bazaar' },
      before: { name: 'Shop' },
      after: { name: 'Bazaar' },
      address: '127.0.0.1',
      user_agent: 'Safari 20',
      request_id: expect.any(String),
    })
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(startedAt.getTime())
  })

  test('of the active application alone is its usage log', async () => {
    const owner = await kit.withApplication()
    await rename(owner, 'Bazaar')
    const logs = await call<AuditEntry[]>('GET', '/api/usage-logs?per_page=1', owner)
    expect([logs.data.map(({ action }) => action), logs.headers['x-notifly-total-count']]).toEqual([
      ['application.update'],
      '2',
    ])
    const other = await call<AuditEntry[]>('GET', `/api/usage-logs`, await kit.withApplication())
    expect(other.data.map(({ object }) => object.name)).toEqual(['Shop'])
  })

  test('holds no secret and no name of a contact, only that something changed', async () => {
    const owner = await kit.withApplication()
    const now = kit.clock.now()
    const settings = { host: 'mail.example.com', password: 'before-secret', key: null }
    const hidden = ['password', 'key', 'email'] as const
    const by = entryBy(owner)
    await recordAudit(
      db,
      {
        ...by,
        action: 'channel.update',
        object: { type: 'channel', id: null, name: 'email' },
        before: settings,
        after: { ...settings, password: 'after-secret', key: 'new-secret' },
        hidden,
      },
      now,
    )
    const contact = { type: 'contact', id: owner.user.uuid, name: 'Ravi Kumar' }
    await recordAudit(
      db,
      {
        ...by,
        action: 'contact.update',
        object: contact,
        before: { email: 'ravi@example.com' },
        after: { email: 'r@example.com' },
        hidden,
      },
      now,
    )
    const [ofContact, ofChannel] = (await trail(owner)).data
    expect(ofChannel).toMatchObject({
      before: { password: HIDDEN, key: null },
      after: { password: HIDDEN, key: HIDDEN },
    })
    expect(ofContact).toMatchObject({ object: { name: '' }, before: { email: HIDDEN }, after: { email: HIDDEN } })
    const stored = JSON.stringify(await db.selectFrom('audit_entry').selectAll().execute())
    for (const secret of ['before-secret', 'after-secret', 'new-secret', 'Ravi', 'ravi@'])
      expect(stored).not.toContain(secret)
  })

  test('tells each organization who signs in, fails to, and leaves', async () => {
    const owner = await kit.withApplication()
    const wrong = { email: owner.email, password: 'not the password 1!' }
    expect((await call('POST', '/authP/login', { body: wrong })).status).toBe(400)
    await call('POST', '/authP/login', { body: { ...wrong, email: 'nobody-at-all@example.com' } })
    const again = await call<UserDetails>('POST', '/authP/login', { body: { ...wrong, password: PASSWORD } })
    await call('POST', '/authP/logout', { bearer: again.data.token })
    await vi.waitFor(
      async () => {
        const { data } = await trail(owner, '&object=account')
        expect(data.map(({ action }) => action).sort()).toEqual([
          'account.sign-in',
          'account.sign-in-failed',
          'account.sign-out',
        ])
        expect(data.every(({ actor, object }) => actor.email === owner.email && object.name === 'Asha Raman')).toBe(
          true,
        )
      },
      { timeout: 20_000 },
    )
  })

  test('is written with the change or not at all', async () => {
    const owner = await kit.withApplication()
    const before = (await trail(owner)).headers['x-notifly-total-count']
    const failing = db.transaction().execute(async tx => {
      await recordAudit(
        tx,
        { ...entryBy(owner), action: 'role.update', object: { type: 'role', id: null, name: 'Maker' } },
        kit.clock.now(),
      )
      throw new Error('the change fails')
    })
    await expect(failing).rejects.toThrow('the change fails')
    expect((await trail(owner)).headers['x-notifly-total-count']).toBe(before)
  })

  test.each([
    `update audit_entry set action = 'role.delete'`,
    `delete from audit_entry`,
    `truncate audit_entry cascade`,
    `update audit_person set name = 'Somebody else'`,
    `delete from audit_person`,
    `truncate audit_person`,
  ])('refuses %s', async statement => {
    await kit.withApplication()
    await expect(database.pool.query(statement)).rejects.toThrow('the audit trail cannot be changed')
  })

  test.each(['deleted', 'erased'])('forgets a person whose account is %s, not what they did', async way => {
    const owner = await kit.withApplication()
    const leaver = await kit.signUpAndIn({ name: 'Meera Nair' })
    const by = { ...entryBy(owner), actor: { accountId: leaver.user.uuid, name: 'Meera Nair', email: leaver.email } }
    const object = { type: 'account', id: leaver.user.uuid, name: 'Meera Nair' }
    await recordAudit(db, { ...by, action: 'member.update', object }, kit.clock.now())
    expect((await trail(owner, '&search=meera')).data).toMatchObject([{ object: { name: 'Meera Nair' } }])

    if (way === 'deleted') await db.deleteFrom('account').where('account_id', '=', leaver.user.uuid).execute()
    else
      await db
        .updateTable('account')
        .set({ erased_at: kit.clock.now() })
        .where('account_id', '=', leaver.user.uuid)
        .execute()
    const [entry] = (await trail(owner, `&actor=${leaver.user.uuid}`)).data
    expect(entry).toMatchObject({
      actor: { kind: 'deleted', uuid: leaver.user.uuid, name: '', email: '' },
      object: { name: '' },
      address: '',
    })
    expect((await trail(owner, '&search=meera')).data).toEqual([])
    await db.deleteFrom('organization').where('organization_id', '=', owner.organizationId).execute()
    const rest = await db
      .selectFrom('audit_entry')
      .where('organization_id', '=', owner.organizationId)
      .selectAll()
      .execute()
    expect(rest).toEqual([])
  })
})

describe('reading the audit trail', () => {
  test('is filtered by actor, action, object, day and words, and paged newest first', async () => {
    const owner = await kit.withApplication()
    for (const name of ['One', 'Two', 'Three']) await rename(owner, name)
    const named = { type: 'role', id: 'role-7', name: 'Night shift' }
    const actor = { ...entryBy(owner), action: 'role.create', object: named, after: { group: 1 } } as const
    await recordAudit(db, { ...actor, actor: 'sla', origin: null }, new Date('2026-01-31T20:00:00Z'))

    const actions = async (query: string) => (await trail(owner, query)).data.map(({ action }) => action)
    const renames = ['application.update', 'application.update', 'application.update']
    expect(await actions('&action=application.update')).toEqual(renames)
    expect(await actions(`&object=${owner.applicationId.toUpperCase()}&search=T`)).toContain('application.update')
    expect(await actions('&object=role')).toEqual(['role.create'])
    expect(await actions('&object=role-7')).toEqual(['role.create'])
    expect(await actions('&actor=sla')).toEqual(['role.create'])
    expect(await actions(`&actor=${owner.user.uuid}`)).not.toContain('role.create')
    expect(await actions('&search=NIGHT')).toEqual(['role.create'])
    expect(await actions('&from=2026-01-31&to=2026-01-31')).toEqual(['role.create'])
    expect(await actions('&to=2026-01-30')).toEqual([])

    const page = await call<AuditEntry[]>('GET', '/authP/audit?per_page=2&page=2&action=application.update', owner)
    expect(page.data.map(({ after }) => after)).toEqual([{ name: 'One' }])
    expect(page.headers).toMatchObject({ 'x-notifly-total-count': '3', 'x-notifly-previous-page': '1' })
    const people = await call('GET', '/authP/audit/actors', owner)
    expect(people.data).toEqual([{ uuid: owner.user.uuid, name: 'Asha Raman', email: owner.email }])
    expect((await trail(owner, '&from=2026-02-31')).status).toBe(400)
  })

  test('is exported as CSV with the same filter', async () => {
    const owner = await kit.withApplication()
    await rename(owner, '=cmd')
    const url = '/authP/audit/export?action=application.update'
    const { body, headers } = await kit.app.inject({ url, headers: { authorization: `Bearer ${owner.bearer}` } })
    expect(headers['content-type']).toContain('text/csv')
    const lines = body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`application.update,application,${owner.applicationId},'=cmd,'=cmd,`)
  })

  test('shows the organization of the reader only, to roles that may read it', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    await rename(owner, 'Private')
    expect(JSON.stringify((await trail(stranger)).data)).not.toContain('Private')
    expect((await trail(stranger, `&organization_uuid=${owner.organizationId}`)).status).toBe(404)

    const reader = await kit.signUpAndIn()
    const { uuid: account_id } = reader.user
    const role = { role_id: DEFAULT_ROLE_IDS.creator, status: 'active', created_at: kit.clock.now() }
    await db
      .insertInto('member')
      .values({ organization_id: owner.organizationId, account_id, ...role })
      .execute()
    expect((await call('GET', '/authP/audit', reader)).status).toBe(403)
    expect((await call('GET', '/authP/audit')).status).toBe(401)
  })
})
