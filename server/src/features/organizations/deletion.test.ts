import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type ApplicationOwner, type Person } from '../../testing/app.ts'
import { teamOf } from '../../testing/members.ts'
import { eraseDeletedApplication } from '../applications/delete-application.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { eraseOrganization } from './delete-organization.ts'

const kit = await testApp()
const { call, database, deps } = kit
const team = teamOf(kit)

const MONTH_MS = 30 * 86_400_000

const deleteOrganization = ({ bearer }: Pick<Person, 'bearer'>, uuid: string, body: object) =>
  call('DELETE', `/authP/organization?uuid=${uuid}`, { bearer, body })
const deleteApplication = ({ bearer }: Pick<Person, 'bearer'>, uuid: string, body: object) =>
  call('DELETE', `/api/verticals?application_uuid=${uuid}`, { bearer, body })

/** A campaign that waits for its moment. */
async function schedule({ applicationId, user }: ApplicationOwner, status: string): Promise<void> {
  const now = kit.clock.now()
  const row = { application_id: applicationId, campaign_id: crypto.randomUUID(), channel: 'email', status }
  await database.kysely
    .insertInto('campaign')
    .values({
      ...row,
      name: 'Winter sale',
      created_by: user.uuid,
      created_at: now,
      updated_by: user.uuid,
      updated_at: now,
    })
    .execute()
}

async function rowsOf(
  table: 'template' | 'application' | 'member' | 'organization' | 'audit_entry' | 'report' | 'report_bytes',
  column: string,
  id: string,
) {
  const { rows } = await database.pool.query(`select 1 from ${table} where ${column} = $1`, [id])
  return rows.length
}

describe('deleting an application', () => {
  test('takes the right, the password, its name, and that nothing is under way', async () => {
    const owner = await kit.withApplication()
    const { applicationId } = owner
    const maker = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.creator)
    expect((await deleteApplication(maker, applicationId, { name: 'Shop', password: PASSWORD })).status).toBe(403)
    expect((await deleteApplication(await kit.withApplication(), applicationId, { name: 'Shop' })).status).toBe(404)
    expect((await deleteApplication(owner, applicationId, { name: 'Shop' })).body.error_code).toBe(1006)
    const misspelt = await deleteApplication(owner, applicationId, { name: 'shop', password: PASSWORD })
    expect([misspelt.status, misspelt.body.errors?.[0]?.field]).toEqual([400, 'name'])

    await schedule(owner, 'scheduled')
    const busy = await deleteApplication(owner, applicationId, { name: 'Shop', password: PASSWORD })
    expect([busy.status, busy.body.data]).toEqual([
      409,
      { campaigns: [{ uuid: expect.any(String), name: 'Winter sale', application_name: 'Shop', status: 'scheduled' }] },
    ])
    await database.pool.query("update campaign set status = 'cancelled' where application_id = $1", [applicationId])
    expect((await deleteApplication(owner, applicationId, { name: 'Shop', password: PASSWORD })).status).toBe(200)

    // Its own token is dead, and cannot be found.
    expect((await call('GET', '/api/template', owner)).status).toBe(401)
    const { bearer } = await signInAgain(owner)
    expect((await call('GET', `/api/verticals/${applicationId}`, { bearer })).body.error_code).toBe(1071)
    expect((await deleteApplication({ bearer }, applicationId, { name: 'Shop', password: PASSWORD })).status).toBe(404)
  })

  test('erases it thirty days later with all that it had, and nothing else', async () => {
    const owner = await kit.withApplication()
    const neighbour = await kit.withApplication()
    for (const each of [owner, neighbour]) await call('POST', '/api/template', { ...each, body: TEMPLATE })
    const { applicationId } = owner
    await database.pool.query(
      `insert into report (report_id, provider, application_id, received_at, raw) values (gen_random_uuid(), 'smtp', $1, now(), '')`,
      [applicationId],
    )
    expect((await deleteApplication(owner, applicationId, { name: 'Shop', password: PASSWORD })).status).toBe(200)
    const payload = { application_id: applicationId }
    await eraseDeletedApplication(deps, payload)
    expect(await rowsOf('template', 'application_id', applicationId)).toBe(1)

    await eraseDeletedApplication(
      { ...deps, clock: { now: () => new Date(kit.clock.now().getTime() + MONTH_MS) } },
      payload,
    )
    expect(await rowsOf('template', 'application_id', applicationId)).toBe(0)
    expect(await rowsOf('application', 'application_id', applicationId)).toBe(0)
    expect(await rowsOf('report', 'application_id', applicationId)).toBe(0)
    expect(await rowsOf('report_bytes', 'application_id', applicationId)).toBe(0)
    expect(await rowsOf('template', 'application_id', neighbour.applicationId)).toBe(1)
    // What was done stays in the organization's trail.
    expect(await rowsOf('audit_entry', 'application_id', applicationId)).toBeGreaterThan(0)
    const job = await database.pool.query<{ days: number }>(
      `select extract(epoch from run_at - created_at) / 86400 as days from graphile_worker.jobs
       where task_identifier = 'erase-application'`,
    )
    expect(Math.round(Number(job.rows.at(-1)?.days))).toBe(30)
  })
})

describe('deleting an organization', () => {
  test("is an Owner's act, with its name typed and nothing under way", async () => {
    const owner = await kit.withApplication()
    const { organizationId } = owner
    const admin = await team.join(organizationId, DEFAULT_ROLE_IDS.admin)
    const typed = { name: 'Palmyra', password: PASSWORD }
    expect((await deleteOrganization(admin, organizationId, typed)).status).toBe(403)
    expect((await deleteOrganization(await kit.withApplication(), organizationId, typed)).body.error_code).toBe(1071)
    expect((await deleteOrganization(owner, organizationId, { name: 'Palmyra' })).body.error_code).toBe(1006)
    expect((await deleteOrganization(owner, organizationId, { ...typed, name: 'Palmira' })).status).toBe(400)
    expect((await deleteOrganization(owner, organizationId, { ...typed, name: ' Palmyra ' })).status).toBe(200)
    expect((await call('GET', '/authP/organization', await signInAgain(owner))).data).toEqual([])
    expect((await call('GET', '/authP/user', { bearer: admin.bearer })).status).toBe(403)
  })

  test('is refused while a campaign runs, and erases everything thirty days later', async () => {
    const owner = await kit.withApplication()
    const { organizationId, applicationId } = owner
    const typed = { name: 'Palmyra', password: PASSWORD }
    await call('POST', '/api/template', { ...owner, body: TEMPLATE })
    await schedule(owner, 'executing')
    expect((await deleteOrganization(owner, organizationId, typed)).status).toBe(409)
    await database.pool.query("update campaign set status = 'sent' where application_id = $1", [applicationId])
    expect((await deleteOrganization(owner, organizationId, typed)).status).toBe(200)

    const payload = { organization_id: organizationId }
    await eraseOrganization(deps, payload)
    expect(await rowsOf('organization', 'organization_id', organizationId)).toBe(1)
    const later = { ...deps, clock: { now: () => new Date(kit.clock.now().getTime() + MONTH_MS) } }
    await eraseOrganization(later, payload)
    await eraseOrganization(later, payload)
    for (const table of ['organization', 'member', 'application', 'audit_entry'] as const) {
      expect([table, await rowsOf(table, 'organization_id', organizationId)]).toEqual([table, 0])
    }
    expect(await rowsOf('template', 'application_id', applicationId)).toBe(0)
  })
})

const TEMPLATE = { type: 'Email', name: 'Welcome', subject: 'Hello', html: '<p>Hello</p>' }

async function signInAgain({ email }: Person) {
  const answer = await call<{ token: string }>('POST', '/authP/login', { body: { email, password: PASSWORD } })
  return { bearer: answer.data.token }
}
