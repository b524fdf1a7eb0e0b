import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { Usage } from '@notifly/contracts/billing/plans'
import type { AcceptedMessage, Message, MessageResult } from '@notifly/contracts/messages/messages'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import { DEFAULT_ROLE_IDS } from '@notifly/contracts/roles/roles'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import { settleLog, writeLog } from '../../engine/log/log-writer.ts'
import { ensureEventMonths } from '../../people/events/upkeep.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { moveClockTo, setUpEmail } from '../../testing/campaigns.ts'
import { insertActivity, insertRunWithActivity } from '../../testing/engine/kept-activity.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'
import { teamOf } from '../../testing/members.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { givePlan, SELLING } from '../../testing/plans.ts'
import { newProgram } from '../../testing/programs.ts'
import { assertRoom } from '../quotas/quotas.ts'
import { createAllowance, demandMembers, visibleRangeOf, sendUsageNotices, createHoldCheck } from './usage.ts'
import { dayOf, forecastOf, monthOf } from './months.ts'

const kit = await testApp({ config: { billing: SELLING } })
const { call, clock, database, deps } = kit
const team = teamOf(kit)

beforeAll(async () => {
  await ensureLeaves(database, clock.now())
  await ensureEventMonths(database, clock.now(), deps.config.eventDays)
})

const usageOf = ({ bearer }: { bearer: string }) => call<Usage>('GET', '/api/payments/usage', { bearer })
const rowOf = ({ rows }: Usage, what: string) => rows.find(row => row.what === what)

/** Mails that were handed over at a moment. */
async function sent({ applicationId }: ApplicationOwner, n: number, at = clock.now()): Promise<void> {
  await insertActivity(
    database,
    applicationId,
    await insertRunWithActivity(database, applicationId),
    at.toISOString(),
    {
      delivered: n,
    },
  )
}

describe('usage', () => {
  test('counts what all applications of the organization sent this month and have, deleted ones’ messages too', async () => {
    const owner = await kit.withApplication()
    const { bearer, organizationId, applicationId } = owner
    await givePlan(database, organizationId, { messages: { email: 100 }, applications: 5 })
    const body = { name: 'Second', organization_uuid: organizationId }
    const second = await call<{ app_id: string }>('POST', '/api/verticals', { bearer, body })
    const other = { ...owner, applicationId: second.data.app_id }
    const counts = { accepted: 1, delivered: 2, bounced: 3, complained: 4, failed: 50 }
    await insertActivity(
      database,
      applicationId,
      await insertRunWithActivity(database, applicationId),
      clock.now().toISOString(),
      counts,
    )
    await sent(other, 7)
    await sent(owner, 1000, new Date(monthOf(clock.now()).from.getTime() - 1))
    await call('POST', '/api/audience', { bearer, body: { email: 'ann@example.com' } })
    await database.pool.query('update application set deleted_at = now() where application_id = $1', [
      second.data.app_id,
    ])
    const stranger = await kit.withApplication()
    await sent(stranger, 90)

    const { data } = await usageOf(owner)
    expect(data).toMatchObject({ plan: 'Crew', retention_days: null, held_campaigns: 0 })
    expect(rowOf(data, 'email')).toMatchObject({ used: 17, limit: 100 })
    expect(rowOf(data, 'sms')).toMatchObject({ used: 0, limit: null })
    expect(['contacts', 'members', 'applications'].map(what => rowOf(data, what))).toEqual([
      { what: 'contacts', used: 1, limit: null, forecast: null },
      { what: 'members', used: 1, limit: null, forecast: null },
      { what: 'applications', used: 1, limit: 5, forecast: null },
    ])
    expect(rowOf((await usageOf(stranger)).data, 'email')).toMatchObject({ used: 90, limit: 1000 })
    expect((await usageOf(stranger)).data.plan).toBeNull()

    const creator = await team.join(organizationId, DEFAULT_ROLE_IDS.creator)
    const path = `/api/update-notification-vertical/${applicationId}`
    const entered = await call<{ token: string }>('GET', path, { bearer: creator.bearer })
    expect((await usageOf({ bearer: entered.data.token })).status).toBe(403)
  })

  test('is forecast along a straight line, but for the first two days', () => {
    expect(forecastOf(50, new Date('2026-11-02T23:59:59Z'))).toBeNull()
    expect(forecastOf(50, new Date('2026-11-16T00:00:00Z'))).toBe(100)
    expect(forecastOf(280, new Date('2026-02-15T00:00:00Z'))).toBe(560)
  })

  test('is told to owner and admins at 80 and at 100 percent, each once a month', async () => {
    const owner = await kit.withApplication(await kit.signUpAndIn({ locale: 'es' }))
    const admin = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.admin)
    const creator = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.creator)
    await givePlan(database, owner.organizationId, { messages: { email: 1000, sms: 0 } })
    await sent(owner, 799)
    expect(await sendUsageNotices(deps)).toBe(0)
    await sent(owner, 1)
    expect(await sendUsageNotices(deps)).toBe(2)
    const { subject, text } = await kit.mailbox.next(owner.email)
    expect(subject).toBe('Ha usado el 80 % de los mensajes de correo de este mes')
    expect(text).toContain('Palmyra ha enviado 800 de los 1000 mensajes de correo')
    expect(text).toContain(`/es/applications/${owner.applicationId}/subscription`)
    expect((await kit.mailbox.next(admin.email)).subject).toBe('You’ve used 80% of this month’s email messages')
    await sent(owner, 500)
    expect(await sendUsageNotices(deps)).toBe(2)
    expect(await sendUsageNotices(deps)).toBe(0)
    expect((await kit.mailbox.next(admin.email)).text).toContain('Palmyra has sent 1,300 of the 1,000 email messages')
    expect(kit.mailbox.waiting(creator.email)).toBe(0)
  })
})

test('contacts, members and applications are refused beyond the plan, with their numbers', async () => {
  const owner = await kit.withApplication()
  const { bearer, organizationId } = owner
  await givePlan(database, organizationId, { contacts: 2, members: 2, applications: 1 })
  const add = (email: string) => call('POST', '/api/audience', { bearer, body: { email } })
  for (const name of ['a', 'b']) expect((await add(`${name}@example.com`)).status).toBe(201)
  const refused = await add('c@example.com')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Your plan has room for 2 contacts: you have 2, and this adds 1. Upgrade your plan.',
  ])
  const list = { name: 'list.csv', content: 'email\nb@example.com\nc@example.com' }
  expect((await audienceFiles(kit).verify(owner, list)).body.key).toBe('usage.contactsFull')
  // Who signs up by themselves is let in.
  const asking = { deps, db: database.kysely, actor: owner }
  await expect(assertRoom({ ...asking, isVisitor: true }, 'contacts')).resolves.toBeUndefined()
  await expect(assertRoom(asking, 'contacts')).rejects.toThrow('Upgrade your plan.')

  const invite = (email: string) =>
    call('POST', '/authP/invite', {
      bearer,
      body: { org_id: organizationId, users: [{ email, role_id: DEFAULT_ROLE_IDS.creator }] },
    })
  expect((await invite('one@example.com')).status).toBeLessThan(300)
  expect((await invite('one@example.com')).status).toBeLessThan(300)
  const second = await invite('two@example.com')
  expect([second.status, second.body.message]).toEqual([
    409,
    'Your plan has no room for another member: 2 of 2 are taken, open invitations included. Upgrade your plan.',
  ])
  const application = await call('POST', '/api/verticals', {
    bearer,
    body: { name: 'X', organization_uuid: organizationId },
  })
  expect([application.status, application.body.message]).toEqual([
    409,
    'Your plan has no room for another application: 1 of 1 are in use. Upgrade your plan.',
  ])
})

describe('messages of programs', () => {
  const today = dayOf(clock.now())
  const yesterday = new Date(today.getTime() - 1)
  const MAIL = { channel: 'email', to: 'bob@example.com', content: { subject: 'Hi', html: '<p>Hi</p>' } }

  async function programAt(standing: { before?: number; today?: number; since?: Date }) {
    const owner = await kit.withApplication()
    await givePlan(database, owner.organizationId, { messages: { email: 10 } }, standing.since)
    await setUpEmail(kit, owner)
    await sent(owner, standing.before ?? 0, yesterday)
    await sent(owner, standing.today ?? 0)
    const program = await newProgram(kit, owner, ['messages:send', 'messages:read'])
    return {
      send: (parts: object = {}) => program.call<AcceptedMessage>('POST', '/api/v1/messages', { ...MAIL, ...parts }),
      batch: (messages: object[]) => program.call<MessageResult[]>('POST', '/api/v1/messages/batch', { messages }),
      stored: async () => (await program.call<{ messages: Message[] }>('GET', '/api/v1/messages')).data.messages.length,
    }
  }

  // The first day of a month has no day before it.
  test.skipIf(yesterday < monthOf(today).from)(
    'transactional ones have a fifth more, and nothing is stored of what is refused beyond that',
    async () => {
      expect((await (await programAt({ before: 11, today: 500 })).send()).status).toBe(202)
      const over = await programAt({ before: 12 })
      const refused = await over.send()
      expect([refused.status, refused.body.key, refused.body.message]).toEqual([
        409,
        'usage.messagesUsedUp',
        'This month’s 10 messages (Email) are used up. Upgrade your plan.',
      ])
      expect((await over.batch([MAIL, MAIL])).data.map(({ status }) => status)).toEqual(['refused', 'refused'])
      expect(await over.stored()).toBe(0)
      // A plan that changed today cuts nobody off before midnight.
      expect((await (await programAt({ before: 12, since: clock.now() })).send()).status).toBe(202)
    },
  )

  test('marketing ones end at the limit, as campaigns do; what leaves in another month is not of this one', async () => {
    const program = await programAt({ today: 10 })
    const marketing = { class: 'marketing' }
    expect((await program.send(marketing)).body.key).toBe('usage.messagesUsedUp')
    expect((await program.send()).status).toBe(202)
    const next = Math.floor(monthOf(clock.now()).to.getTime() / 1000)
    expect((await program.send({ ...marketing, send_at: next })).status).toBe(202)
    expect((await (await programAt({ today: 9 })).send(marketing)).status).toBe(202)
  })

  test('of one application are judged by what was known seconds before, and do not wait while it is read again', async () => {
    const { applicationId, organizationId } = await kit.withApplication()
    await givePlan(database, organizationId, { messages: { email: 1 } })
    let nowMs = 0
    const allowance = createAllowance(deps, () => nowMs)
    const refused = async () =>
      (await allowance?.refusalsOf(applicationId))?.({ channel: 'email', isTransactional: false, sendAt: null })
    expect(await refused()).toBeNull()
    await givePlan(database, organizationId, { messages: { email: 0 } })
    expect(await refused()).toBeNull()
    nowMs = 5001
    expect(await refused()).toBeNull()
    await vi.waitFor(async () => expect(await refused()).toMatchObject({ error: 'quotaReached' }))
  })
})

test('what is older than the plan shows is left out, said so, and still there', async () => {
  const owner = await kit.withApplication()
  const { applicationId, organizationId } = owner
  const program = await newProgram(kit, owner, ['messages:send', 'messages:read', 'contacts:write', 'events:write'])
  await givePlan(database, organizationId, { retention_days: 2 })
  writeLog(deps, {
    ...{ applicationId, kind: 'outgoing', channel: 'email', status: 400, isGood: false, method: 'POST' },
    ...{ endpoint: 'smtp', currentStatus: 'bounced', source: 'SMTP', receiver: 'ann', response: '', payload: '' },
  })
  await settleLog(database)
  const { runId } = await sentRun(database, applicationId, { contacts: 1 })
  const contact = await program.call<{ uuid: string }>('PUT', '/api/v1/contacts/ann', { email: 'ann@example.com' })
  await program.call('POST', '/api/v1/events', { external_user_id: 'ann', name: 'order_completed' })
  const mail = { channel: 'email', to: 'ann', content: { subject: 'Hi', html: '<p>Hi</p>' } }
  const message = await program.call<AcceptedMessage>('POST', '/api/v1/messages', mail)
  const run = `/api/notifications/delivery/email/${runId}`
  const lists = [run, `/api/audience/${contact.data.uuid}/events`, '/api/logs?kind=outgoing']
  const timeline = `/api/audience/${contact.data.uuid}/timeline`
  const read = <Data>(path: string) => call<Data[]>('GET', path, { bearer: owner.bearer })
  const shown = async () => {
    const answers = await Promise.all([...lists, timeline].map(read))
    return {
      rows: answers.map(({ data }) => data.length),
      reach: answers.map(({ headers }) => Number(headers[PAGING_HEADERS.reachesTo.toLowerCase()] ?? 0)),
      messages: (await program.call<{ messages: Message[] }>('GET', '/api/v1/messages')).data.messages.length,
    }
  }
  const recipient = (await read<Recipient>(run)).data[0]?.uuid ?? ''
  const singles = [`${run}/events?recipient=${recipient}`, `${run}/export`]
  // The adding of the contact is in its timeline for ever.
  expect(await shown()).toEqual({ rows: [1, 1, 1, 2], reach: [0, 0, 0, 0], messages: 1 })

  await moveClockTo(kit, new Date(clock.now().getTime() + 3 * 86_400_000), owner)
  const since = clock.now().getTime() / 1000 - 2 * 86_400
  const { rows, reach, messages } = await shown()
  expect([...rows, messages]).toEqual([0, 0, 0, 1, 0])
  for (const at of reach) expect(Math.abs(at - since)).toBeLessThan(20)
  for (const path of singles) {
    const { status, body } = await read(path)
    expect([status, body.message]).toEqual([404, 'Your plan shows the last 2 days. Upgrade your plan to see more.'])
  }
  expect((await program.call('GET', `/api/v1/messages/${message.data.id}`)).body.key).toBe('usage.olderThanPlan')
  const person = await call<{ events: unknown[] }>('POST', `/api/audience/${contact.data.uuid}/export`, {
    bearer: owner.bearer,
  })
  expect(person.data.events).toHaveLength(1)

  await givePlan(database, organizationId, {})
  expect((await shown()).rows).toEqual([1, 1, 1, 2])
})

test('where nothing is sold nobody is limited, and the database is not asked', async () => {
  const away = new Proxy({} as Database['kysely'], {
    get: () => {
      throw new Error('the database was asked')
    },
  })
  const off = { ...deps, config: { ...deps.config, billing: null, quotas: { ...deps.config.quotas, contacts: 0 } } }
  const ids = { applicationId: 'a', organizationId: 'o' }
  expect(createAllowance(off)).toBeNull()
  expect(createHoldCheck(off)).toBeUndefined()
  expect(await visibleRangeOf(off, away, ids.applicationId)).toBeNull()
  expect(await sendUsageNotices({ ...off, database: { ...database, kysely: away } })).toBe(0)
  await assertRoom({ deps: off, db: away, actor: ids }, 'contacts')
  await demandMembers(off, away, ids.organizationId)
  await expect(demandMembers(deps, away, ids.organizationId)).rejects.toThrow('the database was asked')
})
