/** Who gets which alert, in which browser and words, and what never leaves. */
import { ALERT_BROWSERS_MAX, type Alerts } from '@notifly/contracts/alerts/alerts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pauseRun, resumeRun } from '../../engine/runs/runs.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { type ApplicationOwner, type Person, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { addContacts, addSegment, setUpEmail } from '../../testing/campaigns.ts'
import { startPushService, type TestBrowser } from '../../testing/channels/push-service.ts'
import { REQUEST_ALERT } from './alert-job.ts'
import { alertOfTroubles } from './alerts.ts'
import { sendCampaignAlert } from './campaign-alert.ts'
import { sendRequestAlert } from './request-alert.ts'

const service = await startPushService()
afterAll(() => service.close())
const kit = await testApp({
  config: { pushOrigins: [service.origin], systemMailFrom: 'Notifly <notices@notifly.example>' },
})
const { call, database } = kit
const team = approvalTeamOf(kit)
const limit = createRateLimit(database.pool, { name: 'tried-alert', attempts: 1000, perSeconds: 3600 })

beforeEach(() => {
  service.received.length = 0
  service.answers.clear()
})

const register = ({ bearer }: Person, { endpoint, p256dh, auth }: TestBrowser) =>
  call<{ uuid: string }>('POST', '/authP/alerts/browsers', { bearer, body: { endpoint, p256dh, auth } })

async function browserOf(person: Person): Promise<TestBrowser> {
  const browser = service.newBrowser()
  expect((await register(person, browser)).status).toBe(200)
  return browser
}

const read = async ({ bearer }: Person) => (await call<Alerts>('GET', '/authP/alerts', { bearer })).data

const create = ({ bearer }: ApplicationOwner, name = 'Spring offer') =>
  call('POST', '/api/template', { bearer, body: { type: 'Email', name, html: '<p>Secret words</p>' } })

const pathOf = ({ endpoint }: TestBrowser) => new URL(endpoint).pathname
const alertsOf = (browser: TestBrowser) =>
  service.received.filter(({ path }) => path === pathOf(browser)).map(({ body }) => browser.open(body).notification)

/** Until as many have come, in the order in which they came. */
async function alerted(browser: TestBrowser, count = 1): Promise<Record<string, unknown>[]> {
  await expect.poll(() => alertsOf(browser).length, { timeout: 20_000 }).toBe(count)
  return alertsOf(browser)
}

/** Jobs that could run by now are done. */
async function settled(): Promise<void> {
  const due = () => database.pool.query('select 1 from graphile_worker.jobs where run_at <= now()')
  await expect.poll(async () => (await due()).rowCount, { timeout: 20_000 }).toBe(0)
}

describe('a request', () => {
  test('asks approvers, each in their language; its decision takes the place of the question, and its maker is told', async () => {
    const owner = await kit.withApplication(await kit.signUpAndIn({ locale: 'fr' }))
    const maker = await team.maker(owner, await kit.signUpAndIn({ name: 'Kiran Rao', locale: 'es' }))
    const validator = await team.validator(owner, await kit.signUpAndIn({ name: 'Vera Lind' }))
    const stranger = await kit.withApplication()
    const [owners, makers, validators, strangers] = await Promise.all(
      [owner, maker, validator, stranger].map(browserOf),
    )
    if (!owners || !makers || !validators || !strangers) throw new Error('no browsers')

    const approvalId = heldAs(await create(maker))
    const tag = approvalId.replaceAll('-', '')
    const path = `applications/${owner.applicationId}/settings/approvals#request-${approvalId}`
    const { publicUrl } = kit.deps.config
    expect(await alerted(owners)).toMatchObject([
      {
        title: 'Kiran Rao demande votre approbation',
        body: '« Spring offer » dans Shop',
        navigate: `${publicUrl}/fr/${path}`,
        lang: 'fr',
        tag,
      },
    ])
    expect(await alerted(validators)).toMatchObject([
      { title: 'Kiran Rao requests your approval', navigate: `${publicUrl}/${path}`, tag },
    ])
    const [sent] = service.received
    const [, token = '', key = ''] = /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, k=([\w-]+)$/.exec(
      sent?.headers.authorization ?? '',
    ) ?? ['']
    expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toMatchObject({
      aud: service.origin,
      sub: 'mailto:notices@notifly.example',
    })
    expect(key).toBe((await read(maker)).application_server_key)
    expect(sent?.headers).toMatchObject({ topic: tag, 'content-encoding': 'aes128gcm' })

    await team.decide(validator, approvalId, 'reject', 'Too loud.')
    const over = { title: 'Request decided', body: '“Spring offer” in Shop', tag, silent: true }
    expect((await alerted(validators, 2))[1]).toMatchObject(over)
    expect((await alerted(owners, 2))[1]).toMatchObject({ title: 'Demande traitée', silent: true })
    expect(await alerted(makers)).toMatchObject([{ title: 'Vera Lind rechazó su solicitud', tag }])
    expect(alertsOf(strangers)).toEqual([])
    expect(JSON.stringify([...alertsOf(owners), ...alertsOf(makers)])).not.toMatch(/Secret words|Too loud|\{\w+\}/)
  })

  test('on a contact is not named by the person', async () => {
    const owner = await kit.withApplication()
    const browser = await browserOf(owner)
    const { bearer } = await team.maker(owner)
    heldAs(await call('POST', '/api/audience', { bearer, body: { email: 'asha@example.com' } }))
    expect(await alerted(browser)).toMatchObject([{ body: 'In Shop' }])
  })

  test('alerts nobody who lost the right, left, or is of another organization, and asks nobody once it is decided', async () => {
    const owner = await kit.withApplication()
    const maker = await team.maker(owner)
    const validator = await team.validator(owner)
    const leaver = await team.validator(owner)
    const stranger = await kit.withApplication()
    const approvalId = heldAs(await create(maker))
    const people = [owner, maker, validator, leaver, stranger]
    const browsers = await Promise.all(people.map(browserOf))
    const payload = {
      application_id: owner.applicationId,
      approval_id: approvalId,
      account_ids: people.map(({ user }) => user.uuid),
    }
    const reached = () => browsers.map(browser => alertsOf(browser).length)
    await sendRequestAlert(kit.deps, limit, { ...payload, kind: 'asked' })
    expect(reached()).toEqual([1, 0, 1, 1, 0])

    const role = await team.addRole(owner, { permissions: { 101: [4, 0] } })
    const change = (fields: object, { user }: Person) =>
      database.kysely.updateTable('member').set(fields).where('account_id', '=', user.uuid).execute()
    await change({ role_id: role }, validator)
    await change({ status: 'disabled' }, leaver)
    await sendRequestAlert(kit.deps, limit, { ...payload, kind: 'asked' })
    expect(reached()).toEqual([2, 0, 1, 1, 0])

    await team.decide(owner, approvalId, 'approve')
    await settled()
    service.received.length = 0
    await sendRequestAlert(kit.deps, limit, { ...payload, kind: 'asked' })
    expect(reached()).toEqual([0, 0, 0, 0, 0])
    // Who subscribed after the question has nothing to put right.
    await sendRequestAlert(kit.deps, limit, { ...payload, kind: 'over', asked_at: 0 })
    expect(reached()).toEqual([0, 0, 0, 0, 0])
  })

  test('alerts nobody who does not want that kind, and one person sixty times an hour', async () => {
    const owner = await kit.withApplication()
    const maker = await team.maker(owner)
    const [asked, told] = [await browserOf(owner), await browserOf(maker)]
    const choose = (body: object) => call('PUT', '/authP/alerts', { bearer: maker.bearer, body })
    expect((await choose({ requests: true, decisions: false, campaigns: true })).status).toBe(200)
    expect((await read(maker)).kinds).toEqual({ requests: true, decisions: false, campaigns: true })
    const approvalId = heldAs(await create(maker))
    await alerted(asked)
    await team.decide(owner, approvalId, 'approve')
    await alerted(asked, 2)
    await settled()
    expect(alertsOf(told)).toEqual([])

    const few = createRateLimit(database.pool, { name: 'few-alerts', attempts: 1, perSeconds: 3600 })
    const payload = { application_id: owner.applicationId, approval_id: approvalId, account_ids: [owner.user.uuid] }
    for (let n = 0; n < 3; n++) await sendRequestAlert(kit.deps, few, { ...payload, kind: 'over' })
    expect(alertsOf(asked)).toHaveLength(3)
  })
})

describe('a push service', () => {
  test('that knows the browser no more has it forgotten; one that asks for patience gets that browser’s alert later', async () => {
    const owner = await kit.withApplication()
    const [gone, busy] = [await browserOf(owner), await browserOf(await team.renew(owner))]
    service.answers.set(pathOf(gone), { status: 410 })
    service.answers.set(pathOf(busy), { status: 429, headers: { 'retry-after': '120' } })
    const approvalId = heldAs(await create(await team.maker(owner)))
    await alerted(gone)
    await alerted(busy)
    await settled()
    expect((await read(owner)).browsers).toHaveLength(1)

    const { rows } = await database.pool.query<{ payload: unknown; seconds: number }>(
      `select payload, extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 and run_at > now()`,
      [REQUEST_ALERT],
    )
    expect(rows).toMatchObject([{ payload: { approval_id: approvalId, again: { times: 1 } } }])
    expect(rows[0]?.seconds).toBeGreaterThan(100)
    service.answers.clear()
    await sendRequestAlert(kit.deps, limit, rows[0]?.payload)
    expect([alertsOf(gone).length, alertsOf(busy).length]).toEqual([1, 2])
  })
})

describe('a browser', () => {
  test('must be of a known push service, with keys that are some', async () => {
    const owner = await kit.signUpAndIn()
    const browser = service.newBrowser()
    const wrong = [
      { endpoint: 'https://evil.example/push/1' },
      { endpoint: 'http://fcm.googleapis.com/fcm/send/1' },
      { endpoint: `${service.origin}/${'x'.repeat(2000)}` },
      { p256dh: 'A'.repeat(87) },
      { auth: 'A'.repeat(31) },
    ]
    for (const field of wrong) {
      const { status, body } = await register(owner, { ...browser, ...field })
      expect([field, status, body.success]).toEqual([field, 400, false])
    }
    expect((await read(owner)).browsers).toEqual([])
  })

  test('is its session’s: it is named by that, replaced with a new subscription, and gone when the session ends', async () => {
    const person = await kit.signUpAndIn()
    await browserOf(person)
    await browserOf(person)
    const again = await team.renew(person)
    await browserOf(again)
    const listed = (await read(again)).browsers
    expect(listed.map(({ is_current }) => is_current)).toEqual([true, false])

    await call('POST', '/authP/logout', { bearer: again.bearer })
    expect(await read(person)).toMatchObject({ browsers: [{ is_current: true }] })
  })

  test('goes to who signs in next, and to nobody who only knows its address', async () => {
    const [first, second] = [await kit.signUpAndIn(), await kit.signUpAndIn()]
    const browser = await browserOf(first)
    const { p256dh, auth } = service.newBrowser()
    expect((await register(second, { ...browser, p256dh, auth })).status).toBe(409)
    expect((await register(second, browser)).status).toBe(200)
    expect([(await read(first)).browsers.length, (await read(second)).browsers.length]).toEqual([0, 1])
  })

  test('is one of ten at most, and removed by its own person alone', async () => {
    const person = await kit.signUpAndIn()
    let last = person
    for (let n = 0; n < ALERT_BROWSERS_MAX; n++) {
      last = await team.renew(person)
      await browserOf(last)
    }
    expect(await register(person, service.newBrowser())).toMatchObject({
      status: 409,
      body: { key: 'alerts.mostBrowsers', values: { most: ALERT_BROWSERS_MAX } },
    })
    // What replaces one is none more.
    await browserOf(last)
    const [browser] = (await read(person)).browsers
    const remove = ({ bearer }: Person) => call('DELETE', `/authP/alerts/browsers/${browser?.uuid}`, { bearer })
    expect((await remove(await kit.signUpAndIn())).status).toBe(404)
    expect((await remove(person)).status).toBe(200)
    expect((await read(person)).browsers).toHaveLength(ALERT_BROWSERS_MAX - 1)
  })
})

describe('a campaign', () => {
  test('that the product pauses is told to whom it belongs, once an hour, and one that a person pauses is not', async () => {
    const owner = await kit.withApplication()
    const reader = await team.validator(owner)
    const [own, other] = [await browserOf(owner), await browserOf(reader)]
    await setUpEmail(kit, owner)
    const contacts = await addContacts(kit, owner, ['ann@example.com'])
    const audience = { segment_uuids: [await addSegment(kit, owner, 'Subscribers', contacts)] }
    const schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1 } }
    const campaign = { campaignName: 'Autumn sale', emailSubject: 'Hi', emailBody: '<p>x</p>', audience, schedule }
    const { data } = await call<{ uuid: string }>('POST', '/api/notifications/schedule/email', {
      bearer: owner.bearer,
      body: campaign,
    })
    await settled()
    const run = { applicationId: owner.applicationId, campaignId: data.uuid }
    const look = async () => {
      await alertOfTroubles(kit.deps)
      await settled()
      return alertsOf(own).length
    }
    const db = database.kysely
    await pauseRun(db, run)
    expect(await look()).toBe(0)
    await resumeRun(db, run)
    await pauseRun(db, run, sentence('channels.notConfigured'))
    expect(await look()).toBe(1)
    expect(alertsOf(own)).toMatchObject([
      {
        title: 'Campaign paused',
        body: '“Autumn sale” in Shop',
        navigate: `${kit.deps.config.publicUrl}/applications/${owner.applicationId}/notification/campaign/${data.uuid}`,
      },
    ])
    expect(alertsOf(other)).toEqual([])
    await resumeRun(db, run)
    expect(await look()).toBe(1)
    await pauseRun(db, run, sentence('channels.notConfigured'))
    kit.clock.advance(59 * 60_000)
    expect(await look()).toBe(1)
    kit.clock.advance(2 * 60_000)
    expect(await look()).toBe(2)
    kit.clock.advance(2 * 3_600_000)
    expect(await look()).toBe(2)

    await resumeRun(db, run)
    await look()
    kit.clock.advance(2 * 3_600_000)
    await look()
    const lane = { blocked_since: kit.clock.now(), blocked_reason: 'x' }
    await db.updateTable('lane').set(lane).where('application_id', '=', owner.applicationId).execute()
    expect(await look()).toBe(2)
    kit.clock.advance(6 * 60_000)
    expect(await look()).toBe(3)
    expect(alertsOf(own)[2]).toMatchObject({ title: 'Campaign can’t send' })

    const role = await team.addRole(owner, { permissions: { 101: [4, 1] } })
    const payload = { application_id: owner.applicationId, campaign_id: data.uuid, trouble: 'paused' }
    await db.updateTable('member').set({ role_id: role }).where('account_id', '=', owner.user.uuid).execute()
    await sendCampaignAlert(kit.deps, limit, { ...payload, account_ids: [owner.user.uuid] })
    expect(alertsOf(own)).toHaveLength(3)
  })
})
